import { expect, test } from 'vitest';
import { fileText, headerText, lineText, tryBankFile } from '../bank-file-trial.ts';

let counter = 0;
const line = (amount: string, cells: Parameters<typeof lineText>[0] = {}): string => {
  counter++;
  return lineText({ rrn: String(632_609_120_000 + counter), amount, fee: '', vat: '', net: '', ...cells });
};
const total = (label: string, amount: string, tid = ''): string => `${label},${tid},,,,,,${amount},,,,`;
const checksOf = async (...rows: string[]) => {
  const { summary } = await tryBankFile(fileText(...rows), []);
  return summary.totals.map(({ line: at, agrees, sum, fromLine, toLine }) => [
    at,
    agrees,
    sum,
    fromLine,
    toLine,
  ]);
};

test('totals of three levels each close what came since the last of their level or a higher one', async () => {
  const rows = [
    line('10.00'),
    total('Sub Total', '10.00'),
    line('20.00'),
    line('5.00'),
    total('Sub Total', '25.00'),
    total('Terminal Total', '35.00'),
    line('40.00'),
    total('Sub Total', '40.00'),
    total('Terminal Total', '40.00'),
    total('Grand Total', '75.00'),
  ];
  expect(await checksOf(...rows)).toEqual([
    [3, true, 1_000, 2, 2],
    [6, true, 2_500, 4, 5],
    [7, true, 3_500, 2, 5],
    [9, true, 4_000, 8, 8],
    [10, true, 4_000, 8, 8],
    [11, true, 7_500, 2, 8],
  ]);
});

test('a total of a level that states the sum of another level does not agree', async () => {
  const checks = await checksOf(
    line('10.00'),
    total('Sub Total', '10.00'),
    line('20.00'),
    total('Sub Total', '30.00'),
    total('Grand Total', '20.00'),
  );
  expect(checks.map(([, agrees]) => agrees)).toEqual([true, false, false]);
});

test('the same word on two levels: the second without a line between closes all', async () => {
  const checks = await checksOf(
    line('10.00'),
    total('Total', '10.00'),
    line('20.00'),
    total('Total', '20.00'),
    total('Total', '30.00'),
  );
  expect(checks).toEqual([
    [3, true, 1_000, 2, 2],
    [5, true, 2_000, 4, 4],
    [6, true, 3_000, 2, 4],
  ]);
});

test('a group of two currencies, whose total names none, does not reach into the next one', async () => {
  const checks = await checksOf(
    line('SAR 10.00'),
    line('USD 20.00'),
    total('Branch Total', '30.00'),
    line('SAR 5.00'),
    total('Branch Total', 'SAR 5.00'),
    line('SAR 6.00'),
    line('USD 7.00'),
    total('Branch Total', '13.00'),
    line('USD 8.00'),
    total('Branch Total', 'USD 8.00'),
  );
  expect(checks.map(([, agrees]) => agrees)).toEqual([null, true, null, true]);
});

test('trailers of a marked file close what their words say', async () => {
  const lineOf = (amount: string): string => `DT|${line(amount).replaceAll(',', '|')}`;
  const trailer = (label: string, amount: string): string => `T|${total(label, amount).replaceAll(',', '|')}`;
  const rows = [
    `H|${headerText.replaceAll(',', '|')}`,
    lineOf('10.00'),
    trailer('Branch Total', '10.00'),
    lineOf('20.00'),
    trailer('Branch Total', '30.00'),
    trailer('Grand Total', '30.00'),
  ];
  const { summary } = await tryBankFile([...rows, ''].join('\n'), []);
  expect(summary.totals.map(({ agrees, sum }) => [agrees, sum])).toEqual([
    [true, 1_000],
    [false, 2_000],
    [true, 3_000],
  ]);
});

test('pages and running totals stand aside of the levels', async () => {
  const checks = await checksOf(
    line('10.00'),
    total('Sub Total', '10.00'),
    line('20.00'),
    total('Page Total', '30.00'),
    total('Carried forward total', '30.00'),
    line('1.00'),
    total('Sub Total', '21.00'),
    total('Page Total', '1.00'),
    total('Grand Total', '31.00'),
  );
  expect(checks.map(([, agrees]) => agrees)).toEqual([true, true, true, true, true, true]);
});

