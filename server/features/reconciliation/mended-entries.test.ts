/**
 * Lines that somebody set right, page by page: each number of the screen opens its entries, and they add up to it
 * (docs/decisions/0104-lines-by-hand-and-by-earlier-file.md).
 */
import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import { getEarlierFiles } from '@mizan/contract/earlier-files.ts';
import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import { makeHandMatch } from '@mizan/contract/hand-matches.ts';
import {
  type EntryFilter,
  exportEntries,
  listEntries,
  listRejectedLines,
} from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  detailOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

const world = await bankWorld();
const at = '2026-11-18 14:05';

/** Every entry of a filter, in pages of one. */
async function walked(
  { portal, token }: BankWorld,
  id: string,
  query: { outcome: EntryFilter } & EntryParts,
): Promise<BankFileEntry[]> {
  const rows: BankFileEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const answer = await portal.call(
      listEntries,
      { params: { id }, query: { ...query, after, limit: 1 } },
      { token },
    );
    expect(answer.statusCode).toBe(200);
    const page: { rows: BankFileEntry[]; nextAfter: number | null } = answer.json();
    rows.push(...page.rows);
    after = page.nextAfter;
  }
  return rows;
}
async function exportedRows(
  { portal, token }: BankWorld,
  id: string,
  query: EntryParts & { outcome: EntryFilter },
) {
  const answer = await portal.call(
    exportEntries,
    { params: { id }, query: { format: 'csv', ...query } },
    { token },
  );
  expect(answer.statusCode).toBe(200);
  return answer.body;
}
const linesOf = (rows: readonly BankFileEntry[]): (number | undefined)[] => rows.map(({ lines }) => lines[0]);
const sumOf = (rows: readonly BankFileEntry[], of: 'portalMinor' | 'bankMinor' | 'differenceMinor'): number =>
  rows.reduce((sum, row) => sum + (row[of] ?? 0), 0);

test('repeated and corrected lines open by the one of several earlier files that they speak of', async () => {
  const own = await anotherMerchant(world);
  const sales = (await sell(
    own,
    Array.from({ length: 6 }, (_, index) => ({ amountMinor: 10_000 + index * 1_000, at })),
  )) as [Sold, Sold, Sold, Sold, Sold, Sold];
  const line = (sale: Sold): string => csvLineOf(sale);
  const first = await reconcile(own, csvOf(sales.slice(0, 3).map(line)), 'first.csv');
  const second = await reconcile(own, csvOf(sales.slice(3, 5).map(line)), 'second.csv');
  const wrong = (sale: Sold): string => csvLineOf(sale, { amountMinor: sale.amountMinor + 700 });
  const again = await reconcile(
    own,
    csvOf([line(sales[0]), wrong(sales[1]), line(sales[2]), line(sales[3]), wrong(sales[4]), line(sales[5])]),
    'again.csv',
  );
  const { asked, corrected } = (
    await own.portal.call(getEarlierFiles, { params: { id: again.id } }, { token: own.token })
  ).json<{ asked: Told[]; corrected: Told[] }>();
  interface Told {
    bankFileId: string;
    currency: 'SAR';
    count: number;
    bankMinor: number;
    differenceMinor: number;
  }
  expect(asked.map(({ bankFileId, count }) => [bankFileId, count])).toEqual([
    [first.id, 2],
    [second.id, 1],
  ]);
  for (const { bankFileId: earlier, currency, count, bankMinor } of asked) {
    const rows = await walked(own, again.id, { outcome: 'sameAsBefore', earlier, currency });
    expect([rows.length, sumOf(rows, 'bankMinor')]).toEqual([count, bankMinor]);
    expect(new Set(rows.map((row) => row.earlier?.bankFileId))).toEqual(new Set([earlier]));
  }
  expect(corrected.map(({ bankFileId, count }) => [bankFileId, count])).toEqual([
    [first.id, 1],
    [second.id, 1],
  ]);
  for (const { bankFileId: earlier, count, differenceMinor } of corrected) {
    const rows = await walked(own, again.id, { outcome: 'corrected', earlier });
    expect([rows.length, sumOf(rows, 'differenceMinor')]).toEqual([count, differenceMinor]);
  }
  const query = { outcome: 'corrected', earlier: second.id } as const;
  expect(linesOf(await walked(own, again.id, query))).toEqual([6]);
  expect(linesOf(await walked(own, again.id, { outcome: 'corrected' }))).toEqual([3, 6]);
  // Neither another currency, nor a file that it does not speak of, nor another outcome has any.
  for (const none of [
    { ...query, currency: 'USD' },
    { ...query, earlier: again.id },
    { outcome: 'matched', earlier: first.id },
  ] as const)
    expect(await walked(own, again.id, none)).toEqual([]);
  const file = await exportedRows(own, again.id, query);
  const { rrn } = sales[4];
  expect([file.includes(rrn), file.includes(sales[1].rrn)]).toEqual([true, false]);
});

