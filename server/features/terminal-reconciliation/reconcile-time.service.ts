import { type setPlaceTime as setPlaceTimeRoute, timeThatCounts } from '@mizan/contract/reconcile-times.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { nextMoment } from '../../platform/daily-time.ts';
import {
  clearTime,
  type DailyTime,
  lockDue,
  selectDueMerchants,
  selectRecipients,
  selectTimes,
  setNext,
  type TimeOf,
  upsertTime,
  wholeMerchant,
} from '../../platform/daily-times/daily-times.queries.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import { insertLetter } from './reconcile-letter.queries.ts';
import { letterWaitMs } from './reconcile-letter.service.ts';
import { selectNameOfPlace, selectPlacesToAsk } from './reconcile-time.queries.ts';
import { orderReconciliation, type TerminalReconciliationDeps } from './terminal-reconciliation.service.ts';

/**
 * The daily times: said by a person for the merchant, a branch or a terminal, kept by rows, done by whichever process comes
 * first. The nearest counts (docs/decisions/0093-times-of-the-day.md).
 */
const kind = 'RECONCILE';
const merchantsAtOnce = 200;

/** Says the daily time of all terminals that have no nearer one, or with null that there is none. */
export async function setTime(
  { db, clock }: TerminalReconciliationDeps,
  member: Member,
  atTime: string | null,
): Promise<{ dailyTime: string | null }> {
  await inTenant(db, member.merchantId, (tx) =>
    say(tx, member, clock.now(), { ...wholeMerchant, atTime, name: null }),
  );
  return { dailyTime: atTime };
}

/** Says the time of a branch or terminal; with null the next wider one counts. @throws Failure 'notFound' */
export async function setPlaceTime(
  { db, clock }: TerminalReconciliationDeps,
  member: Member,
  body: RouteInput<typeof setPlaceTimeRoute>['body'],
): Promise<RouteInput<typeof setPlaceTimeRoute>['body']> {
  await inTenant(db, member.merchantId, async (tx) => {
    const name = await selectNameOfPlace(tx, body);
    if (name === null) throw notFound();
    await say(tx, member, clock.now(), { ...body, atTime: body.dailyTime, name });
  });
  return body;
}

/** What changes nothing is not written down. */
async function say(
  tx: Tx,
  member: Member,
  at: Date,
  { atTime, name, ...of }: TimeOf & { atTime: string | null; name: string | null },
): Promise<void> {
  const isOf = (time: DailyTime): boolean => time.scope === of.scope && time.placeId === of.placeId;
  const was = (await selectTimes(tx, kind)).find(isOf)?.atTime ?? null;
  if (was === atTime) return;
  if (atTime === null) await clearTime(tx, kind, of);
  else await upsertTime(tx, kind, { ...of, atTime, nextAt: nextMoment(atTime, at) });
  const about = { type: 'merchant', id: member.merchantId } as const;
  await happened(tx, member, {
    fact: 'terminals.reconcileTimeSet',
    at,
    about,
    params: {
      dailyTime: atTime,
      branchName: of.scope === 'BRANCH' ? name : null,
      tid: of.scope === 'TERMINAL' ? name : null,
    },
    was: { dailyTime: was },
  });
}

/** Every minute: the merchants of whom a time has come. Two that do it at once do it once; one that fails holds up no other. */
export async function askDaily({ db, clock }: TerminalReconciliationDeps): Promise<void> {
  const now = clock.now();
  await eachAlone(await selectDueMerchants(db, kind, now, merchantsAtOnce), ({ merchantId }) =>
    inTenant(db, merchantId, (tx) => askAll(tx, merchantId, now)),
  );
}

/** Asks the terminals for which a time that has come is the nearest, and says when it comes next. */
async function askAll(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const due = await lockDue(tx, kind, merchantId, now);
  if (due.length === 0) return;
  const times = await selectTimes(tx, kind);
  const asked = (await selectPlacesToAsk(tx)).filter((place) => {
    const nearest = nearestOf(times, place);
    return due.some(({ scope, placeId }) => scope === nearest?.scope && placeId === nearest.placeId);
  });
  for (const place of asked) {
    const by = { origin: 'DAILY', askedById: null, askedByName: null, now } as const;
    await orderReconciliation(tx, { merchantId, ...place }, by);
  }
  const terminalIds = asked.map(({ terminalId }) => terminalId);
  if (terminalIds.length > 0 && (await selectRecipients(tx, kind)).length > 0)
    await insertLetter(tx, { runAt: now, dueAt: new Date(now.getTime() + letterWaitMs), terminalIds });
  for (const time of due)
    await setNext(tx, kind, merchantId, { ...time, nextAt: nextMoment(time.atTime, now) });
}

/** As screens say it, with the place of the time. */
function nearestOf(
  times: readonly DailyTime[],
  place: { terminalId: string; branchId: string },
): TimeOf | null {
  const whole = times.find(({ scope }) => scope === 'MERCHANT');
  const placeTimes = times.flatMap(({ scope, placeId, atTime }) =>
    scope === 'MERCHANT' ? [] : [{ scope, placeId, dailyTime: atTime }],
  );
  const counts = timeThatCounts({ dailyTime: whole?.atTime ?? null, placeTimes }, place);
  if (!counts) return null;
  const { scope } = counts;
  if (scope === 'MERCHANT') return wholeMerchant;
  return { scope, placeId: scope === 'BRANCH' ? place.branchId : place.terminalId };
}