test('totals by scheme and by type add up theirs alone, below the lines or between them', async () => {
  const checks = await checksOf(
    line('10.00'),
    line('20.00', { scheme: 'VISA' }),
    line('5.00', { type: 'Refund' }),
    total('Total Visa', '20.00'),
    total('Total mada', '5.00'),
    total('Total Purchases', '30.00'),
    total('Total Refunds', '5.00'),
    total('Grand Total', '25.00'),
    total('Total MasterCard', '9.00'),
  );
  expect(checks.map(([, agrees]) => agrees)).toEqual([true, true, true, true, true, false]);
});

test('a breakdown below the grand total closes what that closes, and an empty group nothing', async () => {
  const checks = await checksOf(
    line('10.00'),
    total('Sub Total', '10.00'),
    total('Sub Total', '0.00'),
    line('20.00', { scheme: 'VISA' }),
    total('Sub Total', '20.00'),
    total('Grand Total', '30.00'),
    total('Total mada', '10.00'),
    total('Total Visa', '20.00'),
  );
  expect(checks.map(([, agrees]) => agrees)).toEqual([true, true, true, true, true, true]);
});

test('a terminal named beside its total has its own lines', async () => {
  const checks = await checksOf(
    line('10.00'),
    line('20.00', { tid: '88501159' }),
    `Terminal 88501159 Total,,,,,,,20.00,,,,`,
    `88501158,Total,,,,,,10.00,,,,`,
    total('Grand Total', '30.00'),
  );
  expect(checks.map(([, agrees]) => agrees)).toEqual([false, true, true]);
});

test('gross, fee, VAT and net of a total are compared, each with its own lines', async () => {
  const rows = [lineText({ rrn: '632609120101' }), lineText({ rrn: '632609120102' })];
  const { summary } = await tryBankFile(fileText(...rows, 'Total,,,,,,,200.00,1.60,0.24,198.16,'), []);
  expect(summary.totals).toMatchObject([{ agrees: true }]);
  const wrong = await tryBankFile(fileText(...rows, 'Total,,,,,,,200.00,1.60,0.25,198.16,'), []);
  expect(wrong.summary.totals).toMatchObject([{ agrees: false, measure: 'vat', stated: 25, sum: 24 }]);
  expect(wrong.summary.verdict).not.toBe('BALANCED');
});

test('a block of totals below the lines, each named in words', async () => {
  const { summary } = await tryBankFile(
    fileText(
      lineText({ rrn: '632609120101' }),
      lineText({ rrn: '632609120102' }),
      'Total number of transactions: 2',
      'Total amount: 200.00',
      'Total commission,1.60',
      'Total VAT,0.24',
      'Net total,198.16',
      'Total Transactions,3',
    ),
    [],
  );
  expect(summary.totals.map(({ measure, agrees }) => [measure, agrees])).toEqual([
    ['count', true],
    ['gross', true],
    ['fee', true],
    ['vat', true],
    ['net', true],
    ['count', false],
  ]);
});

test('amounts without signs, as a word column lets them be printed, are added up as printed', async () => {
  const checks = await checksOf(
    line('10.00'),
    line('4.00', { type: 'Refund' }),
    total('Total', '14.00'),
    total('Grand Total', '6.00'),
  );
  expect(checks.map(([, agrees]) => agrees)).toEqual([true, true]);
  const signed = await checksOf(line('10.00'), line('-4.00', { type: 'Refund' }), total('Total', '14.00'));
  expect(signed.map(([, agrees]) => agrees)).toEqual([false]);
});

test('a rejected line is counted where a total counts lines, and its amount is what is lacking', async () => {
  const { summary } = await tryBankFile(fileText(line('10.00'), line('x'), 'Total,2,,,,,,15.00,,,,'), []);
  expect(summary.totals).toMatchObject([{ agrees: false, measure: 'gross', stated: 1_500, sum: 1_000 }]);
});

