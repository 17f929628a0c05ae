/** A file in a currency in which the merchant has no payment says so before anything is asked of it, and never by a guess. */
import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { expect, test } from 'vitest';
import { inTenant } from '../../platform/database/database.ts';
import { anotherMerchant, type BankWorld, bankWorld, detailOf, sell, upload } from './testing/bank-world.ts';

const world = await bankWorld();

const lines = ['EUR', 'EUR', 'EUR', 'EUR'];
const textOf = (currencies: readonly string[], title = 'Amount'): string =>
  [
    `Terminal ID,RRN,Transaction Date,${title},Currency`,
    ...currencies.map(
      (currency, at) => `99001122,93260912000${at},2026-11-20 1${at}:05,${at + 1}0.50,${currency}`,
    ),
    '',
  ].join('\n');

async function proposed(own: BankWorld, text: string): Promise<LayoutProposal['otherCurrency']> {
  const { bankFile } = (await upload(own, text)).json<{ bankFile: { id: string } }>();
  await own.runner.idle();
  const { proposal } = await detailOf(own, bankFile.id);
  if (!proposal?.whole) throw new Error('the file waits to be confirmed');
  return proposal.otherCurrency;
}

async function shopWith(count: number): Promise<BankWorld> {
  const own = await anotherMerchant(world);
  await sell(
    own,
    Array.from({ length: count }, (_, at) => ({ amountMinor: 1_000 * (at + 1), at: `2026-11-20 1${at}:05` })),
  );
  return own;
}

test.each([
  ['a column of currencies', textOf(lines), ['EUR']],
  ['its heading', textOf(['', '', '', ''], 'Amount (USD)'), ['USD']],
  ['lines of two', textOf(['EUR', 'USD', 'EUR', 'USD']), ['USD', 'EUR']],
])('by %s', async (_, text, file) => {
  const own = await shopWith(4);
  expect(await proposed(own, text)).toEqual({ file, shop: ['SAR'] });
});

test.each([
  ['no line says one', textOf(['', '', '', ''])],
  ['it is in riyals', textOf(['SAR', 'SAR', 'SAR', 'SAR'])],
  ['one line is in riyals', textOf(['EUR', 'SAR', 'EUR', 'EUR'])],
  ['one line does not say it', textOf(['EUR', '', 'EUR', 'EUR'])],
  ['one line is in a currency that nobody keeps', textOf(['EUR', 'AED', 'EUR', 'EUR'])],
])('nothing is said where %s', async (_, text) => {
  const own = await shopWith(4);
  expect(await proposed(own, text)).toBeNull();
});

test('nothing is said where the shop has a payment in it, whether or not the file has it', async () => {
  const own = await shopWith(1);
  await inTenant(own.portal.db, own.merchant.merchantId, (tx) =>
    tx.change("UPDATE expectation_days SET currency = 'EUR' WHERE merchant_id = tenant_id()"),
  );
  expect(await proposed(own, textOf(lines))).toBeNull();
});

test('nothing is said to a shop without any payment', async () => {
  const own = await shopWith(0);
  expect(await proposed(own, textOf(lines))).toBeNull();
});

test('a currency that no line says is none to a shop without riyals either', async () => {
  const own = await shopWith(1);
  await inTenant(own.portal.db, own.merchant.merchantId, (tx) =>
    tx.change("UPDATE expectation_days SET currency = 'USD' WHERE merchant_id = tenant_id()"),
  );
  expect(await proposed(own, textOf(['', '', '', '']))).toBeNull();
  expect(await proposed(own, textOf(lines))).toEqual({ file: ['EUR'], shop: ['USD'] });
});
