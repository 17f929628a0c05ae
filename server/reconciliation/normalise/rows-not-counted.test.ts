import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileText, headerText, lineText, tryBankFile } from '../bank-file-trial.ts';
import { notCountedTotal } from './rows-not-counted.ts';

const rrn = (index: number): string => String(632_609_120_000 + index);
const line = (index: number, cells: Parameters<typeof lineText>[0] = {}): string =>
  lineText({ rrn: rrn(index), stan: String(index).padStart(6, '0'), fee: '', vat: '', net: '', ...cells });
const kindsOf = async (text: string) => {
  const { summary } = await tryBankFile(text, []);
  const { rows } = summary.notCounted;
  return { ...summary, kinds: rows.map((row) => [row.line, row.kind]) };
};
/** A row of this table with something in the first column, the date and the amount. */
const sumRow = (label: string, amount: string, date = '22/11/2026'): string =>
  `${label},,,,,${date},,${amount},,,,`;

test.each([
  'Total',
  'GRAND TOTAL:',
  'Sub-Total',
  'Total Amount (SAR)',
  'الإجمالي',
  'المجموع الكلي',
  'إجمالي العمليات',
])('a total with a date is a total: %s', async (label) => {
  const found = await kindsOf(fileText(line(1), line(2), sumRow(label, '200.00')));
  expect(found).toMatchObject({ linesRead: 2, linesRejected: 0, kinds: [[4, 'total']] });
  expect(found.totals).toMatchObject([{ agrees: true, sum: 20_000, fromLine: 2, toLine: 3 }]);
});

test('a total whose words stand in a column of keys is one, and its figure beside is a number of lines', async () => {
  const found = await kindsOf(fileText(line(1), line(2), ',TOTAL,2,,,22/11/2026,,200.00,,,,'));
  expect(found).toMatchObject({ linesRead: 2, kinds: [[4, 'total']] });
  const wrong = await kindsOf(fileText(line(1), line(2), 'TOTAL,3,,,,,,200.00,,,,'));
  expect(wrong.totals).toMatchObject([{ agrees: false, measure: 'count', stated: 3, sum: 2 }]);
  expect(wrong.absent).toEqual([{ kind: 'countOfTotal', value: '1', count: 1 }]);
});

const shopHeader = `Merchant,${headerText}`;
test('a shop named Total Station 12 keeps its lines, and what is wrong in one of them is said', async () => {
  const found = await kindsOf(
    [
      shopHeader,
      `Total Station 12,${line(1)}`,
      `Total,${line(2)}`,
      `Total Station 12,${line(3, { date: '' })}`,
      `إجمالي المحطة,${line(4)}`,
      '',
    ].join('\n'),
  );
  expect(found).toMatchObject({ linesRead: 3, kinds: [] });
  expect(found.rejections).toMatchObject([{ line: 4, code: 'missing', field: 'date' }]);
});

test('sums of a shop named Total Station 12 are lines, too', async () => {
  const found = await kindsOf(
    [
      'Merchant,Terminal ID,Date,Amount',
      'Total Station 12,88501158,22/11/2026,100.00',
      'Total Station 12,88501159,22/11/2026,50.00',
      'Total,,22/11/2026,150.00',
      '',
    ].join('\n'),
  );
  expect(found).toMatchObject({ linesRead: 2, linesRejected: 0, kinds: [[4, 'total']] });
  expect(found.totals).toMatchObject([{ agrees: true }]);
});

test('a first column of H, D and T holds what it holds: its lines are lines', async () => {
  const found = await kindsOf(
    [
      `Mode,${headerText}`,
      `D,${line(1)}`,
      `H,${line(2)}`,
      `T,${line(3)}`,
      `T,${line(4, { amount: 'x' })}`,
      '',
    ].join('\n'),
  );
  expect(found).toMatchObject({ linesRead: 3, linesRejected: 1, kinds: [] });
  const ofTheBank = lineText({ rrn: '', stan: '', auth: '', card: '', type: 'Fee', amount: '-25.00' });
  const fee = await kindsOf([`Mode,${headerText}`, `D,${line(1)}`, `T,${ofTheBank}`, ''].join('\n'));
  expect(fee).toMatchObject({ linesRead: 2, kinds: [] });
  const unmarked = await kindsOf(
    [`Mode,Date,Amount,Card Type`, 'T,22/11/2026,1.00,Visa', 'H,22/11/2026,2.00,Visa', ''].join('\n'),
  );
  expect(unmarked).toMatchObject({ linesRead: 2, kinds: [] });
});

