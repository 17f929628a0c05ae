import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { tenantRows } from '../../platform/database/database.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

const world = await bankWorld();

/** A file whose lines say on which day and in which batch the bank settles them. */
const settledCsv = (...lines: [Sold, string, string, Partial<Sold>?][]): string =>
  [
    `${csvHeader},Settlement Date,Batch No`,
    ...lines.map(([sale, day, batch, change]) => `${csvLineOf(sale, change)},${day},${batch}`),
    '',
  ].join('\n');

async function soldOne(): Promise<{ own: BankWorld; sale: Sold }> {
  const own = await anotherMerchant(world);
  const [sale] = await sell(own, [{ amountMinor: 10_000 }]);
  return { own, sale: sale as Sold };
}

/** How many payments the bank has confirmed. */
async function confirmedCount({ portal, merchant }: BankWorld): Promise<number> {
  const rows = await tenantRows(
    portal.db,
    merchant.merchantId,
    'SELECT 1 FROM transactions WHERE merchant_id = tenant_id() AND bank_confirmed_at IS NOT NULL',
  );
  return rows.length;
}

test('a line that comes again with the same figures is quiet, and says which line of which file has its payment', async () => {
  const { own, sale } = await soldOne();
  const first = await reconcile(own, settledCsv([sale, '2026-11-23', '7']), 'najd_pos_20261119.csv');
  const again = await reconcile(own, `${settledCsv([sale, '2026-11-23', '7'])}\n`);
  expect(again).toMatchObject({ verdict: 'BALANCED', exceptionCount: 0 });
  expect(await entriesOf(own, again.id, 'confirmedBefore')).toMatchObject([
    {
      params: { bankFileId: first.id, line: 2 },
      earlier: { bankFileId: first.id, fileName: 'najd_pos_20261119.csv', line: 2 },
      portalMinor: 10_000,
      bankMinor: 10_000,
      differenceMinor: 0,
    },
  ]);
  const exported = await own.portal.call(
    contract.exportEntries,
    { params: { id: again.id }, query: { format: 'csv', outcome: 'confirmedBefore' } },
    { token: own.token },
  );
  expect(exported.body).toContain('Already confirmed: najd_pos_20261119.csv, line 2');
  expect(await confirmedCount(own)).toBe(1);
  const { result } = await detailOf(own, again.id);
  expect(result?.currencies[0]?.steps.map(({ bar, amountMinor }) => [bar, amountMinor])).toMatchObject([
    ['portalTotal', 0],
    ['confirmedBefore', 10_000],
    ['charges', expect.any(Number)],
    ['expected', expect.any(Number)],
    ['bankTotal', expect.any(Number)],
  ]);
});

test('settled on another day or in another batch it is a duplicate, a difference', async () => {
  const { own, sale } = await soldOne();
  const first = await reconcile(own, settledCsv([sale, '2026-11-23', '7']));
  const otherDay = await reconcile(own, settledCsv([sale, '2026-11-24', '7']));
  expect(otherDay.verdict).toBe('UNBALANCED');
  expect(await entriesOf(own, otherDay.id, 'duplicate')).toMatchObject([
    { reason: 'claimed', params: { bankFileId: first.id, line: 2 }, differenceMinor: 10_000 },
  ]);
  const otherBatch = await reconcile(own, settledCsv([sale, '2026-11-23', '8']));
  expect(await entriesOf(own, otherBatch.id, 'duplicate')).toHaveLength(1);
});

test('corrected figures are a difference to the earlier line, until a person lets the new file replace the earlier', async () => {
  const { own, sale } = await soldOne();
  const first = await reconcile(own, settledCsv([sale, '2026-11-23', '7']));
  const dearer = await reconcile(
    own,
    settledCsv([sale, '2026-11-23', '7', { feeMinor: sale.feeMinor + 30 }]),
  );
  expect(await entriesOf(own, dearer.id, 'feeDiffers')).toMatchObject([
    {
      reason: 'corrected',
      params: {
        bankFileId: first.id,
        line: 2,
        amountMinor: 10_000,
        chargeMinor: sale.feeMinor + sale.vatMinor,
      },
      differenceMinor: -30,
    },
  ]);
  const less = await reconcile(own, settledCsv([sale, '2026-11-23', '7', { amountMinor: 9_000 }]));
  expect(await entriesOf(own, less.id, 'amountDiffers')).toMatchObject([
    // Held against the line that came last, which had kept 30 more.
    {
      reason: 'corrected',
      params: { bankFileId: dearer.id },
      portalMinor: 10_000,
      bankMinor: 9_000,
      differenceMinor: -970,
    },
  ]);
});

test('after an undo of the earlier file the payment is free, and the line confirms it', async () => {
  const { own, sale } = await soldOne();
  const first = await reconcile(own, settledCsv([sale, '2026-11-23', '7']));
  await own.portal.call(contract.undoBankFile, { params: { id: first.id } }, { token: own.token });
  await own.runner.idle();
  const again = await reconcile(own, `${settledCsv([sale, '2026-11-23', '7'])}\n`);
  expect(await entriesOf(own, again.id, 'confirmedBefore')).toEqual([]);
  expect(await confirmedCount(own)).toBe(1);
});

test('an exact key finds its payment however late, and the file of its own days knows that it is taken', async () => {
  const own = await anotherMerchant(world);
  const [old, today] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-09-10 12:00' },
    { amountMinor: 20_000 },
  ])) as [Sold, Sold];
  const late = await reconcile(own, settledCsv([old, '2026-11-23', '7'], [today, '2026-11-23', '7']));
  expect(late).toMatchObject({ verdict: 'BALANCED', exceptionCount: 0 });
  expect(await confirmedCount(own)).toBe(2);
  const itsOwn = await reconcile(own, settledCsv([old, '2026-09-11', '1']));
  expect(await entriesOf(own, itsOwn.id, 'duplicate')).toMatchObject([
    { reason: 'claimed', params: { bankFileId: late.id, line: 2 }, differenceMinor: 10_000 },
  ]);
});

test('a refund reported under the RRN of its sale is found however late, and deducted again it is a duplicate', async () => {
  const own = await anotherMerchant(world);
  const [old, refund, sale] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-09-10 12:00' },
    { amountMinor: 4_000, type: 'REFUND', at: '2026-09-11 21:30' },
    { amountMinor: 20_000 },
  ])) as [Sold, Sold, Sold];
  await tenantRows(
    own.portal.db,
    own.merchant.merchantId,
    'UPDATE transactions SET original_id = $1 WHERE merchant_id = tenant_id() AND id = $2',
    [old.id, refund.id],
  );
  const named = { rrn: old.rrn, approvalCode: '', at: '2026-11-20 15:00' };
  const late = await reconcile(
    own,
    settledCsv([refund, '2026-11-23', '7', named], [sale, '2026-11-23', '7']),
  );
  expect(late).toMatchObject({ verdict: 'BALANCED', exceptionCount: 0 });
  expect(await entriesOf(own, late.id, 'matched')).toMatchObject([
    { transactionId: refund.id, matchedBy: 'originalRrn' },
    { transactionId: sale.id, matchedBy: 'rrn' },
  ]);
  expect(await confirmedCount(own)).toBe(2);
  const again = await reconcile(own, settledCsv([refund, '2026-11-24', '8', named]));
  expect(await entriesOf(own, again.id)).toMatchObject([
    { outcome: 'duplicate', reason: 'claimed', params: { bankFileId: late.id, line: 2 } },
  ]);
});
