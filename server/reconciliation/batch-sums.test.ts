/** A row without a key that is as much as all lines of its batch is the bank's sum of them where every such row is; else nobody knows. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldsOf, sold, type TrialPayment, tryBankFile } from './bank-file-trial.ts';

const head = 'Terminal ID,RRN,Transaction Date,Batch,Amount,Fee,VAT,Net';
const cells = (minor: number): string => {
  const fee = Math.round(minor / 125);
  const vat = Math.round((fee * 15) / 100);
  return [minor, fee, vat, minor - fee - vat].map((each) => (each / 100).toFixed(2)).join(',');
};
const saleOf = (id: number, minor = 10_000): TrialPayment => {
  const feeMinor = Math.round(minor / 125);
  const vatMinor = Math.round((feeMinor * 15) / 100);
  return { ...sold(id, `22 12:${String(id).padStart(2, '0')}`), amountMinor: minor, feeMinor, vatMinor };
};
const lineOf = (sale: TrialPayment, batch: number): string =>
  `88501158,${sale.rrn},22/11/2026,${batch},${cells(Number(sale.amountMinor))}`;
const sumOf = (batch: number, minor: number, terminal = '88501158'): string =>
  `${terminal},,22/11/2026,${batch},${cells(minor)}`;

const judged = async (rows: readonly string[], payments: readonly TrialPayment[]) => {
  const file = [head, ...rows, ''].join('\n');
  const { summary, entries } = await tryBankFile(file, payments, { layout: { fields: fieldsOf(file) } });
  return {
    verdict: summary.verdict,
    groups: summary.bridges[0]?.groups,
    totals: summary.totals.map(({ line, agrees }) => `${line} ${agrees}`),
    listed: summary.notCounted.rows.map(({ line, kind }) => `${line} ${kind}`),
    told: entries
      .filter(({ outcome }) => outcome !== 'matched')
      .map((each) =>
        [each.outcome, each.line, each.transaction_id, each.reason].map((one) => one ?? '-').join(' '),
      ),
  };
};
const nothing = { toClaim: 0, notDueYet: 0, paidTooMuch: 0 };
const [one, two, three, four] = [1, 2, 3, 4].map((id) => saleOf(id)) as [
  TrialPayment,
  TrialPayment,
  TrialPayment,
  TrialPayment,
];

describe('every such row is as much as the lines of its batch', () => {
  test.each([
    ['with its terminal', '88501158'],
    ['without', ''],
  ])('%s: totals, listed and compared', async (_, terminal) => {
    const rows = [
      lineOf(one, 12),
      lineOf(two, 12),
      sumOf(12, 20_000, terminal),
      lineOf(three, 13),
      sumOf(13, 10_000, terminal),
    ];
    expect(await judged(rows, [one, two, three])).toEqual({
      verdict: 'BALANCED',
      groups: nothing,
      totals: ['4 true', '6 true'],
      listed: ['4 total', '6 total'],
      told: [],
    });
  });

  test('a sale that has no line is missing all the same', async () => {
    const rows = [lineOf(one, 12), lineOf(three, 12), sumOf(12, 20_000), lineOf(four, 13), sumOf(13, 10_000)];
    const result = await judged(rows, [one, saleOf(2, 7_700), three, four]);
    expect(result).toMatchObject({ totals: ['4 true', '6 true'], told: ['missingInBank - 2 nothingNear'] });
  });
});

describe('it is not certain', () => {
  test('one batch alone', async () => {
    expect(await judged([lineOf(one, 12), lineOf(two, 12), sumOf(12, 20_000)], [one, two])).toMatchObject({
      verdict: 'INCOMPLETE',
      groups: nothing,
      told: ['undecidedSum 4 - mayBeTotal'],
    });
  });

  test('above its lines', async () => {
    const rows = [sumOf(12, 20_000), lineOf(one, 12), lineOf(two, 12), sumOf(13, 10_000), lineOf(three, 13)];
    expect(await judged(rows, [one, two, three])).toMatchObject({
      verdict: 'INCOMPLETE',
      groups: nothing,
      told: ['undecidedSum 2 - mayBeTotal', 'undecidedSum 5 - mayBeTotal'],
    });
  });

  test('one of them is another sum: that one is paid too much, the others may be sums', async () => {
    const rows = [lineOf(one, 12), lineOf(two, 12), sumOf(12, 20_000), lineOf(three, 13), sumOf(13, 7_000)];
    expect(await judged(rows, [one, two, three])).toMatchObject({
      verdict: 'UNBALANCED',
      groups: { ...nothing, paidTooMuch: 7_000 },
      told: ['missingInPortal 6 - noKey', 'undecidedSum 4 - mayBeTotal'],
    });
  });

  test('a sale of that amount has no line: it may be its line', async () => {
    const sum = saleOf(4, 20_000);
    const result = await judged([lineOf(one, 12), lineOf(two, 12), sumOf(12, 20_000)], [one, two, sum]);
    expect(result.groups).toMatchObject({ toClaim: 0, paidTooMuch: 0 });
  });

  test('a sale without a line is as much as one of them: it is confirmed by no sum', async () => {
    const rows = [lineOf(one, 12), lineOf(two, 12), sumOf(12, 20_000), lineOf(three, 13), sumOf(13, 10_000)];
    expect(await judged(rows, [one, two, three, four])).toMatchObject({
      verdict: 'INCOMPLETE',
      groups: { toClaim: 0, paidTooMuch: 0 },
      told: ['undecidedSum 4 - mayBeTotal', 'undecidedSum 6 - nearLine', 'waits - 4 nearLine'],
    });
  });

  test('a terminal and its day, without a batch', async () => {
    const day = (text: string): string => text.replace(/,1[23],/, ',,');
    const rows = [lineOf(one, 12), lineOf(two, 12), sumOf(12, 20_000)].map(day);
    expect(await judged(rows, [one, two])).toMatchObject({
      groups: nothing,
      told: ['undecidedSum 4 - mayBeTotal'],
    });
  });
});

test('lines without keys beside none that have any stay lines', async () => {
  const file = [sumOf(12, 10_000), sumOf(13, 10_000), lineOf(three, 14)];
  expect((await judged(file, [one, two, three])).listed).toEqual([]);
  expect((await judged([sumOf(12, 30_000), sumOf(13, 10_000)], [one, two, three, four])).listed).toEqual([]);
});

test('no line of a payment is swallowed, whichever of them have no RRN', async () => {
  const draws = fc.array(
    fc.record({
      minor: fc.constantFrom(5_000, 10_000, 15_000, 20_000, 12_345),
      batch: fc.integer({ min: 12, max: 13 }),
      isKeyless: fc.boolean(),
    }),
    { minLength: 1, maxLength: 9 },
  );
  await fc.assert(
    fc.asyncProperty(draws, async (drawn) => {
      const sales = drawn.map(({ minor }, at) => saleOf(at + 1, minor));
      const rows = drawn.map(({ isKeyless, batch, minor }, at) =>
        isKeyless ? sumOf(batch, minor) : lineOf(sales[at] as TrialPayment, batch),
      );
      const { listed, groups } = await judged(rows, sales);
      expect(listed).toEqual([]);
      expect(groups).toMatchObject({ toClaim: 0, paidTooMuch: 0 });
    }),
    { seed: 20_261_122, numRuns: 400 },
  );
});
