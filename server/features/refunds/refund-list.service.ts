import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { readCursor, windowDays, writeCursor } from '@mizan/contract/page.ts';
import {
  type listRefunds as listRoute,
  type RefundDetail,
  type RefundRow,
  refundCan,
  refundCountMax,
  type refundTotals as totalsRoute,
} from '@mizan/contract/refunds.ts';
import { decidesRefunds } from '@mizan/contract/rights.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type DayWindow, dayWindow } from '../transactions/transaction-window.ts';
import { ownScope } from '../transactions/transactions.service.ts';
import { effectOf } from './refund-effect.service.ts';
import {
  type ListedRefund,
  type RefundFilter,
  selectRefund,
  selectRefunds,
  sumRefunds,
} from './refund-list.queries.ts';
import { countWaitingFor } from './refunds.queries.ts';

interface ListDeps {
  readonly db: Database;
  readonly clock: Clock;
}
type Asked = RouteInput<typeof totalsRoute>['query'];

/** The refunds of one purchase, and what waits, are few: they are read over all time. */
function windowOf(asked: Asked, now: Date): DayWindow | null {
  const isUnasked = asked.from === undefined && asked.to === undefined;
  return isUnasked && (asked.originalId || asked.waiting) ? null : dayWindow(asked, windowDays.default, now);
}

/** A query of the contract as the filter of a statement, with the days that it covers; for a file, by nobody. */
export function refundFilterOf(
  asked: Asked,
  by: Member | null,
  now: Date,
): RefundFilter & { window: DayWindow | null } {
  const window = windowOf(asked, now);
  const { state, reason, branchId, terminalId, askedById, originalId } = asked;
  return {
    window,
    from: window && startOfRiyadhDay(window.from),
    before: window && startOfRiyadhDay(addDays(window.to, 1)),
    state,
    reason,
    branchId,
    terminalId,
    askedById,
    originalId,
    waitingFor: asked.waiting && by ? by.userId : null,
    own: by && ownScope(by),
  };
}

/** As whoever asks sees it. */
function rowFor(by: Member, row: ListedRefund): RefundRow {
  const isOwn = row.askedById === by.userId;
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    askedAt: row.askedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    isMine: isOwn,
    waitsForMe: decidesRefunds(by.teamRole) && refundCan.approve({ state: row.state, isOwn }),
  };
}

export async function listRefunds(
  { db, clock }: ListDeps,
  by: Member,
  query: RouteInput<typeof listRoute>['query'],
): Promise<RouteOutput<typeof listRoute>> {
  const filter = refundFilterOf(query, by, clock.now());
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows = await selectRefunds(db, by.merchantId, filter, after, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) => rowFor(by, row)),
    nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
  };
}

export async function totalsOfRefunds(
  { db, clock }: ListDeps,
  by: Member,
  query: Asked,
): Promise<RouteOutput<typeof totalsRoute>> {
  const { window, ...filter } = refundFilterOf(query, by, clock.now());
  const [sums, waiting] = await Promise.all([
    sumRefunds(db, by.merchantId, filter, refundCountMax + 1),
    waitingFor(db, by),
  ]);
  return {
    ...sums,
    count: Math.min(sums.count, refundCountMax),
    atLeast: sums.count > refundCountMax,
    waitsForMe: waiting,
    from: window?.from ?? null,
    to: window?.to ?? null,
  };
}

const waitingFor = (db: Database, by: Member): Promise<number> =>
  inTenant(db, by.merchantId, async (tx) => (await refundsWaitingFor(tx, by)).count);

/** What waits for this person's approval: for the bell. */
export const refundsWaitingFor = (tx: Tx, by: Member): ReturnType<typeof countWaitingFor> =>
  decidesRefunds(by.teamRole) ? countWaitingFor(tx, by.userId) : Promise.resolve({ count: 0, onlyId: null });

export const getRefund = ({ db, clock }: ListDeps, by: Member, id: string): Promise<RefundDetail> =>
  inTenant(db, by.merchantId, (tx) => refundDetail(tx, by, id, clock.now()));

const anywhere = { from: null, before: null, waitingFor: null } as const;

/** One refund as a member may see it, with what it would change while it waits. Failure 'notFound' */
export async function refundDetail(tx: Tx, by: Member, id: string, now: Date): Promise<RefundDetail> {
  const row = await selectRefund(tx, { ...anywhere, id, own: ownScope(by) });
  if (!row) throw notFound();
  return { ...rowFor(by, row), effect: await effectWhileItWaits(tx, by, row, now) };
}

async function effectWhileItWaits(
  tx: Tx,
  by: Member,
  row: ListedRefund,
  now: Date,
): Promise<RefundDetail['effect']> {
  if (row.state !== 'WAITING' || row.originalId === null || !decidesRefunds(by.teamRole)) return null;
  const { originalId, type, amountMinor, terminalId } = row;
  try {
    return await effectOf(tx, by, { originalId, type, amountMinor, terminalId, refundId: row.id }, now);
  } catch (error) {
    // The purchase cannot be given back any more: the row says so by being refused when it is approved.
    if (error instanceof Failure) return null;
    throw error;
  }
}