test('a line of unknown kind under H or T is a line, where lines of payments begin with other letters', async () => {
  const other = lineText({ rrn: '', stan: '', auth: '', card: '', type: 'ZX-9', amount: '32.96' });
  for (const letter of ['H', 'T']) {
    const found = await kindsOf(
      [`Mode,${headerText}`, `D,${line(1)}`, `C,${line(2)}`, `${letter},${other}`, ''].join('\n'),
    );
    expect(found).toMatchObject({ linesRead: 3, linesRejected: 0, kinds: [], verdict: 'UNBALANCED' });
  }
});

test('money in a row that is marked as a header is named until somebody says what it is', async () => {
  const names = 'Terminal ID|RRN|Transaction Date|Transaction Amount';
  const text = [
    `H|${names}`,
    `DT|88501158|${rrn(1)}|22/11/2026 12:00|100.00`,
    'H|88501158||22/11/2026 12:10|32.96',
    '',
  ].join('\n');
  const found = await kindsOf(text);
  expect(found).toMatchObject({ linesRead: 1, kinds: [[3, 'recordHeader']] });
  expect(found.absent).toContainEqual(expect.objectContaining({ kind: 'notCompared' }));
});

test('record headers and a trailer of a marked file are none, and the trailer counts its lines', async () => {
  const names = 'Terminal ID|RRN|Transaction Date|Transaction Amount';
  const lineOf = (index: number): string => `DT|88501158|${rrn(index)}|22/11/2026 12:00|100.00`;
  const text = [`H|${names}`, lineOf(1), 'H|Najd Bank|20261123', lineOf(2), 'T|2|||200.00', ''].join('\n');
  const found = await kindsOf(text);
  expect(found).toMatchObject({
    linesRead: 2,
    kinds: [
      [3, 'recordHeader'],
      [5, 'total'],
    ],
  });
  expect(found.totals).toMatchObject([{ agrees: true }]);
  const again = text.replace(`H|${names}`, `H|${names}\nH|${names.toUpperCase()}`);
  expect((await kindsOf(again)).kinds[0]).toEqual([2, 'headings']);
  expect((await kindsOf(text.replace('T|2|', 'T|5|'))).totals).toMatchObject([
    { agrees: false, measure: 'count' },
  ]);
});

test.each([
  headerText.toUpperCase(),
  headerText.toLowerCase(),
  headerText.replaceAll(' ', '  '),
  headerText.replace('Card Scheme', ''),
])('headings again, however they are written: %s', async (again) => {
  const found = await kindsOf(fileText(line(1), again, line(2)));
  expect(found).toMatchObject({ linesRead: 2, linesRejected: 0, kinds: [[3, 'headings']] });
});

test('headings with the word total in them are headings', async () => {
  const header = 'RRN,Date,Total Amount';
  const found = await kindsOf([header, `${rrn(1)},22/11/2026,100.00`, header.toUpperCase(), ''].join('\n'));
  expect(found).toMatchObject({ linesRead: 1, kinds: [[3, 'headings']], totals: [] });
});

test.each([
  'Page 2 of 2',
  'صفحة 2 من 2',
  '*** End of report ***',
  '1 / 2',
  'Printed on,22/11/2026',
  '-----,-----',
])('the foot of a page is no line and no error: %s', async (foot) => {
  expect(await kindsOf(fileText(line(1), foot))).toMatchObject({ linesRejected: 0, kinds: [[3, 'foot']] });
});