test('lines joined by hand open as the entries that they are: one line of two payments, and two lines of one', async () => {
  const own = await anotherMerchant(world);
  const sales = (await sell(
    own,
    [25_000, 13_850, 30_000, 50_000].map((amountMinor) => ({ amountMinor, at })),
  )) as [Sold, Sold, Sold, Sold];
  const strange = (amountMinor: number, rrn: string): string =>
    csvLineOf(sales[0], { amountMinor, rrn, approvalCode: rrn.slice(-6), lastFour: '0009' });
  const { id } = await reconcile(
    own,
    csvOf([
      csvLineOf(sales[3]),
      strange(38_850, '999000111222'),
      strange(10_000, '999000111333'),
      strange(20_000, '999000111444'),
    ]),
  );
  const join = async (lines: number[], payments: Sold[]): Promise<void> => {
    const body = { lines, transactionIds: payments.map((sale) => sale.id), note: 'seen by the bank' };
    const answer = await own.portal.call(makeHandMatch, { params: { id }, body }, { token: own.token });
    expect([answer.statusCode, answer.body]).toEqual([
      answer.statusCode < 300 ? answer.statusCode : 200,
      answer.body,
    ]);
    await own.runner.idle();
  };
  await join([3], [sales[0], sales[1]]);
  await join([4, 5], [sales[2]]);
  const { result } = await detailOf(own, id);
  const rows = await walked(own, id, { outcome: 'byHand' });
  expect(rows.every(({ matchedBy }) => matchedBy === 'hand')).toBe(true);
  expect(result?.byHand).toEqual({ lines: 3, transactions: 3, entries: rows.length });
  expect(new Set(linesOf(rows)).size).toBe(3);
  expect(new Set(rows.flatMap(({ transactionId }) => transactionId ?? [])).size).toBe(3);
  expect(sumOf(rows, 'portalMinor')).toBe(68_850);
});

test('the lines of a total that the bank wrote open by their rows, matched or not, and add up to it', async () => {
  const own = await anotherMerchant(world);
  const sales = (await sell(
    own,
    [10_000, 20_000, 30_000, 40_000].map((amountMinor) => ({ amountMinor, at })),
  )) as [Sold, Sold, Sold, Sold];
  const total = (amount: string): string => `Total,,,2026-11-18,,${amount},,,`;
  const strange = csvLineOf(sales[0], {
    amountMinor: 5_000,
    rrn: '999000111222',
    approvalCode: '111222',
    lastFour: '0009',
  });
  const { id } = await reconcile(
    own,
    csvOf([
      csvLineOf(sales[0]),
      csvLineOf(sales[1]),
      total('300.00'),
      csvLineOf(sales[2]),
      strange,
      csvLineOf(sales[3]),
      total('751.00'),
    ]),
  );
  const notes = await own.portal.call(
    listRejectedLines,
    { params: { id }, query: { kind: 'NOT_COUNTED' } },
    { token: own.token },
  );
  const totals = listRejectedLines.output.parse(notes.json()).rows.map((row) => row.total);
  expect(totals).toMatchObject([
    { isRun: true, fromLine: 2, toLine: 3, sum: 30_000, agrees: true },
    { isRun: true, fromLine: 5, toLine: 7, sum: 75_000, agrees: false },
  ]);
  for (const closed of totals) {
    const query = { outcome: 'all', rows: `${closed?.fromLine}-${closed?.toLine}` } as const;
    const rows = await walked(own, id, query);
    expect([rows.length, sumOf(rows, 'bankMinor')]).toEqual([closed?.lineCount, closed?.sum]);
    // The file for a table says how many rows it has, by counting these.
    const file = await exportedRows(own, id, query);
    expect(rows.every(({ rrn }) => rrn !== null && file.includes(rrn))).toBe(true);
  }
  expect(await walked(own, id, { outcome: 'matched', rows: '2-3' })).toEqual([]);
});

test('the lines of totals whose batches are mingled open by their rows, and of no other note', async () => {
  const own = await anotherMerchant(world);
  const amounts = [10_000, 20_000, 30_000, 40_000];
  const sales = await sell(
    own,
    amounts.map((amountMinor) => ({ amountMinor, at })),
  );
  const batched = (sold: Sold, batch: string): string => `${csvLineOf(sold)},${batch}`;
  const total = (batch: string, amount: string): string => `Total,,,,,${amount},,,,${batch}`;
  const [head, ...lines] = csvOf([
    ...sales.map((sold, at) => batched(sold, at % 2 === 0 ? '7' : '8')),
    total('7', '400.00'),
    total('8', '600.00'),
  ]).split('\n');
  const { id } = await reconcile(own, [`${head},Batch Number`, ...lines].join('\n'));
  const notes = await own.portal.call(
    listRejectedLines,
    { params: { id }, query: { kind: 'NOT_COUNTED' } },
    { token: own.token },
  );
  const { rows: found } = listRejectedLines.output.parse(notes.json());
  expect(found.map(({ total }) => [total?.sum, total?.isRun, total?.hasRows])).toEqual([
    [40_000, false, true],
    [60_000, false, true],
  ]);
  for (const { seq, total } of found) {
    const query = { outcome: 'all', total: String(seq) } as const;
    const rows = await walked(own, id, query);
    expect([rows.length, sumOf(rows, 'bankMinor')]).toEqual([total?.lineCount, total?.sum]);
    const file = await exportedRows(own, id, query);
    expect(rows.every(({ rrn }) => rrn !== null && file.includes(rrn))).toBe(true);
  }
  expect(await walked(own, id, { outcome: 'all', total: '900' })).toEqual([]);
});
