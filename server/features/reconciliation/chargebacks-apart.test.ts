/** Chargebacks stand beside what is to claim: nobody owes them, and the file is no more balanced for that. */
import {
  type BankFileDetail,
  type EntryFilter,
  listBankFiles,
  listEntries,
} from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { tenantRows } from '../../platform/database/database.ts';
import { migrateAgain, runAsOwner } from '../../platform/testing/migrated-again.ts';
import { typedLines } from '../exceptions/testing/chargeback-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

const world = await bankWorld();
const noCharges = { feeMinor: 0, vatMinor: 0 };

/** A file of Monday: a fee 20.00 too high, 50.00 taken as a chargeback, and 30.00 given back of another. */
async function withChargebacks() {
  const own = await anotherMerchant(world);
  const [dear, disputed, won] = (await sell(own, [
    { amountMinor: 30_000, at: '2026-11-16 11:00' },
    { amountMinor: 5_000, at: '2026-11-16 12:00' },
    { amountMinor: 3_000, at: '2026-11-16 13:00' },
  ])) as [Sold, Sold, Sold];
  const file = await reconcile(
    own,
    typedLines([
      [csvLineOf(dear, { feeMinor: dear.feeMinor + 2_000 }), 'Purchase'],
      [csvLineOf(disputed), 'Purchase'],
      [csvLineOf(won), 'Purchase'],
      [csvLineOf(disputed, { amountMinor: -5_000, ...noCharges }), 'Chargeback'],
      [csvLineOf(won, noCharges), 'Chargeback Reversal'],
    ]),
    'monday.csv',
  );
  return { own, file };
}

async function differencesOf(
  { portal, token }: BankWorld,
  id: string,
  outcome: EntryFilter,
): Promise<number[]> {
  const query = { outcome, limit: 50 };
  const answer = await portal.call(listEntries, { params: { id }, query }, { token });
  return answer.json().rows.map((row: { differenceMinor: number }) => row.differenceMinor);
}

const groupsOf = ({ result }: BankFileDetail) => {
  const [verdict] = result?.currencies ?? [];
  return { ...verdict?.groups, difference: verdict?.differenceMinor };
};

test('what is to claim has no chargeback in it, nor has what was paid too much; each opens what it counts', async () => {
  const { own, file } = await withChargebacks();
  expect(file.verdict).toBe('UNBALANCED');
  expect(groupsOf(file)).toEqual({ toClaim: -2_000, notDueYet: 0, paidTooMuch: 0, difference: -4_000 });
  expect(file.toClaim).toEqual([{ currency: 'SAR', amountMinor: 2_000 }]);
  expect(file.result?.currencies[0]?.groupCounts).toMatchObject({ toClaim: 1, paidTooMuch: 0, here: 3 });
  expect(await differencesOf(own, file.id, 'toClaim')).toEqual([-2_000]);
  expect(await differencesOf(own, file.id, 'paidTooMuch')).toEqual([]);
  expect((await differencesOf(own, file.id, 'chargeback')).toSorted((a, b) => a - b)).toEqual([
    -5_000, 3_000,
  ]);
  const steps = file.result?.currencies[0]?.steps ?? [];
  expect(steps.find(({ bar }) => bar === 'chargeback')).toMatchObject({ amountMinor: -2_000, group: null });
  const { portal, token } = own;
  const list = await portal.call(listBankFiles, { query: { limit: 10 } }, { token });
  expect(list.json().rows[0]).toMatchObject({ toClaim: [{ amountMinor: 2_000 }] });
});

test('a file whose one difference is a chargeback is not balanced, and claims nothing', async () => {
  const own = await anotherMerchant(world);
  const [disputed] = (await sell(own, [{ amountMinor: 5_000, at: '2026-11-16 12:00' }])) as [Sold];
  const taken = csvLineOf(disputed, { amountMinor: -5_000, ...noCharges });
  const file = await reconcile(
    own,
    typedLines([
      [csvLineOf(disputed), 'Purchase'],
      [taken, 'Chargeback'],
    ]),
  );
  expect(file.verdict).toBe('UNBALANCED');
  expect(file.toClaim).toEqual([{ currency: 'SAR', amountMinor: 0 }]);
});

test('a file that was judged before says the same after the migration', async () => {
  const { own } = await withChargebacks();
  const { portal, merchant } = own;
  const summaries = () =>
    tenantRows<{ summary: object }>(
      portal.db,
      merchant.merchantId,
      'SELECT summary FROM bank_files WHERE merchant_id = tenant_id()',
    );
  const now = await summaries();
  // As it was: both lines in the sums of the two sides, and the step of the side of what they come to.
  const asItWas = `
    ALTER TABLE bank_files NO FORCE ROW LEVEL SECURITY;
    UPDATE bank_files SET summary = jsonb_set(jsonb_set(jsonb_set(summary,
       '{currencies,0,groups}', '{"toClaim": -7000, "notDueYet": 0, "paidTooMuch": 3000}'),
       '{currencies,0,groupCounts}', summary #> '{currencies,0,groupCounts}' || '{"toClaim": 2, "paidTooMuch": 1}'),
       '{currencies,0,steps}', regexp_replace(summary #>> '{currencies,0,steps}',
         '("bar": "chargeback", "count": 2, "group": )null', '\\1"toClaim"')::jsonb)
     WHERE merchant_id = ${Number(merchant.merchantId)};
    ALTER TABLE bank_files FORCE ROW LEVEL SECURITY`;
  await runAsOwner(portal.database.url, asItWas);
  expect(await summaries()).not.toEqual(now);
  await migrateAgain(portal.database.url, 319);
  expect(await summaries()).toEqual(now);
});