test.each(['22/11/2026,1O0.00,', '22/11/2026,SAR 1O0,', ',12.345,', '22/11/2026,,'])(
  'a spoilt line of few columns is rejected, never taken for a remark: %s',
  async (row) => {
    const found = await kindsOf(['Date,Amount,RRN', `22/11/2026,100.00,${rrn(1)}`, row, ''].join('\n'));
    expect(found).toMatchObject({ linesRead: 1, linesRejected: 1, kinds: [] });
  },
);

test('a total with a spoilt figure is rejected', async () => {
  const found = await kindsOf(fileText(line(1), 'Total,,,,,,,1O0.00,,,,'));
  expect(found).toMatchObject({ linesRejected: 1, kinds: [] });
});

test('empty cells behind the headings do not make a Spanish file unreadable', async () => {
  const text = [
    'Fecha;Importe;Referencia;Tarjeta;;;;;',
    `22/11/2026;1.200,00;${rrn(1)};6106;;;;;`,
    `22/11/2026;45,50;${rrn(2)};6106;;;;;`,
    'Total;1.245,50;;;;;;;',
    '',
  ].join('\n');
  const layout = {
    fields: { fecha: 'date', importe: 'amount', referencia: 'rrn', tarjeta: 'card' },
  } as const;
  const { summary, entries } = await tryBankFile(text, [], { layout });
  expect(entries.map((entry) => entry.bank_minor).toSorted((a, b) => Number(b) - Number(a))).toEqual([
    '120000',
    '4550',
  ]);
  expect(summary.totals).toMatchObject([{ agrees: true, stated: 124_550 }]);
  await expect(tryBankFile(text, [])).rejects.toThrow(/columnsUnknown/);
});

test('what is kept of a row is masked and cut', async () => {
  const text = [
    'Card 4111111111111111 of the owner',
    headerText,
    line(1),
    `Page 1 ${'x'.repeat(400)}`,
    '',
  ].join('\n');
  const { notCounted } = await kindsOf(text);
  expect(notCounted.rows.map((row) => row.text)).toEqual([
    'Card 411111******1111 of the owner',
    `Page 1 ${'x'.repeat(192)}…`,
  ]);
});

const amounts = fc.integer({ min: 1, max: 99_999 }).map((minor) => (minor / 100).toFixed(2));
const anyRow = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9_999 }), amounts)
      .map(([index, amount]) => line(index, { amount })),
  },
  fc.constantFrom(
    headerText,
    headerText.toUpperCase(),
    '',
    ',,,',
    'Page 3',
    'H',
    'T,1,,,2.00',
    'Total',
    'Total,,,,,,,x',
    'Subtotal,,,,,,,5.00',
  ),
  fc
    .tuple(fc.constantFrom('Total', 'Sub total', 'الإجمالي', 'Total Shop'), amounts)
    .map(([label, amount]) => sumRow(label, amount)),
  fc.string({ maxLength: 40 }).map((text) => text.replace(/["\n\r]/g, '')),
  fc
    .array(fc.constantFrom('', 'Total', '22/11/2026', '100.00', 'x', '326', 'Visa', '1.200', 'USD 5'), {
      maxLength: 14,
    })
    .map((cells) => cells.join(',')),
);

test('rows = the heading + lines + those not counted + those rejected, for any rows in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { maxLength: 12 }),
      fc.array(anyRow, { maxLength: 30 }),
      async (above, below) => {
        const text = [...above, headerText, line(1), ...below, ''].join('\n');
        const { summary } = await tryBankFile(text, []);
        const { linesRead, linesRejected, notCounted, rowCount } = summary;
        expect(1 + linesRead + notCountedTotal(notCounted) + linesRejected).toBe(rowCount);
        expect(rowCount).toBe(text.split('\n').length - 1);
        const listed = Object.entries(notCounted.counts).filter(([kind]) => kind !== 'blank');
        expect(notCounted.rows.length).toBe(listed.reduce((sum, [, count]) => sum + count, 0));
        const numbers = [...notCounted.rows, ...summary.rejections].map((row) => row.line);
        expect(new Set(numbers).size).toBe(numbers.length);
      },
    ),
    { numRuns: 300 },
  );
});
