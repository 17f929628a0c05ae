import { outcomeUnknown } from '@mizan/contract/outcome.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import { factsBeforeSent } from '@mizan/contract/refund-terms.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { TransactionStatus } from '@mizan/contract/transaction-states.ts';
import { isHold } from '@mizan/contract/transaction-types.ts';
import type {
  filterOptions,
  listTransactions,
  TransactionDetail,
  transactionTotals,
} from '@mizan/contract/transactions.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import type { OwnScope } from './transaction-filter.queries.ts';
import { selectFilterOptions } from './transaction-options.queries.ts';

export { type OpenQuestion, selectOpenQuestions as openQuestions } from './transaction-questions.queries.ts';

import { mayHear, seenParams } from '@mizan/contract/facts.ts';
import { selectLines } from '../../platform/facts/journal.queries.ts';
import {
  countUpTo,
  isInRollups,
  selectTotalsFromRollups,
  selectTotalsOwed,
  sumCurrency,
} from './transaction-totals.queries.ts';
import { filterOf, listWindow } from './transaction-window.ts';
import { selectDetail, selectHoldEnds, selectPage, selectReview } from './transactions.queries.ts';

/** What a member may see of the merchant: null is everything, a cashier sees their own. */
export const ownScope = (member: Member): OwnScope | null =>
  member.role === 'CASHIER' ? { userId: member.userId, terminalId: member.terminalId } : null;

/** A page of payments, newest first. Failure 'badRequest' where the days are no window. */
export async function listPage(
  db: Database,
  member: Member,
  query: RouteInput<typeof listTransactions>['query'],
  now: Date,
): Promise<RouteOutput<typeof listTransactions>> {
  // A key of test mode sees nothing but tests: it need not ask for them.
  const type = query.type ?? (member.key?.isTest ? ['TEST' as const] : undefined);
  const filter = filterOf({ ...query, type }, ownScope(member), now);
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  // One row more than is shown tells whether there is a next page.
  const rows = await selectPage(db, member.merchantId, filter, after, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
  };
}

/** Payments are counted one by one up to here where no rollup knows the filter: some 20 ms. */
const countLimit = 10_000;

/**
 * How many payments a filter holds and what was approved of them, in riyals or the one currency asked for, as the dashboard has it. What the
 * rollups cannot tell is counted one by one: the few payments without a known outcome, and whole filters that no
 * rollup knows.
 */
export async function totalsOf(
  db: Database,
  member: Member,
  query: RouteInput<typeof transactionTotals>['query'],
  now: Date,
): Promise<RouteOutput<typeof transactionTotals>> {
  const own = ownScope(member);
  const filter = filterOf(query, own, now);
  const window = listWindow(query, own, now);
  const { bank } = filter;
  const inSums =
    filter.search === null &&
    filter.minAmountMinor === undefined &&
    filter.maxAmountMinor === undefined &&
    !filter.startedById?.length &&
    !filter.bankFileId &&
    !filter.otherBankFileId &&
    !filter.reason &&
    !filter.isWithinDay &&
    !filter.type?.includes('TEST');
  const ofPerson = own !== null || filter.terminalId?.length || filter.cashierId?.length;
  const owed = inSums && bank?.days && !ofPerson ? { ...bank, days: bank.days } : null;
  const byRollup = owed !== null || (inSums && (!bank || isInRollups(bank)));
  const asksUnknown = bank?.which === 'NOT_CONFIRMED' || bank?.which === 'OUTCOME_UNKNOWN';
  const unknownAlone = bank && { ...filter, bank: { ...bank, which: 'OUTCOME_UNKNOWN' as const } };
  const [sums, unknown] = await Promise.all([
    owed
      ? selectTotalsOwed(db, member.merchantId, filter, owed)
      : byRollup
        ? selectTotalsFromRollups(db, member.merchantId, filter)
        : countUpTo(db, member.merchantId, filter, countLimit + 1),
    asksUnknown && unknownAlone ? countUpTo(db, member.merchantId, unknownAlone, countLimit) : null,
  ]);
  const { count: counted, otherMinor: _, ...approved } = sums;
  const count = byRollup ? counted + (unknown?.count ?? 0) : counted;
  const atLeast = !byRollup && count > countLimit;
  return {
    ...approved,
    count: atLeast ? countLimit : count,
    atLeast,
    from: window?.from ?? null,
    to: window?.to ?? null,
    netMinor: sums.salesMinor - sums.refundedMinor - sums.feeMinor - sums.vatMinor,
    unknown: unknown && { count: unknown.count, amountMinor: unknown.otherMinor },
    currency: sumCurrency(filter),
  };
}

/** What the filters may name: everything of the merchant's, or the cashier's own branch and terminal. */
export const optionsOf = (db: Database, member: Member): Promise<RouteOutput<typeof filterOptions>> =>
  selectFilterOptions(db, member.merchantId, ownScope(member));

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What people did with a refund before it was a payment, out of the record of its purchase. */
async function selectAsked(tx: Tx, { id, originalId }: Pick<TransactionDetail, 'id' | 'originalId'>) {
  if (originalId === null) return [];
  const lines = await selectLines(tx, 'transaction', originalId);
  return lines.filter(({ fact, params }) => factsBeforeSent.has(fact) && params['refundNumber'] === id);
}

/**
 * One payment whole, as a member may see it. Failure 'notFound' for another merchant's, another cashier's, and
 * for one that does not exist. Runs inside the caller's transaction, so it sees what that has just written.
 */
export async function getTransactionDetail(tx: Tx, member: Member, id: string): Promise<TransactionDetail> {
  const [row, lines, review] = await Promise.all([
    selectDetail(tx, id, ownScope(member)),
    selectLines(tx, 'transaction', id),
    selectReview(tx, id),
  ]);
  if (!row) throw notFound();
  const holdEnds = isHold(row) ? await selectHoldEnds(tx, id) : [];
  const asked = await selectAsked(tx, row);
  const { resultSeq, queryCount, ...shown } = row;
  return {
    ...shown,
    holdEnds,
    createdAt: row.createdAt.toISOString(),
    stepAt: iso(row.stepAt),
    sentAt: iso(row.sentAt),
    decidedAt: iso(row.decidedAt),
    nextQueryAt: iso(row.nextQueryAt),
    unknownOutcome: outcomeUnknown({
      status: row.status as TransactionStatus,
      underReview: row.underReview,
      resultSeq,
      queryCount,
    }),
    review: review && {
      reason: review.reason,
      openedAt: review.openedAt.toISOString(),
      decidedAt: iso(review.decidedAt),
    },
    events: [...asked, ...lines]
      .filter(({ fact }) => mayHear(fact, member.role))
      .map(({ at, fact, byName, params }) => ({
        at: at.toISOString(),
        fact,
        by: byName,
        params: seenParams(fact, params, member.role),
      })),
  };
}
