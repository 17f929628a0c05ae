/** The figures of a verdict and the entries that they open, page by page: plainly matched ones lie in blocks. */
import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import { amountIn } from '@mizan/contract/entry-figures.ts';
import { type EntryFilter, type FigureFilter, listEntries } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

const world = await bankWorld();

/** Every entry of a filter, in pages of two. */
async function walked(
  { portal, token }: BankWorld,
  id: string,
  query: { outcome: EntryFilter; holes?: string },
): Promise<BankFileEntry[]> {
  const rows: BankFileEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const answer = await portal.call(
      listEntries,
      { params: { id }, query: { ...query, after, limit: 2 } },
      { token },
    );
    expect(answer.statusCode).toBe(200);
    const page: { rows: BankFileEntry[]; nextAfter: number | null } = answer.json();
    rows.push(...page.rows);
    after = page.nextAfter;
  }
  return rows;
}

test('portal total, charges, bank total and the difference in what is here are the sums of the entries that they open', async () => {
  const own = await anotherMerchant(world);
  const at = '2026-11-18 14:05';
  const sales = await sell(own, [
    ...Array.from({ length: 9 }, (_, index) => ({ amountMinor: 10_000 + index, at })),
    { amountMinor: 4_500, type: 'REFUND' as const, at },
    { amountMinor: 124_000, at },
    { amountMinor: 451_300, at },
    { amountMinor: 51_250, at },
  ]);
  const [less, dear] = sales.slice(10) as [Sold, Sold];
  const lines = [
    ...sales.slice(0, 10).map((sale) => csvLineOf(sale)),
    csvLineOf(less, { amountMinor: 100_000 }),
    csvLineOf(dear, { feeMinor: dear.feeMinor + 500 }),
    csvLineOf(less, { rrn: '999000111222', approvalCode: '999001' }),
  ];
  const { id, result } = await reconcile(own, csvOf(lines));
  const [verdict] = result?.currencies ?? [];
  const bar = (name: string): number => verdict?.steps.find((step) => step.bar === name)?.amountMinor ?? 0;
  const figures: Record<FigureFilter, number> = {
    portal: bar('portalTotal'),
    charges: bar('charges'),
    bank: verdict?.bankMinor ?? 0,
    // Everything was due: nothing waits.
    here: verdict?.differenceMinor ?? 0,
    toClaim: verdict?.groups.toClaim ?? 0,
    paidTooMuch: verdict?.groups.paidTooMuch ?? 0,
  };
  const said: unknown[] = [];
  for (const [figure, amountMinor] of Object.entries(figures) as [FigureFilter, number][]) {
    const rows = await walked(own, id, { outcome: figure });
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length);
    expect([figure, rows.reduce((sum, row) => sum + amountIn[figure](row), 0)]).toEqual([
      figure,
      amountMinor,
    ]);
    said.push([figure, rows.length]);
  }
  expect(said).toEqual([
    ['portal', 13],
    ['charges', 12],
    ['bank', 13],
    ['here', 4],
    ['toClaim', 3],
    ['paidTooMuch', 1],
  ]);
  expect(verdict?.groupCounts).toEqual({ toClaim: 3, paidTooMuch: 1, here: 4, bank: 13, charges: 12 });
});

test('what of a hole is past its due day opens as many payments as it says', async () => {
  const own = await anotherMerchant(world);
  // Mada is due on the next working day, Visa within three: of the same day one is missing and the other waits.
  const at = '2026-11-18 14:05';
  const sales = await sell(own, [
    { amountMinor: 10_000, at },
    { amountMinor: 20_000, at },
    { amountMinor: 30_000, at, scheme: 'Visa' },
    { amountMinor: 40_000, at: '2026-11-18 15:05', scheme: 'Visa' },
    { amountMinor: 50_000, at: '2026-11-19 12:05' },
  ]);
  const lines = sales.filter(({ amountMinor }) => amountMinor === 40_000 || amountMinor === 50_000);
  const { id, result } = await reconcile(own, csvOf(lines.map((sale) => csvLineOf(sale))));
  const holes = result?.holes ?? [];
  const counts = await Promise.all(
    holes.map(
      async (_, index) =>
        (await walked(own, id, { outcome: 'missingInBank', holes: String(index + 1) })).length,
    ),
  );
  expect(counts).toEqual(holes.map(({ missingCount }) => missingCount));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
  expect(await walked(own, id, { outcome: 'missingInBank', holes: '900' })).toEqual([]);
});
