import { truncateSync, writeFileSync } from 'node:fs';
import { utils, write } from '@e965/xlsx';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { expect, test } from 'vitest';
import { fileText, lineText, tryBankFile } from '../bank-file-trial.ts';
import { type Refusal, refusalFrom } from './file-refused.ts';
import { withFile } from './file-trial.ts';
import { agileWorkbook, lockedOldWorkbook, standardWorkbook } from './locked-trial.ts';
import { readTable } from './read-table.ts';
import { cellTexts } from './row.ts';
import { workbookParts, zipOf } from './zip-trial.ts';

async function rowsOf(bytes: string | Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  await withFile(bytes, (path) =>
    readTable(path, {
      onFacts: () => {},
      onRow: (row) => void rows.push(cellTexts(row)),
      onProgress: () => {},
    }),
  );
  return rows;
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal | null> {
  return work.then(
    () => null,
    (error: unknown) => refusalFrom(error),
  );
}

test.each([
  ['an empty file', ''],
  ['blank lines alone', '\r\n\r\n  \r\n'],
])('empty: %s', async (_, bytes) => {
  expect(await refusalOf(rowsOf(bytes))).toEqual({ code: 'empty' });
});

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\n1,2,3\n4,5,6\n')],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 2, 3])],
  ['a web page that calls itself a workbook', '<html><table><tr><td>Amount</td></tr></table></html>'],
  ['a letter', 'Dear merchant\nwe regret\nto inform you\n'],
  ['a zip of something else', zipOf([{ name: 'readme.txt', content: 'hello' }])],
  [
    'a document in the container of old Office files',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
  ],
])('notTable: %s', async (_, bytes) => {
  expect(await refusalOf(rowsOf(bytes))).toEqual({ code: 'notTable' });
});

test('tooLarge: text over 1 GiB, told by its size before a byte is read', async () => {
  const over = withFile('a,b\n', (path) => {
    truncateSync(path, bankFileLimits.textBytesMax + 1);
    return readTable(path, { onFacts: () => {}, onRow: () => {}, onProgress: () => {} });
  });
  expect(await refusalOf(over)).toEqual({ code: 'tooLarge', maxBytes: bankFileLimits.textBytesMax });
});

test('tooLarge: a workbook over 64 MiB', async () => {
  const over = withFile('', (path) => {
    writeFileSync(path, Buffer.from('504b0304', 'hex'));
    truncateSync(path, bankFileLimits.workbookBytesMax + 1);
    return readTable(path, { onFacts: () => {}, onRow: () => {}, onProgress: () => {} });
  });
  expect(await refusalOf(over)).toEqual({ code: 'tooLarge', maxBytes: bankFileLimits.workbookBytesMax });
});

const tooBig = { code: 'expands', maxBytes: bankFileLimits.workbookExpandedBytesMax };

test('expands: a zip bomb that says how large it is', async () => {
  const bomb = zipOf([
    ...workbookParts(''),
    { name: 'xl/media/a.bin', content: 'x', claimedBytes: 0xffff_fff0 },
  ]);
  expect(await refusalOf(rowsOf(bomb))).toEqual(tooBig);
});

test('expands: a zip bomb that lies about it', async () => {
  const [book, relations, sheet] = workbookParts('<row r="1"><c><v>1</v></c></row>'.repeat(5_000));
  if (!book || !relations || !sheet) throw new Error('a workbook has three parts');
  expect(await refusalOf(rowsOf(zipOf([book, relations, { ...sheet, claimedBytes: 100 }])))).toEqual(tooBig);
});

test('tooManyRows: a sheet whose rows are numbered past the last one', async () => {
  const sheet = `<row r="${bankFileLimits.workbookRowsMax + 1}"><c t="inlineStr"><is><t>x</t></is></c></row>`;
  expect(await refusalOf(rowsOf(zipOf(workbookParts(sheet))))).toEqual({
    code: 'tooManyRows',
    maxRows: bankFileLimits.workbookRowsMax,
  });
});

test('cut: a workbook whose end was lost', async () => {
  const whole = zipOf(workbookParts('<row r="1"><c><v>1</v></c></row>'.repeat(2_000)));
  expect(await refusalOf(rowsOf(whole.subarray(0, whole.length - 200)))).toEqual({ code: 'cut' });
  const [book, relations] = workbookParts('');
  if (!book || !relations) throw new Error('a workbook has three parts');
  const torn = zipOf([
    book,
    relations,
    { name: 'xl/worksheets/sheet1.xml', content: '<worksheet><sheetData><row r="1">' },
  ]);
  expect(await refusalOf(rowsOf(torn))).toEqual({ code: 'cut' });
});

