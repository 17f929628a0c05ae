import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileText, lineText, tryBankFile } from '../bank-file-trial.ts';
import { currencyOfHeading } from '../read/currency-words.ts';

const head = 'RRN,Date,Amount,Net Amount';
const day = '22/11/2026';
const rrn = (last: number): string => `63260912000${last}`;
const file = (title: string, ...rows: string[]): string => [title, ...rows, ''].join('\n');

test('an amount of another currency finds no payment in riyals', async () => {
  const text = file(head, `${rrn(1)},${day},USD 50.50,`);
  const payment = { amountMinor: 5_050, feeMinor: 40, vatMinor: 6 };
  const riyals = await tryBankFile(text, [payment]);
  expect(riyals.entries).not.toContainEqual(expect.objectContaining({ outcome: 'matched' }));
  // Both sides say what it is: the same figure would be no other amount.
  expect(
    riyals.entries.map(({ outcome, reason, detail }) => [outcome, reason, JSON.parse(detail ?? '').params]),
  ).toEqual([
    ['missingInBank', 'currency', { currency: 'USD', amountMinor: 5_050 }],
    ['missingInPortal', 'currency', { currency: 'SAR', amountMinor: 5_050 }],
  ]);
  const dollars = await tryBankFile(text, [{ ...payment, currency: 'USD' }]);
  expect(dollars.entries).toMatchObject([{ outcome: 'matched', currency: 'USD', bank_minor: '5050' }]);
});

test.each([
  ['USD 50.50', 'USD', '5050'],
  ['50.50 SAR', 'SAR', '5050'],
  ['$50.50', 'USD', '5050'],
  ['US$ 50.50', 'USD', '5050'],
  ['€ 50.50', 'EUR', '5050'],
  ['ر.س ١٢٫٥٠', 'SAR', '1250'],
  ['١٢٫٥٠ ريال سعودي', 'SAR', '1250'],
  ['(SAR 50.50)', 'SAR', '-5050'],
  ['GBP -50.50', 'GBP', '-5050'],
  ['-50.50 GBP', 'GBP', '-5050'],
])('%s is of %s', async (amount, currency, bankMinor) => {
  const { entries } = await tryBankFile(file(head, `${rrn(1)},${day},${amount},`), []);
  expect(entries).toMatchObject([{ currency, bank_minor: bankMinor }]);
});

test.each([
  ['a currency that is not kept', head, `${rrn(1)},${day},AED 50.50,`, 'AED 50.50'],
  ['two of them', head, `${rrn(1)},${day},USD 50.50 SAR,`, 'USD 50.50 SAR'],
  ['one beside its heading', 'RRN,Date,Amount (SAR)', `${rrn(1)},${day},USD 50.50`, 'USD 50.50'],
  ['one beside its column', 'RRN,Date,Amount,Currency', `${rrn(1)},${day},50.50 SAR,USD`, 'USD'],
])('%s rejects the line', async (_, title, row, value) => {
  const { summary } = await tryBankFile(file(title, row), [{}]);
  expect(summary.rejections).toEqual([{ line: 2, code: 'currency', field: 'currency', value }]);
  expect(summary.linesRead).toBe(0);
});

test.each([
  ['AMOUNT (SAR)', 0],
  ['Amount USD', 1],
  ['Net Amount (EUR)', 2],
  ['المبلغ (ر.س)', 0],
  ['Amount (SAR) / المبلغ (ريال)', 0],
  ['Amount ($)', 1],
  ['Amount', -1],
  ['All amounts', -1],
  ['Amount (AED)', -2],
  ['Amount (SAR / USD)', -2],
  ['Amount SAR / USD', -2],
])('the heading %s names %d', (title, currency) => {
  expect(currencyOfHeading(title)).toBe(currency);
});

test('a heading gives its column a currency', async () => {
  const { entries } = await tryBankFile(file('RRN,Date,AMOUNT (USD)', `${rrn(1)},${day},100.00`), [
    { currency: 'USD' },
  ]);
  expect(entries).toMatchObject([{ outcome: 'matched', currency: 'USD' }]);
});

test('where one line names a currency, none is made up for the others, whatever their order', async () => {
  const named = `${rrn(1)},${day},USD 100.00,`;
  const bare = `${rrn(2)},${day},100.00,`;
  for (const rows of [
    [named, bare],
    [bare, named],
  ]) {
    const { summary, entries } = await tryBankFile(file(head, ...rows), [{ id: 2, rrn: rrn(2) }]);
    const line = rows.indexOf(bare) + 2;
    expect(summary.rejections).toEqual([{ line, code: 'currency', field: 'currency', value: '' }]);
    expect(entries).toContainEqual(expect.objectContaining({ currency: 'USD', bank_minor: '10000' }));
    expect(entries).not.toContainEqual(expect.objectContaining({ outcome: 'matched' }));
    expect(summary.verdict).not.toBe('BALANCED');
  }
});

test('a column of currencies that is empty on a row rejects it, and one that is empty everywhere says nothing', async () => {
  const title = 'RRN,Date,Amount,Currency';
  const mixed = await tryBankFile(file(title, `${rrn(1)},${day},100.00,SAR`, `${rrn(2)},${day},100.00,`), [
    {},
  ]);
  expect(mixed.summary.rejections).toMatchObject([{ line: 3, code: 'currency' }]);
  const empty = await tryBankFile(file(title, `${rrn(1)},${day},100.00,`), [{}]);
  expect(empty.entries).toMatchObject([{ outcome: 'matched', currency: 'SAR' }]);
});

