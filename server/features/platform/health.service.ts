import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { type Health, processSilentSeconds, silentProcessHours } from '@mizan/contract/platform.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { lagBoundsMs } from '../../platform/metrics.ts';
import { settingOf } from '../../platform/settings/settings.ts';
import * as queries from './health.queries.ts';
import { type Counted, judgeHealth, p99Of } from './health-limits.ts';
import { needsOf, type PlatformDeps, type WaitingJobs, waitingJobs } from './needs.service.ts';

/** How the platform is, over all processes: what they wrote into the database, and nothing of this one's memory. */

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
const overMinutes = 5;
const hoursOfDay = 24;

/** Saudi Arabia has no summer time, so the same time lies exactly a week back. */
const weekBefore = (at: Date): Date => new Date(at.getTime() - weekMs);

type Standing = { undecided: number; files: number; jobs: number } | null;

async function countedAt(tx: Tx, at: Date, standing: Standing): Promise<Counted> {
  const { payments, ...attempts } = await queries.countAttempts(tx, at, overMinutes);
  const { lags, ...served } = await queries.sumProcesses(tx, at, overMinutes);
  return {
    ...attempts,
    ...served,
    payments: Math.round((payments * 10) / overMinutes) / 10,
    undecided: standing?.undecided ?? null,
    jobs: standing?.jobs ?? null,
    files: standing?.files ?? null,
    messages: lags.reduce((sum, count) => sum + count, 0),
    liveMs: p99Of(lags, lagBoundsMs),
  };
}

/** Purchases of today until now and of the same weekday last week until the same time, and both days by the hour. */
async function dayOf(tx: Tx, now: Date): Promise<Pick<Health, 'today' | 'hours'>> {
  const start = startOfRiyadhDay(riyadhDay(now));
  const before = startOfRiyadhDay(addDays(riyadhDay(now), -7));
  const [today, lastWeek] = [await queries.countByHour(tx, start), await queries.countByHour(tx, before)];
  const byHour = (rows: { hour: Date; count: number }[], from: Date): number[] => {
    const counts = Array.from({ length: hoursOfDay }, () => 0);
    for (const { hour, count } of rows) {
      const place = Math.floor((hour.getTime() - from.getTime()) / hourMs);
      counts[place] = (counts[place] ?? 0) + count;
    }
    return counts;
  };
  const [counts, lastCounts] = [byHour(today, start), byHour(lastWeek, before)];
  const running = Math.floor((now.getTime() - start.getTime()) / hourMs);
  const sum = (of: readonly number[]): number => of.reduce((total, count) => total + count, 0);
  return {
    today: {
      count: sum(counts),
      lastWeekCount: sum(lastCounts.slice(0, running)) + (await queries.countInHour(tx, weekBefore(now))),
    },
    hours: counts.map((count, hour) => ({ hour, count, lastWeekCount: lastCounts[hour] ?? 0 })),
  };
}

/** By version, the newest first, by the last word of each process: running, or silent without a good-bye. */
async function processesBy(tx: Tx, now: Date): Promise<Health['versions']['portal']> {
  const said = await queries.selectProcesses(tx, new Date(now.getTime() - silentProcessHours * hourMs));
  const rows = new Map<string, { running: number; silent: number; lastHeardAt: Date }>();
  for (const { version, saidAt, stopped } of said) {
    if (stopped) continue;
    const row = rows.get(version) ?? { running: 0, silent: 0, lastHeardAt: saidAt };
    if (now.getTime() - saidAt.getTime() <= processSilentSeconds * 1_000) row.running += 1;
    else row.silent += 1;
    if (saidAt > row.lastHeardAt) row.lastHeardAt = saidAt;
    rows.set(version, row);
  }
  return [...rows]
    .map(([version, { lastHeardAt, ...row }]) => ({
      version,
      ...row,
      lastHeardAt: lastHeardAt.toISOString(),
    }))
    .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}

const schemaDigits = 4;

async function versionsOf(tx: Tx, now: Date): Promise<Health['versions']> {
  return {
    portal: await processesBy(tx, now),
    schema: String(await queries.selectSchema(tx)).padStart(schemaDigits, '0'),
    terminals: await queries.selectTerminalApps(tx),
  };
}

const ageSeconds = ({ oldestAt }: WaitingJobs, now: Date): number | null =>
  oldestAt && Math.round((now.getTime() - oldestAt.getTime()) / 1_000);

/** Everything that the first screen of an administrator says. */
export async function healthOf(deps: PlatformDeps): Promise<Health> {
  const now = deps.clock.now();
  const { jobs, ...rest } = await inPlatform(deps.db, async (tx) => {
    const standing = await queries.countStanding(tx);
    const before = await queries.selectMinute(tx, weekBefore(now));
    const waiting = await waitingJobs(tx, now);
    const counted = await countedAt(tx, now, { ...standing, jobs: waiting.waiting });
    const lastWeek = await countedAt(tx, weekBefore(now), before);
    return {
      jobs: waiting,
      figures: judgeHealth(counted, lastWeek, ageSeconds(waiting, now), await settingOf(tx, 'healthLimits')),
      terminals: {
        connected: standing.connected,
        total: standing.total,
        lastWeekConnected: before?.connected ?? null,
      },
      merchants: await queries.countMerchants(tx, weekBefore(now)),
      versions: await versionsOf(tx, now),
      ...(await dayOf(tx, now)),
    };
  });
  const isLate = rest.figures.some(({ id, state }) => id === 'jobs' && state === 'OUT');
  return { ...rest, asOf: now.toISOString(), needs: await needsOf(deps, isLate ? jobs : null) };
}
