import type * as contract from '@mizan/contract/reports.ts';
import { reportLimits } from '@mizan/contract/reports.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { mailStatesAbout } from '../../platform/mail/letter-state.ts';
import { chosenOwners, ownersWithMail } from '../users/users.service.ts';
import { nextDue, periodOf } from './report-days.ts';
import { aboutRun, type ReportDeps, tellRun, writtenFor } from './report-run.ts';
import * as queries from './reports.queries.ts';

const hourMs = 3_600_000;

/** Which reports are sent by themselves, and to whom (docs/decisions/0162-reports-by-e-mail.md). */
const aboutMerchant = ({ merchantId }: Member) => ({ type: 'merchant', id: merchantId }) as const;

/** What is sent, what was sent, and who may be chosen. */
export async function listReports(
  { db }: ReportDeps,
  { merchantId }: Member,
): Promise<RouteOutput<typeof contract.listReports>> {
  const people = await ownersWithMail(db, merchantId);
  const { schedules, runs } = await inTenant(db, merchantId, async (tx) => ({
    schedules: await queries.selectSchedules(tx),
    runs: await queries.selectRuns(tx, reportLimits.listedMax),
  }));
  return {
    people,
    schedules: schedules.map(({ id, kind, rhythm, atTime, format, recipientIds, nextAt }) => {
      const { from: nextFrom, to: nextTo } = periodOf(rhythm, nextAt);
      const recipients = people
        .filter((person) => recipientIds.includes(person.id))
        .map((person) => ({ id: person.id, name: person.name }));
      const next = { nextAt: nextAt.toISOString(), nextFrom, nextTo };
      return { id, kind, rhythm, atTime, format, recipients, ...next };
    }),
    runs: await Promise.all(
      runs.map(async ({ dueAt, writtenAt, ...run }) => ({
        ...run,
        dueAt: dueAt?.toISOString() ?? null,
        writtenAt: writtenAt.toISOString(),
        mails: await mailStatesAbout(db, aboutRun(merchantId, run.id)),
      })),
    ),
  };
}

/**
 * Has a report sent by itself. @throws Failure 'notFound' where somebody chosen is not of the merchant or has no confirmed
 * e-mail; 'conflict' (details.most) where there are as many as may be
 */
export async function addReport(
  { db, clock }: ReportDeps,
  member: Member,
  body: RouteInput<typeof contract.addReport>['body'],
): Promise<{ id: string }> {
  const chosen = await chosenOwners(db, member.merchantId, body.recipientIds);
  const at = clock.now();
  return inTenant(db, member.merchantId, async (tx) => {
    await queries.takeTurns(tx, member.merchantId);
    if ((await queries.selectSchedules(tx)).length >= reportLimits.schedulesMax) {
      throw new Failure('conflict', 'There are as many reports as may be.', {
        most: reportLimits.schedulesMax,
      });
    }
    const { kind, rhythm, atTime, format } = body;
    const added = await queries.insertSchedule(tx, {
      kind,
      rhythm,
      atTime,
      format,
      recipientIds: chosen.map(({ id }) => id),
      nextAt: nextDue(rhythm, atTime, at),
      createdAt: at,
    });
    if (!added) throw new Error('a report was not written down');
    const recipients = chosen.map(({ email }) => email).join(', ');
    const params = { reportKind: kind, rhythm, dailyTime: atTime, recipients };
    await happened(tx, member, { fact: 'reports.added', at, about: aboutMerchant(member), params });
    return { id: added.id };
  });
}

/** Ends a report. @throws Failure 'notFound' */
export const stopReport = ({ db, clock }: ReportDeps, member: Member, id: string): Promise<{ id: string }> =>
  inTenant(db, member.merchantId, async (tx) => {
    const schedule = await queries.selectSchedule(tx, id);
    if (!schedule) throw notFound();
    await queries.endSchedule(tx, id);
    const params = { reportKind: schedule.kind, rhythm: schedule.rhythm, dailyTime: schedule.atTime };
    await happened(tx, member, {
      fact: 'reports.stopped',
      at: clock.now(),
      about: aboutMerchant(member),
      params,
    });
    return { id };
  });

/** @throws Failure 'rateLimited' with `retryAt` where as many were asked for within the hour as may be */
async function mayAskNow(tx: Tx, merchantId: string, now: Date): Promise<void> {
  await queries.takeTurns(tx, merchantId);
  const { count, first } = await queries.selectAsked(tx, merchantId, new Date(now.getTime() - hourMs));
  if (first === null || count < reportLimits.askedAnHour) return;
  const retryAt = new Date(first.getTime() + hourMs).toISOString();
  throw new Failure('rateLimited', 'As many reports were asked for within the hour as may be.', { retryAt });
}

/**
 * Sends it to whoever asks, of the newest whole period. @throws Failure 'notFound'; 'conflict' (details.reason) where they
 * have no confirmed e-mail; 'rateLimited' with `retryAt`
 */
export async function sendReportNow(
  deps: ReportDeps,
  member: Member,
  id: string,
): Promise<RouteOutput<typeof contract.sendReportNow>> {
  const { db, clock } = deps;
  const schedule = await inTenant(db, member.merchantId, (tx) => queries.selectSchedule(tx, id));
  if (!schedule) throw notFound();
  const me = (await ownersWithMail(db, member.merchantId)).find((person) => person.id === member.userId);
  if (!me) {
    throw new Failure('conflict', 'Your e-mail is not confirmed.', { reason: 'EMAIL_UNCONFIRMED' });
  }
  const now = clock.now();
  const { kind, format, rhythm, atTime } = schedule;
  const span = periodOf(rhythm, now);
  const asked = { scheduleId: id, kind, format, ...span, dueAt: null, writtenAt: now };
  const run = { ...asked, recipientsCount: 1, isWritten: false };
  // Counted before the file is written, which costs most: of many at once no more are written than may be.
  const runId = await inPlatform(db, async (tx) => {
    await mayAskNow(tx, member.merchantId, now);
    return queries.insertRun(tx, member.merchantId, run);
  });
  const written = await writtenFor(deps, member.merchantId, { kind, format, ...span }, [me]);
  await inPlatform(db, async (tx) => {
    await queries.updateRunWritten(tx, member.merchantId, runId);
    await tellRun(tx, deps, member.merchantId, { ...run, id: runId }, written);
    const params = { reportKind: kind, rhythm, dailyTime: atTime };
    await happened(tx, member, { fact: 'reports.asked', at: now, about: aboutMerchant(member), params });
  });
  return { ...span, sentTo: me.email };
}
