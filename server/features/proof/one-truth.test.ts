import { getSettlementMonth, type SettlementMonth } from '@mizan/contract/settlement.ts';
import { listTransactions, type TransactionRow } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { exceptionsOf, undoFile } from '../exceptions/testing/exception-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { proofRowsOf } from './testing/proof-world.ts';

/**
 * A payment is confirmed or it is missing: exceptions, proof and the list of payments say the same of it. Among the histories of
 * files none tells them apart; a load, as the demo's is, may call payments confirmed that no file has.
 */
const first = await bankWorld();

/** Four payments of a Tuesday; `isConfirmed` as a load writes them that says so by no file. */
async function sold(own: BankWorld, isConfirmed = false): Promise<[Sold, Sold, Sold, Sold]> {
  const sales = ['09:00', '10:00', '11:00', '12:00'].map((time, at) => ({
    amountMinor: 10_000 + at,
    at: `2026-11-17 ${time}`,
    isConfirmed,
  }));
  return (await sell(own, sales)) as [Sold, Sold, Sold, Sold];
}

/** Which payments exceptions name as missing, which the proof does, and which the list shows as not confirmed. */
async function saidOf(own: BankWorld) {
  const named = await exceptionsOf(own, { outcome: 'missingInBank' });
  const proven = await proofRowsOf(own, { month: '2026-11', cause: 'MISSING' });
  const answer = await own.portal.call(listTransactions, { query: { limit: 50 } }, { token: own.token });
  const open = answer.json<{ rows: TransactionRow[] }>().rows.filter(({ bankConfirmed }) => !bankConfirmed);
  return {
    exceptions: new Set(named.map(({ transactionId }) => transactionId)),
    proof: new Set(proven.map(({ transactionId }) => transactionId)),
    list: new Set(open.map(({ id }) => id)),
  };
}
const only = (...payments: readonly Sold[]) => {
  const ids = new Set(payments.map(({ id }) => id));
  return { exceptions: ids, proof: ids, list: ids };
};
const fileOf = (...payments: readonly Sold[]) => csvOf(payments.map((each) => csvLineOf(each)));

test('a file that lacks what another one has names it neither before nor after the other came', async () => {
  const own = await anotherMerchant(first);
  const [a, b, c, d] = await sold(own);
  await reconcile(own, fileOf(a, c, d), 'whole.csv');
  expect(await saidOf(own)).toEqual(only(b));
  const { id } = await reconcile(own, fileOf(b), 'rest.csv');
  expect(await saidOf(own)).toEqual(only());
  await undoFile(own, id);
  expect(await saidOf(own)).toEqual(only(b));
});

test('a file that comes after the one that confirmed a payment does not name it as missing', async () => {
  const own = await anotherMerchant(first);
  const [a, b, c, d] = await sold(own);
  const { id } = await reconcile(own, fileOf(b), 'early.csv');
  await reconcile(own, fileOf(a, c, d), 'late.csv');
  expect(await saidOf(own)).toEqual(only());
  await undoFile(own, id);
  expect(await saidOf(own)).toEqual(only(b));
});

test('a payment that a load calls confirmed, and no file has, is missing everywhere once a file covers it without a line', async () => {
  const own = await anotherMerchant(first);
  const [a, b, c, d] = await sold(own, true);
  expect(await saidOf(own)).toEqual(only());
  const { id } = await reconcile(own, fileOf(a, c, d), 'tuesday.csv');
  expect(await saidOf(own)).toEqual(only(b));
  // The file that says so was wrong: what stood before it was nobody's word, so nothing is called confirmed or missing.
  await undoFile(own, id);
  expect(await saidOf(own)).toEqual({ ...only(), list: only(a, b, c, d).list });
});

test('payments that a load calls confirmed are open once a file says that their days are without a file', async () => {
  const own = await anotherMerchant(first);
  const at = (day: number, amountMinor: number) => ({
    amountMinor,
    at: `2026-11-${day} 10:00`,
    isConfirmed: true,
  });
  const [before, lost, also, after] = (await sell(own, [
    at(15, 10_000),
    at(17, 20_000),
    at(18, 30_000),
    at(19, 40_000),
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, fileOf(before), 'sunday.csv');
  expect(await saidOf(own)).toEqual(only());
  const { result } = await reconcile(own, fileOf(after), 'thursday.csv');
  expect(result?.absent.map(({ kind, count }) => [kind, count])).toEqual([['withoutFile', 2]]);
  // They are called missing by nobody, and the calendar says of them what the verdict does.
  expect(await saidOf(own)).toEqual({ ...only(), list: only(lost, also).list });
  const month = await own.portal.call(
    getSettlementMonth,
    { query: { month: '2026-11' } },
    { token: own.token },
  );
  const parts = month.json<SettlementMonth>().totals.flatMap((total) => total.parts);
  expect(parts.map(({ state, count, grossMinor }) => [state, count, grossMinor])).toEqual([
    ['NO_FILE', 2, 50_000],
    ['CONFIRMED', 2, 50_000],
  ]);
  const late = await reconcile(own, fileOf(lost, also), 'late.csv');
  expect(late.verdict).toBe('BALANCED');
  expect(await saidOf(own)).toEqual(only());
});
