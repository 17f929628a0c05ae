import {
  type ClosedBranches,
  type OpeningHours,
  type OwnHours,
  type setOpeningHours as setRoute,
  silentAfterMinutes,
} from '@mizan/contract/alerts.ts';
import type { FactParams } from '@mizan/contract/facts.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import * as queries from './alerts.queries.ts';
import { isOpenBy, isUsual, spansOf } from './hours-of-week.ts';

/** Terminals that are silent while their shop is open (docs/decisions/0122-what-asks-by-itself.md). */
export interface AlertDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const minuteMs = 60_000;
/** Longer ago it is no news: a terminal that lies in a drawer. */
const newsMs = 7 * 24 * 60 * minuteMs;
const terminalsAtOnce = 500;
/** Usual hours change by the week; what a busy merchant took in four weeks is not added up every minute. */
const usualLife = { ms: 60 * minuteMs, merchants: 2_000 } as const;

export async function openingHours({ db, clock }: AlertDeps, { merchantId }: Member): Promise<OpeningHours> {
  return inTenant(db, merchantId, (tx) => hoursIn(tx, clock.now()));
}

const hoursIn = async (tx: Tx, now: Date): Promise<OpeningHours> => ({
  own: await queries.selectOwnHours(tx),
  usual: spansOf(await queries.selectUsualHours(tx, null, now)),
});

const toldOf = (own: OwnHours | null): FactParams<'alerts.openingHoursSet'> => ({
  openingHours: own && `${own.opensAt}–${own.closesAt}`,
  closedDays: own && own.closedDays.join(', '),
});

/**
 * Says when the shop is open, or with null that its usual hours count. What changes nothing is not written down.
 * @throws Failure 'conflict' 'changedMeanwhile'
 */
export function setOpeningHours(
  { db, clock }: AlertDeps,
  member: Member,
  { own, seen }: RouteInput<typeof setRoute>['body'],
): Promise<OpeningHours> {
  const at = clock.now();
  return inTenant(db, member.merchantId, async (tx) => {
    const wanted = own && { ...own, closedDays: [...new Set(own.closedDays)].toSorted((a, b) => a - b) };
    await queries.lockOwnHours(tx);
    const before = await queries.selectOwnHours(tx);
    if (standsAlready(before ?? {}, wanted ?? {}, seen ?? {})) return hoursIn(tx, at);
    if (wanted) await queries.upsertOwnHours(tx, wanted, at);
    else await queries.clearOwnHours(tx, at);
    await happened(tx, member, {
      fact: 'alerts.openingHoursSet',
      at,
      about: { type: 'merchant', id: member.merchantId },
      params: toldOf(wanted),
      was: toldOf(before),
    });
    return hoursIn(tx, at);
  });
}

/** Whether a merchant's shop is open: by their own word, else by the usual hours of all their branches. */
export async function shopIsOpen(tx: Tx, now: Date): Promise<boolean> {
  const own = await queries.selectOwnHours(tx);
  return own ? isOpenBy(own, now) : isUsual(await queries.selectUsualHours(tx, null, now), now);
}

/** Open now, and open already when a silence had to become news: nobody is told of the minute after opening. */
const isOpenLongEnough = (isOpen: (at: Date) => boolean, now: Date): boolean =>
  isOpen(now) && isOpen(new Date(now.getTime() - silentAfterMinutes * minuteMs));

/** Where silence is no news now, as far as the merchant's word or the usual hours say it. */
export function closedBranches({ db, clock }: AlertDeps, { merchantId }: Member): Promise<ClosedBranches> {
  const now = clock.now();
  return inTenant(db, merchantId, async (tx) => {
    const own = await queries.selectOwnHours(tx);
    if (own) return { all: !isOpenLongEnough((at) => isOpenBy(own, at), now), branchIds: [] };
    const byBranch = await queries.selectUsualHoursByBranch(tx, now);
    const closed = [...byBranch].filter(([, hours]) => !isOpenLongEnough((at) => isUsual(hours, at), now));
    return { all: false, branchIds: closed.map(([branchId]) => branchId) };
  });
}

/** The job of one process: it keeps the usual hours of branches for a while. */
export function silenceWatch({ db, clock }: AlertDeps): () => Promise<void> {
  const usual = new Map<string, { readAt: number; hours: Set<number> }>();

  async function usualOf(tx: Tx, branchId: string, now: Date): Promise<Set<number>> {
    const key = `${tx.merchantId} ${branchId}`;
    const known = usual.get(key);
    if (known && now.getTime() - known.readAt < usualLife.ms) return known.hours;
    if (usual.size >= usualLife.merchants) usual.clear();
    const hours = await queries.selectUsualHours(tx, branchId, now);
    usual.set(key, { readAt: now.getTime(), hours });
    return hours;
  }

  async function isOpen(tx: Tx, branchId: string, now: Date): Promise<boolean> {
    const own = await queries.selectOwnHours(tx);
    if (own) return isOpenLongEnough((at) => isOpenBy(own, at), now);
    const hours = await usualOf(tx, branchId, now);
    return isOpenLongEnough((at) => isUsual(hours, at), now);
  }

  const tellOne = (terminal: queries.SilentTerminal, now: Date): Promise<void> =>
    inTenant(db, terminal.merchantId, async (tx) => {
      if (!(await isOpen(tx, terminal.branchId, now))) return;
      if ((await queries.noteSilence(tx, terminal)) === 0) return;
      await happened(tx, nobody(terminal.merchantId), {
        fact: 'terminals.silent',
        at: now,
        about: { type: 'terminal', id: terminal.terminalId },
        params: { tid: terminal.tid },
      });
    });

  return async () => {
    const now = clock.now();
    const silent = await queries.selectSilent(db, {
      from: new Date(now.getTime() - newsMs),
      to: new Date(now.getTime() - silentAfterMinutes * minuteMs),
      limit: terminalsAtOnce,
    });
    await eachAlone(silent, (terminal) => tellOne(terminal, now));
  };
}
