import { expect, test } from 'vitest';
import { fileText, headerText, lineText, tryBankFile } from '../bank-file-trial.ts';
import { refusalFrom } from '../read/file-refused.ts';

test('a broken row among good ones is rejected with its reason, and the good ones go on', async () => {
  const { summary, entries } = await tryBankFile(
    fileText(
      lineText(),
      lineText({ rrn: '632609120002', amount: '1O0.00' }),
      lineText({ rrn: '632609120003', date: '31/02/2026' }),
      lineText({ rrn: '632609120004', amount: '', net: '' }),
      lineText({ rrn: '632609120005', date: '' }),
      '88501158,632609120006,000001,446120,Purchase,22/11',
      `${lineText({ rrn: '632609120007' })},one,two`,
      lineText({ rrn: '632609120008', amount: '12.345' }),
      lineText({ rrn: '632609120009', net: 'x' }),
    ),
    [{}],
  );
  expect(summary.linesRead).toBe(1);
  expect(summary.rejections).toEqual([
    { line: 3, code: 'amount', field: 'amount', value: '1O0.00' },
    { line: 4, code: 'date', field: 'date', value: '31/02/2026' },
    { line: 5, code: 'missing', field: 'amount', value: '' },
    { line: 6, code: 'missing', field: 'date', value: '' },
    { line: 7, code: 'columns', field: null, value: '6' },
    { line: 8, code: 'columns', field: null, value: '14' },
    { line: 9, code: 'amount', field: 'amount', value: '12.345' },
    { line: 10, code: 'amount', field: 'net', value: 'x' },
  ]);
  expect(entries.map(({ outcome }) => outcome)).toEqual(['matched']);
});

test('preamble, repeated names, blank lines, totals and remarks are no lines and no errors', async () => {
  const { summary } = await tryBankFile(
    [
      'Najd Bank',
      'Report of payments, by date and amount',
      '',
      headerText,
      lineText(),
      '',
      headerText,
      lineText({ rrn: '632609120002' }),
      'Total,,,,,,,200.00,,,198.16,',
      '*** End of report ***',
      '',
    ].join('\n'),
    [{}, { id: 2, rrn: '632609120002' }],
  );
  expect(summary.file.headerLine).toBe(4);
  expect(summary.linesRead).toBe(2);
  expect(summary.rejections).toEqual([]);
  expect(summary.totals).toMatchObject([
    { line: 9, stated: 20_000, sum: 20_000, agrees: true, lineCount: 2, fromLine: 5, toLine: 8 },
  ]);
  expect(summary.notCounted.rows.map(({ line, kind }) => [line, kind])).toEqual([
    [1, 'title'],
    [2, 'title'],
    [7, 'headings'],
    [9, 'total'],
    [10, 'foot'],
  ]);
  expect(summary.notCounted.counts.blank).toBe(2);
  expect(summary.verdict).toBe('BALANCED');
});

test('a line longer than a settlement line can be is rejected, and the next one is read', async () => {
  const { summary } = await tryBankFile(fileText(lineText({ scheme: 'x'.repeat(70_000) }), lineText()), [{}]);
  expect(summary.rejections).toEqual([{ line: 2, code: 'tooLong', field: null, value: '' }]);
  expect(summary.linesRead).toBe(1);
});

test('record markers: H, DT and T, whether or not the column names count them', async () => {
  const names = 'Terminal ID|RRN|Transaction Date|Transaction Amount';
  const line = '88501158|632609120001|22/11/2026 12:00|100.00';
  for (const header of [`H|${names}`, `H|Najd Bank|20261122\n${names}`]) {
    const { summary, entries } = await tryBankFile(`${header}\nDT|${line}\nT|1|||100.00\n`, [{}]);
    expect(entries).toMatchObject([{ outcome: 'matched' }]);
    expect(summary).toMatchObject({
      linesRead: 1,
      rejections: [],
      totals: [{ agrees: true, stated: 10_000 }],
    });
  }
});

test('subtotals of parts are checked against their parts, a total against the whole', async () => {
  const { summary } = await tryBankFile(
    fileText(
      lineText(),
      'Subtotal,,,,,,,100.00,,,,',
      lineText({ rrn: '632609120002', amount: '50.00', fee: '0.40', vat: '0.06', net: '49.54' }),
      'Subtotal,,,,,,,50.00,,,,',
      'الإجمالي,,,,,,,150.00,,,,',
    ),
    [],
  );
  expect(summary.totals.map(({ agrees }) => agrees)).toEqual([true, true, true]);
});

test('a damaged RRN is flagged and not used as a key, and never padded', async () => {
  const { summary, entries } = await tryBankFile(fileText(lineText({ rrn: '6.32609E+11' })), [{}]);
  expect(summary.warnings).toEqual([{ line: 2, code: 'float', field: 'rrn', value: '6.32609E+11' }]);
  expect(entries).toMatchObject([{ outcome: 'matched', matched_by: 'stan' }]);
});

