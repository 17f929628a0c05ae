import { randomUUID } from 'node:crypto';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import { orders } from '@mizan/contract/orders.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type {
  AskedTerminal,
  DoneReconciliation,
  getTerminalReconciliation,
  listTerminalReconciliations,
  listTerminalStates,
  TerminalReconciliation,
  ThreeTotals,
} from '@mizan/contract/terminal-reconciliation.ts';
import type { ReconcileOrigin } from '@mizan/contract/terminal-reconciliation-terms.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { selectRecipients, selectTimes } from '../../platform/daily-times/daily-times.queries.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { signalGateway } from '../../platform/link/signal.queries.ts';
import { isTerminalOccupied } from '../payments/reconciled.service.ts';
import { ownersWithMail } from '../users/users.service.ts';
import { differencesOf } from './differences.ts';
import { newestLetter } from './reconcile-letter.service.ts';
import { insertReconciliation, selectTotals } from './reconcile-order.queries.ts';
import {
  candidatesMax,
  hasTerminal,
  type PlaceRow,
  type ReconciliationRow,
  selectCandidates,
  selectFormerOpen,
  selectHistory,
  selectNewestDone,
  selectNewestOther,
  selectPlaces,
  selectReconciliation,
  selectUnreconciled,
} from './terminal-reconciliation.queries.ts';
import { discrepancyOf, hasNothingNew } from './totals.ts';

