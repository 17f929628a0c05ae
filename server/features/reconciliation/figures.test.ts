/** The figures of a verdict and the entries that they open, page by page: plainly matched ones lie in blocks. */
import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import { amountIn } from '@mizan/contract/entry-figures.ts';
import type { FigureFilter } from '@mizan/contract/entry-parts.ts';
import { type BankFileDetail, type EntryFilter, listEntries } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { inTenant } from '../../platform/database/database.ts';
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
    notJudged: bar('notJudged'),
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
    ['notJudged', 0],
    ['bank', 13],
    ['here', 4],
    ['toClaim', 3],
    ['paidTooMuch', 1],
  ]);
  expect(verdict?.groupCounts).toEqual({
    toClaim: 3,
    paidTooMuch: 1,
    here: 4,
    bank: 13,
    charges: 12,
    notJudged: 0,
  });
});

/** The bank's total and the charges of each kind, and what the entries that each opens add up to. */
async function figuresOf(own: BankWorld, file: BankFileDetail) {
  const [verdict] = file.result?.currencies ?? [];
  const bar = (name: string): number => verdict?.steps.find((step) => step.bar === name)?.amountMinor ?? 0;
  const figures = [
    ['charges', bar('charges')],
    ['notJudged', bar('notJudged')],
    ['bank', bar('bankTotal')],
  ] as const;
  return Promise.all(
    figures.map(async ([figure, amountMinor]) => {
      const rows = await walked(own, file.id, { outcome: figure });
      const sum = rows.reduce((all, row) => all + amountIn[figure](row), 0) + 0;
      expect([figure, rows.length, sum]).toEqual([figure, verdict?.groupCounts?.[figure], amountMinor]);
      return { figure, count: rows.length, sum };
    }),
  );
}

test('charges of which some are agreed and some as the bank took them each open their own lines, in blocks too', async () => {
  const own = await anotherMerchant(world);
  const at = '2026-11-18 14:05';
  const sales = await sell(
    own,
    Array.from({ length: 14 }, (_, index) => ({ amountMinor: 10_000 + 100 * index, at })),
  );
  const unagreed = sales.filter((_, index) => index % 3 === 0 || index === 7);
  await inTenant(own.portal.db, own.merchant.merchantId, (tx) =>
    tx.change(
      `UPDATE expectations SET fee_minor = NULL, vat_minor = NULL, net_minor = NULL
        WHERE merchant_id = tenant_id() AND transaction_id = ANY ($1::bigint[])`,
      [unagreed.map(({ id }) => id)],
    ),
  );
  const lines = sales.map((sale, index) =>
    csvLineOf(sale, {
      ...(index === 7 && { amountMinor: 9_000 }),
      feeMinor: sale.feeMinor + (index === 8 ? 50 : 0),
    }),
  );
  const file = await reconcile(own, csvOf(lines));
  const chargeOf = (some: readonly Sold[]): number =>
    some.reduce((sum, { feeMinor, vatMinor }) => sum - feeMinor - vatMinor, 0);
  const found = await figuresOf(own, file);
  const agreed = sales.filter((sale) => !unagreed.includes(sale));
  expect(found.slice(0, 2)).toEqual([
    { figure: 'charges', count: agreed.length, sum: chargeOf(agreed) },
    { figure: 'notJudged', count: unagreed.length, sum: chargeOf(unagreed) },
  ]);
});

test("the bank's total and the charges of a file of sums are its payments and what each sum kept back of them", async () => {
  const own = await anotherMerchant(world);
  const days = ['2026-11-16', '2026-11-17', '2026-11-18'];
  const sales = await sell(
    own,
    days.flatMap((day, index) =>
      Array.from({ length: 3 }, (_, place) => ({
        amountMinor: 10_000 * (index + 1) + 700 * place,
        at: `${day} 1${place}:05`,
      })),
    ),
  );
  const lines = days.map((day, index) => {
    const own = sales.filter(({ at }) => at.startsWith(day));
    const sum = (of: (sale: Sold) => number): number => own.reduce((all, sale) => all + of(sale), 0);
    // The second takes more than was agreed, and the third pays less than was sold.
    const [gross, fee] = [sum(({ amountMinor }) => amountMinor), sum(({ feeMinor }) => feeMinor)];
    const paid = index === 2 ? gross - 150 : gross;
    const taken = index === 1 ? fee + 300 : fee;
    const vat = sum(({ vatMinor }) => vatMinor);
    const text = (minor: number): string => (minor / 100).toFixed(2);
    return [own[0]?.tid, day, 'MADA', text(paid), text(taken), text(vat), text(paid - taken - vat)].join();
  });
  const head = 'Terminal ID,Transaction Date,Card Scheme,Amount,Commission,VAT,Net Amount';
  const file = await reconcile(own, [head, ...lines, ''].join('\n'));
  const [charges, , bank] = await figuresOf(own, file);
  const agreed = sales.reduce((sum, { feeMinor, vatMinor }) => sum - feeMinor - vatMinor, 0);
  const gross = sales.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect([charges, bank]).toEqual([
    { figure: 'charges', count: 3, sum: agreed },
    { figure: 'bank', count: 12, sum: gross + agreed - 300 - 150 },
  ]);
  // Each sum says what it kept back, and is not one more payment that was confirmed.
  const kept = await walked(own, file.id, { outcome: 'sums' });
  expect(kept).toMatchObject([
    { lines: [2], transactionId: null, portalMinor: null, bankMinor: 0, differenceMinor: 0 },
  ]);
  expect(await walked(own, file.id, { outcome: 'matched' })).toHaveLength(9);
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