test('signs: a type word, a minus behind, brackets and debit columns all make a refund', async () => {
  const refund = { type: 'REFUND', feeMinor: 0, vatMinor: 0 };
  const charges = { fee: '', vat: '', net: '' };
  const forms = [
    lineText({ type: 'Refund', amount: '100.00', ...charges }),
    lineText({ type: 'Refund', amount: '-100.00', ...charges }),
    lineText({ type: '', amount: '100.00-', ...charges }),
    lineText({ type: 'استرداد', amount: '(100.00)', ...charges }),
  ];
  for (const form of forms) {
    const { entries } = await tryBankFile(fileText(form), [refund]);
    expect(entries).toMatchObject([{ outcome: 'matched', bank_minor: '-10000' }]);
  }
  const columns = 'RRN,Date,Debit,Credit\n632609120001,22/11/2026,100.00,\n';
  expect((await tryBankFile(columns, [refund])).entries).toMatchObject([
    { outcome: 'matched', bank_minor: '-10000' },
  ]);
});

test('a currency is read from its column, letters, number or word; an unknown one rejects the line', async () => {
  const text =
    'RRN,Date,Amount,Currency\n632609120001,22/11/2026,100.00,682\n632609120002,22/11/2026,100.00,USD\n632609120003,22/11/2026,100.00,AED\n';
  const { summary, entries } = await tryBankFile(text, [{}, { id: 2, rrn: '632609120002', currency: 'USD' }]);
  expect(summary.rejections).toEqual([{ line: 4, code: 'currency', field: 'currency', value: 'AED' }]);
  expect(entries.map(({ outcome, currency }) => [outcome, currency])).toEqual([
    ['matched', 'SAR'],
    ['matched', 'USD'],
  ]);
  expect(summary.bridges.map(({ currency, bankMinor }) => [currency, bankMinor])).toEqual([
    ['SAR', 10_000],
    ['USD', 10_000],
  ]);
});

test('whole card numbers reach neither entries nor rejections', async () => {
  const { summary, entries } = await tryBankFile(
    fileText(
      lineText({ card: '4111111111111111', rrn: '632609120009' }),
      lineText({ amount: '4111111111111111' }),
    ),
    [{}],
  );
  expect(JSON.stringify([summary, entries])).not.toContain('4111111111111111');
  expect(JSON.stringify(summary.rejections)).toContain('411111******1111');
});

test.each([
  ['noHeader', '1,2,3\n4,5,6\n', undefined],
  ['columnsUnknown', 'RRN,Terminal ID,Auth Code\n1,2,3\n', 'amount'],
  ['columnsUnknown', 'RRN,Terminal ID,Amount\n1,2,3\n', 'date'],
])('%s refuses the file', async (code, text, field) => {
  const refusal = await tryBankFile(text, []).catch((error: unknown) => refusalFrom(error));
  expect(refusal).toMatchObject({ code, ...(field && { field }) });
});

test('a saved layout names columns that no word list knows', async () => {
  const text = 'alpha,beta,gamma\n632609120001,22/11/2026,"100,00"\n';
  const layout = { fields: { alpha: 'rrn', beta: 'date', gamma: 'amount' }, decimalComma: true } as const;
  const { entries } = await tryBankFile(text, [{}], { layout });
  expect(entries).toMatchObject([{ outcome: 'matched', bank_minor: '10000' }]);
});

test('month first is told by the file itself, or by dates that would otherwise lie in the future', async () => {
  const months = (date: string) => tryBankFile(fileText(lineText({ date })), [{}]);
  expect((await months('11/22/2026')).summary.scope.fromDay).toBe('2026-11-22');
  expect((await months('11/12/2026')).summary.scope.fromDay).toBe('2026-11-12');
  expect((await months('12/11/2026')).summary.scope.fromDay).toBe('2026-11-12');
});

const dots = (...amounts: string[]): string =>
  ['RRN;Date;Amount', ...amounts.map((amount, index) => `63260912000${index};22/11/2026;${amount}`), ''].join(
    '\n',
  );

test('a dot for thousands: read by the format that is given, never by each cell', async () => {
  const text = dots('1.200', '350', '12.345');
  const layout = { fields: { rrn: 'rrn', date: 'date', amount: 'amount' } } as const;
  const comma = await tryBankFile(text, [], { layout: { ...layout, decimalComma: true } });
  expect(comma.entries.map((entry) => entry.bank_minor)).toEqual(['120000', '35000', '1234500']);
  const point = await tryBankFile(text, [], { layout: { ...layout, decimalComma: false } });
  expect(point.entries.map((entry) => entry.bank_minor)).toEqual(['35000']);
  // '12.345' fits the comma alone, so '1.200' is not known to be 1.20 either.
  expect(point.summary.rejections).toEqual([
    { line: 2, code: 'decimalMark', field: 'amount', value: '' },
    { line: 4, code: 'amount', field: 'amount', value: '12.345' },
  ]);
});

test('amounts that could be read either way follow the format as long as none contradicts it', async () => {
  const layout = { fields: {}, decimalComma: false } as const;
  const { summary, entries } = await tryBankFile(dots('1.200', '45.50'), [], { layout });
  expect(summary.linesRejected).toBe(0);
  expect(entries.map((entry) => entry.bank_minor)).toEqual(['120', '4550']);
});