test('many totals are held against their lines in little time', async () => {
  const rows = Array.from({ length: 4_000 }, (_, index) =>
    index % 2 === 0 ? line('1.00') : total('Total', '1.00'),
  );
  const before = performance.now();
  const checks = await checksOf(...rows);
  expect(checks.every(([, agrees]) => agrees === true)).toBe(true);
  expect(performance.now() - before).toBeLessThan(5_000);
});

const payoutFile = (...rows: string[]): string =>
  ['Reference Number,Date,Type,Amount,Fee,Net,Batch,Settlement Date', ...rows, ''].join('\n');
const paid = (batch: string, settled: string): string[] => [
  `632609120001,22/11/2026,Purchase,100.00,1.00,99.00,${batch},${settled}`,
  `632609120002,22/11/2026,Purchase,50.00,0.50,49.50,${batch},${settled}`,
  `632609120003,22/11/2026,Refund,-10.00,0.00,-10.00,${batch},${settled}`,
];

test.each([
  ['its batch', '7', ''],
  ['its settlement date', '', '23/11/2026'],
])('a payout is held against the net of the lines of %s', async (_, batch, settled) => {
  const payout = (amount: string): string => `,23/11/2026,Payout,${amount},,${amount},${batch},${settled}`;
  const good = await tryBankFile(payoutFile(...paid(batch, settled), payout('-138.50')), []);
  expect(good.summary.totals).toMatchObject([
    { kind: 'payout', agrees: true, stated: 13_850, sum: 13_850, fromLine: 2, toLine: 4, lineCount: 3 },
  ]);
  const short = await tryBankFile(payoutFile(...paid(batch, settled), payout('-138.00')), []);
  expect(short.summary.totals).toMatchObject([{ kind: 'payout', agrees: false, stated: 13_800 }]);
  expect(short.summary.absent).toContainEqual({ kind: 'linesOfPayout', value: '-50', count: 1 });
  const split = await tryBankFile(
    payoutFile(...paid(batch, settled), payout('-100.00'), payout('-38.50')),
    [],
  );
  expect(split.summary.totals).toMatchObject([{ agrees: true, stated: 13_850 }]);
});

test('a payout that pays no line of the file, or lines whose net is not known, is not compared, and named', async () => {
  const other = await tryBankFile(payoutFile(...paid('7', ''), ',23/11/2026,Payout,-9.00,,-9.00,8,'), []);
  expect(other.summary.totals).toMatchObject([{ kind: 'payout', agrees: null, sum: null, lineCount: 0 }]);
  expect(other.summary.absent).toContainEqual({ kind: 'notCompared', value: '900', count: 1 });
  const gross = await tryBankFile(
    'RRN,Date,Type,Amount,Batch\n632609120001,22/11/2026,Purchase,100.00,7\n,22/11/2026,Payout,-99.00,7\n',
    [],
  );
  expect(gross.summary.totals).toMatchObject([{ kind: 'payout', agrees: null }]);
  expect(gross.summary.absent).toContainEqual({ kind: 'notCompared', value: '9900', count: 1 });
});

test('a total or payout says whether it closes every line between its first and its last one', async () => {
  const row = (batch: string, amount: string, rrn: string): string =>
    `${rrn},22/11/2026,Purchase,${amount},0.00,${amount},${batch},`;
  const payout = (batch: string, amount: string): string =>
    `,23/11/2026,Payout,${amount},,${amount},${batch},`;
  const mingled = await tryBankFile(
    payoutFile(
      row('7', '10.00', '632609120001'),
      row('8', '5.00', '632609120002'),
      row('7', '20.00', '632609120003'),
      row('9', '8.00', '632609120004'),
      payout('7', '-30.00'),
      payout('9', '-8.00'),
    ),
    [],
  );
  expect(
    mingled.summary.totals.map(({ stated, agrees, isRun, rows }) => [stated, agrees, isRun, rows]),
  ).toEqual([
    [3_000, true, false, '{[2,2],[4,4]}'],
    [800, true, true, null],
  ]);
});