test('headings that name one currency for the net alone leave the gross without one', async () => {
  const { summary } = await tryBankFile(
    file('RRN,Date,Amount,Net Amount (USD)', `${rrn(1)},${day},100.00,26.40`),
    [{}],
  );
  expect(summary.rejections).toMatchObject([{ line: 2, code: 'currency', value: '' }]);
});

test.each([
  ['by headings', 'RRN,Date,Amount (SAR),Net Amount (USD),Commission', '100.00,26.42,0.21'],
  ['by cells', 'RRN,Date,Amount,Net Amount,Commission', 'SAR 100.00,USD 26.42,0.21'],
  ['by columns', 'RRN,Date,Amount,Net Amount,Commission,Currency,Net Currency', '100.00,26.42,0.21,SAR,USD'],
])('a net in another currency is never reckoned against the gross: %s', async (_, title, cells) => {
  const { summary, entries } = await tryBankFile(file(title, `${rrn(1)},${day},${cells}`), [{}]);
  expect(entries).toMatchObject([{ outcome: 'matched', bank_minor: '10000', difference_minor: '0' }]);
  expect(summary.bridges).toMatchObject([{ currency: 'SAR', bankMinor: 10_000, chargesMinor: 0 }]);
  expect(summary.warnings).toMatchObject([{ line: 2, code: 'chargeCurrency' }]);
});

test("Adyen's fee rows are of the net's currency, and rejected where that is not said either", async () => {
  const title =
    'Merchant Reference,Creation Date,Type,Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC)';
  const { summary, entries } = await tryBankFile(
    file(
      title,
      '0193a1b2-0000-7000-8000-000000000001,2026-11-22 12:00:00,Settled,SAR,,100.00,SAR,,99.08,0.92',
      ',2026-11-22 12:00:00,Fee,,,,EUR,5.00,,',
      ',2026-11-22 12:00:00,Fee,,,,,5.00,,',
    ),
    [{}],
  );
  expect(entries).toContainEqual(
    expect.objectContaining({ outcome: 'bankFee', currency: 'EUR', bank_minor: '-500' }),
  );
  expect(entries).toContainEqual(expect.objectContaining({ outcome: 'matched', currency: 'SAR' }));
  expect(summary.rejections).toMatchObject([{ line: 4, code: 'currency', value: '' }]);
});

test('a total over several currencies is not compared, and one of a currency with its lines alone', async () => {
  const title = 'Terminal ID,RRN,Date,Amount,Currency';
  const rows = [`1,${rrn(1)},${day},100.00,SAR`, `1,${rrn(2)},${day},50.00,USD`];
  const { summary } = await tryBankFile(
    file(title, ...rows, 'Total SAR,,,100.00,', 'Total USD,,,51.00,', 'Grand Total,,,150.00,'),
    [],
  );
  expect(summary.totals.map(({ currency, agrees, sum }) => [currency, agrees, sum])).toEqual([
    ['SAR', true, 10_000],
    ['USD', false, 5_000],
    [null, null, null],
  ]);
});

test('a file of which every row is rejected is incomplete, and nothing of it is compared', async () => {
  const { summary, entries } = await tryBankFile(
    fileText(lineText({ amount: 'AED 100.00' }), lineText({ date: '31/02/2026' })),
    [{}],
  );
  expect(summary).toMatchObject({ linesRead: 0, linesRejected: 2, verdict: 'INCOMPLETE' });
  expect(entries).toEqual([]);
});

test('lines that name no currency are never counted under one that another line named', async () => {
  const word = fc.constantFrom('', 'SAR ', 'USD ', 'AED ');
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
      const rows = words.map((each, index) => `${rrn(index)},${day},${each}${index + 1}.00,`);
      const { summary } = await tryBankFile(file(head, ...rows), []);
      const names = words.some((each) => each !== '');
      const expected = words.filter((each) => each === 'AED ' || (names && each === '')).length;
      expect(summary.linesRejected).toBe(expected);
      expect(summary.linesRead).toBe(words.length - expected);
    }),
    { numRuns: 60 },
  );
});

test('a column of percentages is no column of fees, whatever its name, and leaves one of amounts to be it', async () => {
  const payment = { amountMinor: 10_000, feeMinor: 80, vatMinor: 12 };
  const rate = await tryBankFile(
    file('RRN,Date,Amount,MDR,VAT,Net Amount', `${rrn(1)},${day},100.00,0.80%,0.12,99.08`),
    [payment],
  );
  expect([rate.summary.verdict, rate.summary.rejections, rate.summary.absent]).toEqual(['BALANCED', [], []]);
  const both = await tryBankFile(
    file('RRN,Date,Amount,MDR,MDR Amount,VAT', `${rrn(1)},${day},100.00,٠٫٨٠٪,0.80,0.12`),
    [payment],
  );
  expect([both.summary.verdict, both.entries[0]?.charge_minor]).toEqual(['BALANCED', '92']);
});