export interface TerminalReconciliationDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const sum = (rows: readonly ThreeTotals[], of: (row: ThreeTotals) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** One that ended, with its totals summed. */
function shown(row: ReconciliationRow, totals: readonly ThreeTotals[]): DoneReconciliation {
  const { id, origin, balance, endedAt } = row;
  if (!balance || !endedAt) throw new Error(`the reconciliation ${id} has not ended`);
  return {
    id,
    at: endedAt.toISOString(),
    origin,
    balance,
    isEmpty: hasNothingNew(totals),
    count: sum(totals, ({ terminal }) => terminal.debitCount + terminal.creditCount),
    totalMinor: sum(totals, ({ terminal }) => terminal.debitMinor - terminal.creditMinor),
  };
}

/** Every terminal with its newest reconciliation and what none has counted yet. */
export async function terminalStates(
  { db, clock }: TerminalReconciliationDeps,
  merchantId: string,
): Promise<RouteOutput<typeof listTerminalStates>> {
  const [people, letter] = await Promise.all([ownersWithMail(db, merchantId), newestLetter(db, merchantId)]);
  return inTenant(db, merchantId, async (tx) => {
    const places = await selectPlaces(tx);
    const recipients = await selectRecipients(tx, 'RECONCILE');
    // In this order: one that ends between the two is then the newest, and not gone from both.
    const [others, newest, waiting, times] = await Promise.all([
      selectNewestOther(tx),
      selectNewestDone(tx),
      selectUnreconciled(tx),
      selectTimes(tx, 'RECONCILE'),
    ]);
    const totals = await selectTotals(
      tx,
      newest.map(({ id }) => id),
    );
    const rows = places.map((place) => {
      const done = newest.find(({ terminalId }) => terminalId === place.terminalId);
      const other = others.find(({ terminalId }) => terminalId === place.terminalId);
      const isLater = other && (!done || BigInt(other.id) > BigInt(done.id));
      const left = waiting.find(({ terminalId }) => terminalId === place.terminalId);
      return {
        ...place,
        last: done ? shown(done, totals.get(done.id) ?? []) : null,
        asked: isLater
          ? { id: other.id, at: other.askedAt.toISOString(), state: other.state, failure: other.failure }
          : null,
        waiting: {
          count: left?.count ?? 0,
          totalMinor: left?.totalMinor ?? 0,
          since: left?.since.toISOString() ?? null,
        },
      };
    });
    return {
      today: riyadhDay(clock.now()),
      dailyTime: times.find(({ scope }) => scope === 'MERCHANT')?.atTime ?? null,
      placeTimes: times.flatMap(({ scope, placeId, atTime }) =>
        scope === 'MERCHANT' ? [] : [{ scope, placeId, dailyTime: atTime }],
      ),
      people: people.map((person) => ({ ...person, isRecipient: recipients.includes(person.id) })),
      letter,
      rows,
    };
  });
}

/** One reconciliation as it was, and what explains it as of now. @throws Failure 'notFound' */
export async function terminalReconciliation(
  { db }: TerminalReconciliationDeps,
  merchantId: string,
  { id }: RouteInput<typeof getTerminalReconciliation>['params'],
): Promise<TerminalReconciliation> {
  return inTenant(db, merchantId, async (tx) => {
    const row = await selectReconciliation(tx, id);
    if (!row?.endedAt || !row.actionCode) throw notFound();
    const schemes = (await selectTotals(tx, [id])).get(id) ?? [];
    return {
      ...shown(row, schemes),
      terminalId: row.terminalId,
      tid: row.tid,
      branchNameEn: row.branchNameEn,
      branchNameAr: row.branchNameAr,
      actionCode: row.actionCode,
      askedByName: row.askedByName,
      fromAt: row.fromAt?.toISOString() ?? null,
      schemes,
      discrepancyMinor: discrepancyOf(schemes),
      openCount: row.openIds.length,
      differences:
        row.balance === 'BALANCED' ? [] : await explained(tx, { ...row, endedAt: row.endedAt }, schemes),
    };
  });
}

async function explained(
  tx: Tx,
  row: ReconciliationRow & { endedAt: Date },
  schemes: readonly ThreeTotals[],
): Promise<TerminalReconciliation['differences']> {
  const former = await selectFormerOpen(tx, row.terminalId, row.endedAt, row.id);
  const candidates = await selectCandidates(tx, row, [...row.openIds, ...former]);
  return differencesOf(schemes, {
    // Of more than can be looked through nothing is said: the one set found might not be the only one.
    candidates: candidates.length > candidatesMax ? [] : candidates,
    openIds: new Set(row.openIds),
    isFirst: row.fromAt === null,
  });
}

/** A page of what a terminal reconciled. @throws Failure 'notFound' */
export async function reconciliationsOf(
  { db }: TerminalReconciliationDeps,
  merchantId: string,
  terminalId: string,
  { cursor, limit }: RouteInput<typeof listTerminalReconciliations>['query'],
): Promise<RouteOutput<typeof listTerminalReconciliations>> {
  const after = cursor === undefined ? null : readCursor(cursor);
  return inTenant(db, merchantId, async (tx) => {
    if (!(await hasTerminal(tx, terminalId))) throw notFound();
    const rows = await selectHistory(tx, terminalId, { after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const totals = await selectTotals(
      tx,
      page.map(({ id }) => id),
    );
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      rows: page.map((row) => shown(row, totals.get(row.id) ?? [])),
      nextCursor: last?.endedAt ? writeCursor(last.endedAt, last.id) : null,
    };
  });
}

/** Asks terminals to reconcile now. @throws Failure 'notFound' where one of them is not the merchant's: none is asked then */
export async function askTerminals(
  { db, clock }: TerminalReconciliationDeps,
  member: Member,
  terminalIds: readonly string[],
): Promise<{ rows: AskedTerminal[] }> {
  const now = clock.now();
  return inTenant(db, member.merchantId, async (tx) => {
    const places = await selectPlaces(tx);
    const rows: AskedTerminal[] = [];
    for (const terminalId of [...new Set(terminalIds)].toSorted()) {
      const place = places.find((each) => each.terminalId === terminalId);
      if (!place) throw notFound();
      rows.push({ terminalId, outcome: await askOne(tx, member, place, now) });
    }
    return { rows };
  });
}

async function askOne(tx: Tx, member: Member, place: PlaceRow, now: Date): Promise<AskedTerminal['outcome']> {
  const { terminalId, tid } = place;
  if (!place.isConnected) return 'NOT_CONNECTED';
  if (await isTerminalOccupied(tx, terminalId, now)) return 'PAYMENT';
  const by = { askedById: member.userId, askedByName: member.fullName };
  const made = await orderReconciliation(
    tx,
    { merchantId: member.merchantId, terminalId, tid },
    { origin: 'PORTAL', ...by, now },
  );
  if (!made) return 'UNDER_WAY';
  const about = { type: 'terminal', id: terminalId } as const;
  await happened(tx, member, { fact: 'terminals.reconcileAsked', at: now, about, params: { tid } });
  return 'ASKED';
}

/** Writes the order; the process that holds the line gives it. False where the terminal has one under way. */
export async function orderReconciliation(
  tx: Tx,
  { merchantId, terminalId, tid }: { merchantId: string; terminalId: string; tid: string },
  by: { origin: ReconcileOrigin; askedById: string | null; askedByName: string | null; now: Date },
): Promise<boolean> {
  const { now, ...rest } = by;
  const nextQueryAt = new Date(now.getTime() + orders.reconcile.timers.startWaitMs);
  const made = await insertReconciliation(tx, {
    uuid: randomUUID(),
    terminalId,
    askedAt: now,
    nextQueryAt,
    ...rest,
  });
  if (!made) return false;
  await announce(tx, merchantId, { type: 'REC', reconciliationId: made.id }, terminalId);
  await signalGateway(tx, tid);
  return true;
}