test.each(['../../etc/cron.d/x', 'xl/../../x', '/etc/passwd', 'C:/x', 'xl\\..\\x'])(
  'unsafePath: a workbook with a part named %s, whatever else is in it',
  async (name) => {
    const parts = workbookParts('<row r="1"><c><v>1</v></c></row>');
    expect(await refusalOf(rowsOf(zipOf([...parts, { name, content: 'x' }])))).toEqual({
      code: 'unsafePath',
    });
  },
);

test('a workbook is read as a person sees it: dates, shared and inline texts, kept zeros, no binary noise', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="165" formatCode="000000000000"/><numFmt numFmtId="166" formatCode="[Red]#,##0.00;&quot;day&quot;"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>';
  const sharedTexts =
    '<sst><si><t>مدى</t></si><si><r><t>Vi</t></r><r><t>sa</t></r><rPh><t>no</t></rPh></si></sst>';
  const sheet =
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="inlineStr"><is><t>in &amp; line</t></is></c></row>' +
    '<row r="3"><c r="A3" s="1"><v>46348.8208333333</v></c><c r="B3" s="2"><v>46348</v></c><c r="C3" s="3"><v>3042448545</v></c><c r="D3" s="4"><v>0.30000000000000004</v></c></row>' +
    '<row r="4"><c r="A4"><v>6.32609120001E11</v></c><c r="B4" t="str"><v>formula</v></c><c r="C4" t="b"><v>1</v></c><c r="D4"><v>1240.5</v></c></row>';
  expect(await rowsOf(zipOf(workbookParts(sheet, { styles, sharedTexts })))).toEqual([
    ['مدى', 'Visa', '', 'in & line'],
    ['2026-11-22 19:42:00', '2026-11-22', '003042448545', '0.3'],
    ['632609120001', 'formula', '1', '1240.5'],
  ]);
});

test('a workbook of the 1904 calendar has the same days', async () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  const sheet = `<row r="1"><c s="1"><v>${46_348 - 1_462}</v></c></row>`;
  expect(await rowsOf(zipOf(workbookParts(sheet, { styles, date1904: true })))).toEqual([['2026-11-22']]);
});

/** An old Excel file whose sheets have one row each, of which the first is hidden, counting days from 1904. */
function oldWorkbook(): Buffer {
  const book = utils.book_new();
  for (const name of ['Old', 'Sales']) {
    const cell = { t: 'n', v: 46_348 - 1_462, z: 'yyyy-mm-dd' } as const;
    const sheet = utils.aoa_to_sheet([[name, cell]]);
    utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { WBProps: { date1904: true }, Sheets: [{ name: 'Old', Hidden: 1 }, { name: 'Sales' }] };
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
}

test('an old Excel file: the sheet in sight is read, and its days are those of the 1904 calendar', async () => {
  expect(await rowsOf(oldWorkbook())).toEqual([['Sales', '2026-11-22']]);
});

test.each([
  ['a workbook, as Excel has locked them since 2010', agileWorkbook],
  ['a workbook, as Excel 2007 locked them', standardWorkbook],
  ['a workbook, by an algorithm that nobody knows', () => standardWorkbook(0x6601)],
  ['an old Excel file', () => lockedOldWorkbook(oldWorkbook())],
  ['a zip', () => lockedZip(zipOf(workbookParts('<row r="1"><c><v>1</v></c></row>')))],
])('protected: %s', async (_, locked) => {
  expect(await refusalOf(rowsOf(locked()))).toEqual({ code: 'protected' });
});

/** Its directory says of the first part that a password locks it. */
function lockedZip(bytes: Buffer): Buffer {
  const flagsAt = bytes.indexOf(Buffer.from('504b0102', 'hex')) + 8;
  bytes.writeUInt16LE(bytes.readUInt16LE(flagsAt) | 1, flagsAt);
  return bytes;
}

test('encoding: bytes that are no UTF-8 and name no known Arabic column are refused, never guessed', async () => {
  const latin = Buffer.concat([Buffer.from(fileText(lineText())), Buffer.from([0xe9, 0x0a])]);
  expect(await refusalOf(tryBankFile(latin, []))).toEqual({ code: 'encoding' });
});

test('UTF-16 with a lone half of a pair is refused', async () => {
  const torn = Buffer.from('\ufeffAmount,Date,RRN\n1,\ud800,3\n', 'utf16le');
  expect(await refusalOf(rowsOf(torn))).toEqual({ code: 'encoding' });
});
