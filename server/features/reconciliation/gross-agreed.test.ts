/** A file that does not say what the bank kept is 'gross agreed' wherever its verdict is told, and asks nobody for anything. */
import { type Dashboard, getDashboard } from '@mizan/contract/dashboard.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { bankWorld, csvLineOf, csvOf, detailOf, reconcile, type Sold, sell } from './testing/bank-world.ts';

const world = await bankWorld();
const bare = (sale: Sold): string => `${csvLineOf(sale).split(',').slice(0, 6).join(',')},,,`;

test('in the list, its page, its history, the audit log and the dashboard', async () => {
  const { portal, token, merchant } = world;
  const sales = (await sell(world, [
    { amountMinor: 10_000, at: '2026-11-20 09:00' },
    { amountMinor: 20_000, at: '2026-11-20 10:00' },
    { amountMinor: 30_000, at: '2026-11-20 11:00' },
  ])) as [Sold, Sold, Sold];
  const lacking = await reconcile(world, csvOf([bare(sales[0]), bare(sales[2])]), 'bare.csv');
  expect(lacking.verdict).not.toBe('GROSS_AGREED');
  await reconcile(world, csvOf([csvLineOf(sales[1])]), 'rest.csv');
  const file = await detailOf(world, lacking.id);
  expect(file).toMatchObject({
    state: 'DONE',
    verdict: 'GROSS_AGREED',
    isOpen: false,
    result: { verdict: 'GROSS_AGREED', isGrossOnly: true, isGrossInPart: false, absent: [] },
    history: [{ verdict: 'GROSS_AGREED', cause: { kind: 'fileCame' } }, { verdict: lacking.verdict }],
  });
  const listed = async (query: { only?: 'open' }) =>
    (await portal.call(contract.listBankFiles, { query }, { token }))
      .json<{ rows: contract.BankFileRow[] }>()
      .rows.map(({ id, verdict }) => [id, verdict]);
  expect(await listed({})).toContainEqual([file.id, 'GROSS_AGREED']);
  expect(await listed({ only: 'open' })).toEqual([]);
  const { attention } = (await portal.call(getDashboard, { query: {} }, { token })).json<Dashboard>();
  expect(attention.filter(({ bankFileId }) => bankFileId !== null)).toEqual([]);
  const facts = await platformRows<{ after: object; before: object }>(
    portal.db,
    `SELECT before, after FROM audit_entries WHERE merchant_id = $1 AND action = 'bankFiles.judgedAgain'`,
    [merchant.merchantId],
  );
  expect(facts).toMatchObject([{ before: { verdict: lacking.verdict }, after: { verdict: 'GROSS_AGREED' } }]);
});
