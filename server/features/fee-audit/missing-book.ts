import type { MissingGroup } from '@mizan/contract/fee-claims.ts';
import type { ArrivedOfCell, MissingPayment, UnmatchedDeposit } from './missing-claims.queries.ts';

/** What of the payments that no file has can be asked of their bank. Pure. */

export type ClaimableMissing = MissingPayment & Record<'feeMinor' | 'vatMinor' | 'netMinor', number>;

export interface SortedMissing {
  free: ClaimableMissing[];
  claimedBefore: MissingPayment[];
  /** Of which a file says that they wait: their line could not be read, or may be one that is there. */
  waits: MissingPayment[];
  withoutRate: MissingPayment[];
  /**
   * Of cells of which more arrived than their payments with a line come to, by as much as the smallest of these; and what an unmatched
   * deposit of the bank comes to, to the halala, by itself or with what has lines and did not arrive.
   */
  mayHaveArrived: MissingPayment[];
}

const cellOf = ({ bankId, day, scheme }: Pick<ArrivedOfCell, 'bankId' | 'day' | 'scheme'>): string =>
  [bankId, day, scheme].join(' ');

const isJudged = (payment: MissingPayment): payment is ClaimableMissing => payment.netMinor !== null;

const dayOf = ({ bankId, day }: Pick<ArrivedOfCell, 'bankId' | 'day'>): string => `${bankId} ${day}`;

/**
 * What a deposit that pays nothing yet may have paid: one payment, those of a card scheme and day, of a day, or all of its bank; by
 * themselves, or with what has lines of that scheme and day, or day, and did not arrive either.
 */
function mayBeUnmatched(
  payments: readonly ClaimableMissing[],
  arrived: readonly ArrivedOfCell[],
  unmatched: readonly UnmatchedDeposit[],
): Set<string> {
  const lacking = { ofCell: new Map<string, number>(), ofDay: new Map<string, number>() };
  const add = (sums: Map<string, number>, key: string, minor: number): unknown =>
    sums.set(key, (sums.get(key) ?? 0) + minor);
  for (const cell of arrived) {
    if (cell.moreMinor >= 0) continue;
    add(lacking.ofCell, cellOf(cell), -cell.moreMinor);
    add(lacking.ofDay, dayOf(cell), -cell.moreMinor);
  }
  const besides = (payment: ClaimableMissing): number[] => [
    lacking.ofCell.get(cellOf(payment)) ?? 0,
    lacking.ofDay.get(dayOf(payment)) ?? 0,
  ];
  const ways: ((payment: ClaimableMissing) => string)[] = [
    ({ transactionId }) => transactionId,
    cellOf,
    dayOf,
    ({ bankId }) => bankId,
  ];
  const found = new Set<string>();
  if (unmatched.length === 0) return found;
  for (const way of ways)
    for (const together of Map.groupBy(payments, way).values()) {
      const [first] = together;
      if (!first) continue;
      const netMinor = netOf(together);
      const isOfDay = together.every((each) => dayOf(each) === dayOf(first));
      const sums = [netMinor, ...(isOfDay ? besides(first) : []).map((minor) => netMinor + minor)];
      const isOne = unmatched.some(
        ({ bankId, valueDate, restMinor }) =>
          bankId === first.bankId &&
          sums.includes(restMinor) &&
          together.every(({ day }) => day <= valueDate),
      );
      if (isOne) for (const { transactionId } of together) found.add(transactionId);
    }
  return found;
}

/** Each payment stands in one of the five. */
export function sortedMissing(
  payments: readonly MissingPayment[],
  arrived: readonly ArrivedOfCell[],
  unmatched: readonly UnmatchedDeposit[],
): SortedMissing {
  const more = new Map(arrived.map((each) => [cellOf(each), each.moreMinor]));
  const sorted: SortedMissing = {
    free: [],
    claimedBefore: [],
    waits: [],
    withoutRate: [],
    mayHaveArrived: [],
  };
  for (const [cell, ofCell] of Map.groupBy(payments, cellOf)) {
    const nets = ofCell.flatMap(({ netMinor, grossMinor }) => (grossMinor > 0 ? [netMinor ?? 0] : []));
    const moreMinor = more.get(cell) ?? 0;
    const mayHave = moreMinor > 0 && nets.length > 0 && moreMinor >= Math.min(...nets);
    for (const payment of ofCell) {
      if (payment.claimId !== null) sorted.claimedBefore.push(payment);
      else if (payment.isWaiting) sorted.waits.push(payment);
      else if (!isJudged(payment)) sorted.withoutRate.push(payment);
      else if (mayHave) sorted.mayHaveArrived.push(payment);
      else sorted.free.push(payment);
    }
  }
  const mayBe = mayBeUnmatched(sorted.free, arrived, unmatched);
  sorted.mayHaveArrived.push(...sorted.free.filter(({ transactionId }) => mayBe.has(transactionId)));
  return { ...sorted, free: sorted.free.filter(({ transactionId }) => !mayBe.has(transactionId)) };
}

export const netOf = (payments: readonly MissingPayment[]): number =>
  payments.reduce((sum, { netMinor }) => sum + (netMinor ?? 0), 0);

/** By card scheme, the greatest sum first. */
export const missingGroups = (payments: readonly ClaimableMissing[]): MissingGroup[] =>
  [...Map.groupBy(payments, ({ scheme }) => scheme).values()]
    .flatMap((same): MissingGroup[] => {
      const [first] = same;
      if (!first) return [];
      const days = same.map(({ day }) => day).toSorted();
      const dueDays = same.map(({ dueDay }) => dueDay).toSorted();
      const sum = (of: 'grossMinor' | 'feeMinor' | 'vatMinor' | 'netMinor'): number =>
        same.reduce((total, payment) => total + payment[of], 0);
      return [
        {
          scheme: first.scheme,
          count: same.length,
          firstDay: days[0] ?? first.day,
          lastDay: days.at(-1) ?? first.day,
          dueDay: dueDays.at(-1) ?? first.dueDay,
          grossMinor: sum('grossMinor'),
          feeMinor: sum('feeMinor'),
          vatMinor: sum('vatMinor'),
          netMinor: sum('netMinor'),
        },
      ];
    })
    .toSorted((a, b) => b.netMinor - a.netMinor);
