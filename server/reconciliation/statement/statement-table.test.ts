import { expect, test } from 'vitest';
import { withFile } from '../read/file-trial.ts';
import { workbookParts, zipOf } from '../read/zip-trial.ts';
import type { SaidOfTable } from './statement-table.ts';
import { readStatementFile } from './table-rows.ts';

const nothingSaid: SaidOfTable = { ways: {}, isRemembered: false };
const job = { today: '2026-11-22', rowsMax: 5_200 };

const read = (bytes: string | Uint8Array, said = nothingSaid) =>
  withFile(bytes, async (filePath) => {
    const found = await readStatementFile({ ...job, filePath, said });
    if (!found) throw new Error('no row of names was found');
    return found;
  });
const csv = (...lines: string[]): string => lines.join('\r\n');
const asked = ({ table }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(table.asked.map(({ question, way }) => [question, way]));
const linesOf = ({ lines }: Awaited<ReturnType<typeof read>>) =>
  lines.map(({ valueDate, amountMinor, currency }) => [valueDate, amountMinor, currency]);

/** Forms of the exports of Saudi banks, as converters and accounting programs publish them; the figures are ours. */
const bilingual = csv(
  'Account Statement كشف حساب',
  'Account Number:,608010167519',
  'IBAN / الآيبان,SA03 8000 0000 6080 1016 7519',
  'Currency,SAR',
  '',
  'Date التاريخ,Value Date تاريخ القيمة,Description الوصف,Reference المرجع,Debit مدين,Credit دائن,Balance الرصيد',
  '17/11/2026,18/11/2026,"POS settlement, mada",="000123",,"1,019.50","11,019.50"',
  '18/11/2026,18/11/2026,حوالة صادرة,000124,500.00,,"10,519.50"',
  '18/11/2026,19/11/2026,تسوية نقاط البيع,000125,0.00,80.25,"10,599.75"',
  'Total,,,,500.00,"1,099.75",',
);

test('names in two languages, a preamble with the IBAN, guards, and a chain of balances', async () => {
  const found = await read(bilingual);
  expect(found.account).toBe('SA0380000000608010167519');
  expect(linesOf(found)).toEqual([
    ['2026-11-18', 101_950, 'SAR'],
    ['2026-11-18', -50_000, 'SAR'],
    ['2026-11-19', 8_025, 'SAR'],
  ]);
  expect(found.lines.map(({ line, reference, text, isOff }) => [line, reference, text, isOff])).toEqual([
    [7, '000123', 'POS settlement, mada', false],
    [8, '000124', 'حوالة صادرة', false],
    [9, '000125', 'تسوية نقاط البيع', false],
  ]);
  expect(found.table.chain).toEqual({ triedCount: 2, heldCount: 2, order: 'oldestFirst', offLines: [] });
  expect(asked(found)).toEqual({ dateOrder: 'dayFirst', currency: 'SAR' });
  expect([found.refused, found.beside]).toEqual([[], [{ line: 10, kind: 'total' }]]);
});

test('windows-1256, Arabic digits, Hijri dates and the newest line first', async () => {
  // 9 Jumada al-Akhirah 1448 is 19 November 2026.
  const text = csv(
    'التاريخ;البيان;مدين;دائن;الرصيد;العملة',
    '09/06/1448;تسوية مدى;;٨٠٫٢٥;١٬١٨٠٫٢٥;SAR',
    '08/06/1448;رسوم;١٠٠;;١٬١٠٠;SAR',
  );
  const encoder = new Map(
    Array.from({ length: 128 }, (_, at): [string, number] => [
      new TextDecoder('windows-1256').decode(Uint8Array.of(at + 128)),
      at + 128,
    ]),
  );
  const latin = text
    .replaceAll(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
  const bytes = Uint8Array.from([...latin].map((sign) => encoder.get(sign) ?? sign.charCodeAt(0)));
  for (const each of [text, bytes]) {
    const found = await read(each);
    expect(linesOf(found)).toEqual([
      ['2026-11-19', 8_025, 'SAR'],
      ['2026-11-18', -10_000, 'SAR'],
    ]);
    expect(found.table.chain).toMatchObject({ order: 'newestFirst', heldCount: 1, triedCount: 1 });
  }
});

const cellXml = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const sheetOf = (rows: readonly string[][]) =>
  rows.map((cells, at) => `<row r="${at + 1}">${cells.map(cellXml).join('')}</row>`).join('');
/** A workbook whose first sheet is a note, or what is given. */
function inSecondSheet(
  rows: readonly string[][],
  note: readonly string[][] = [['Dear customer', 'this is', 'your statement']],
) {
  const [workbook, relations, first] = workbookParts(sheetOf(note));
  const [, , second] = workbookParts(sheetOf(rows));
  if (!workbook || !relations || !first || !second) throw new Error('a workbook has three parts');
  const more = (content: string | Buffer, from: string, to: string) =>
    String(content).replace(from, (found) => found + to);
  return [
    {
      ...workbook,
      content: more(workbook.content, '<sheets>', '<sheet name="Note" sheetId="2" r:id="rId2"/>'),
    },
    {
      ...relations,
      content: more(
        relations.content,
        '<Relationships>',
        '<Relationship Id="rId2" Target="worksheets/sheet2.xml"/>',
      ),
    },
    { ...second, name: 'xl/worksheets/sheet1.xml' },
    { ...first, name: 'xl/worksheets/sheet2.xml' },
  ];
}

test('a workbook whose statement is on the second sheet', async () => {
  const rows = [
    ['Date', 'Narrative', 'Amount', 'CR/DR', 'Running Balance', 'Ccy'],
    ['2026-11-18', 'POS', '100.5', 'C', '200.5', 'SAR'],
    ['2026-11-19', 'rent', '50', 'D', '150.5', 'SAR'],
  ];
  const found = await read(zipOf(inSecondSheet(rows)));
  expect(linesOf(found)).toEqual([
    ['2026-11-18', 10_050, 'SAR'],
    ['2026-11-19', -5_000, 'SAR'],
  ]);
  expect(found.table.chain).toMatchObject({ heldCount: 1 });
});

test('other sheets with amounts are named with their lines, and read once they are chosen', async () => {
  const names = ['Date', 'Narrative', 'Amount', 'CR/DR', 'Running Balance', 'Ccy'];
  const november = [names, ['2026-11-18', 'POS', '100.5', 'C', '200.5', 'SAR']];
  const october = [
    names,
    ['2026-10-18', 'POS', '70.25', 'C', '70.25', 'SAR'],
    ['2026-10-19', 'POS', '9.75', 'C', '80.00', 'SAR'],
  ];
  const bytes = zipOf(inSecondSheet(november, october));
  const found = await read(bytes);
  expect(linesOf(found)).toEqual([
    ['2026-10-18', 7_025, 'SAR'],
    ['2026-10-19', 975, 'SAR'],
  ]);
  expect(found.told.unreadSheets).toEqual([{ name: found.told.sheets?.[1], count: 1 }]);
  const other = await read(bytes, {
    ...nothingSaid,
    told: { table: { sheet: found.told.sheets?.[1] ?? '' }, keys: [] },
  });
  expect(linesOf(other)).toEqual([['2026-11-18', 10_050, 'SAR']]);
  expect(other.told.unreadSheets).toEqual([{ name: found.told.sheet, count: 2 }]);
  expect((await read(zipOf(inSecondSheet(november)))).told.unreadSheets).toBeUndefined();
});

const head = 'Date,Description,Debit,Credit,Balance,Currency';

test.each([
  ['closes two lines below', ['"POS', 'POS"'], [2, 3, 4]],
  ['never closes', ['POS', '"POS'], [4]],
])(
  'a stray quote that %s: each line that it goes over is refused, and none of them is read',
  async (_, [one, other], lines) => {
    const text = csv(
      head,
      `17/11/2026,${one},,100.00,100.00,SAR`,
      '18/11/2026,POS,,50.00,150.00,SAR',
      `19/11/2026,${other},,25.00,175.00,SAR`,
      ...(lines.length > 1 ? ['20/11/2026,POS,,10.00,185.00,SAR'] : []),
    );
    const found = await read(text);
    expect(found.refused).toEqual(lines.map((line) => ({ line, reason: 'quote' })));
    expect(found.lines.map(({ line }) => line)).toEqual(lines.length > 1 ? [5] : [2, 3]);
  },
);

test('day or month first is asked where nothing decides, and read as it was said', async () => {
  const text = csv(head, '02/11/2026,a,,100.00,100.00,SAR', '03/11/2026,b,,50.00,150.00,SAR');
  const found = await read(text);
  expect([asked(found), found.lines]).toEqual([{ dateOrder: null }, []]);
  const said = (dateOrder: 'dayFirst' | 'monthFirst', isRemembered: boolean) =>
    read(text, { ways: { dateOrder }, isRemembered });
  expect(linesOf(await said('dayFirst', false))[0]).toEqual(['2026-11-02', 10_000, 'SAR']);
  expect(linesOf(await said('monthFirst', true))[0]).toEqual(['2026-02-11', 10_000, 'SAR']);
  // What an earlier statement said and this one contradicts is asked again; a person may say it all the same.
  const other = csv(head, '02/11/2026,a,,100.00,100.00,SAR', '13/11/2026,b,,50.00,150.00,SAR');
  const remembered = await read(other, { ways: { dateOrder: 'monthFirst' }, isRemembered: true });
  expect([asked(remembered), remembered.lines]).toEqual([{ dateOrder: null }, []]);
  expect((await read(other, { ways: { dateOrder: 'monthFirst' }, isRemembered: false })).refused).toEqual([
    { line: 3, reason: 'date' },
  ]);
  // December's tenth is to come.
  const ahead = csv(head, '12/10/2026,a,,100.00,100.00,SAR', '12/11/2026,b,,50.00,150.00,SAR');
  expect(asked(await read(ahead))).toEqual({ dateOrder: 'dayFirst' });
});

test('point or comma: told by what can be read, else asked', async () => {
  const text = (a: string, b: string) =>
    csv(head.replaceAll(',', ';'), `19/11/2026;a;;${a};${a};SAR`, `20/11/2026;b;;50;${b};SAR`);
  expect(asked(await read(text('1.200,50', '1.250')))).toMatchObject({ decimals: 'comma' });
  expect(asked(await read(text('1,200', '1,250')))).toMatchObject({ decimals: 'point' });
  // 1,200 + 0 = 1,200 either way.
  const tie = csv(
    head.replaceAll(',', ';'),
    '19/11/2026;a;;1,200;1,200;SAR',
    '20/11/2026;b;;1,200;2,400;SAR',
  );
  expect(asked(await read(tie))).toMatchObject({ decimals: null });
});

test('a currency that nothing names is asked, and a row that lacks its own is refused', async () => {
  const plain = csv('Date,Description,Debit,Credit', '19/11/2026,a,,100.00', '20/11/2026,b,5.00,');
  expect(asked(await read(plain))).toMatchObject({ currency: null });
  const said = await read(plain, { ways: { currency: 'USD' }, isRemembered: false });
  expect(linesOf(said)[0]).toEqual(['2026-11-19', 10_000, 'USD']);
  const own = await read(
    csv(head, '19/11/2026,a,,100.00,,', '20/11/2026,b,,SAR 5.00,,USD', '20/11/2026,c,,5,,AED'),
  );
  expect(own.refused).toEqual([
    { line: 2, reason: 'currency' },
    { line: 4, reason: 'currency' },
  ]);
  const heading = await read(csv('Date,Details,Amount (SAR)', '19/11/2026,a,100.00', '20/11/2026,b,-5.00'));
  expect([asked(heading)['currency'], linesOf(heading)[1]]).toEqual([undefined, ['2026-11-20', -500, 'SAR']]);
});

test('amounts without any sign are asked about, unless the balances prove them', async () => {
  const rows = (balances: string[]) =>
    csv('Date,Details,Amount,Balance,Ccy', ...balances.map((balance) => `19/11/2026,a,10.00,${balance},SAR`));
  const growing = csv(
    'Date,Details,Amount,Balance,Ccy',
    ...['10,10', '5,15', '20,35'].map((figures) => `19/11/2026,a,${figures},SAR`),
  );
  expect(asked(await read(growing))).toMatchObject({ signs: 'allIn' });
  // Equal amounts went out where the table is read from below, in either case.
  for (const balances of [
    ['90', '80', '70'],
    ['10', '20', '30'],
  ]) {
    const equal = await read(rows(balances));
    expect([asked(equal)['signs'], equal.lines]).toEqual([null, []]);
  }
  const some = await read(rows(['10', '20', '10']));
  expect([asked(some)['signs'], some.lines]).toEqual([null, []]);
  const said = await read(rows(['10', '20', '10']), { ways: { signs: 'allIn' }, isRemembered: false });
  expect(said.lines.map(({ isOff }) => isOff)).toEqual([false, false, true]);
  // Said of an earlier statement it decides nothing: one of these may have gone out.
  const later = await read(rows(['10', '20', '10']), { ways: { signs: 'allIn' }, isRemembered: true });
  expect([asked(later)['signs'], later.lines]).toEqual([null, []]);
  expect(said.table.chain).toMatchObject({ heldCount: 1, triedCount: 2, offLines: [4] });
  expect(asked(await read(csv('Date,Details,Amount', '19/11/2026,a,SAR 10.00')))).toMatchObject({
    signs: null,
  });
});

test('rows that say two things, or nothing, are refused with their line', async () => {
  const found = await read(
    csv(
      'Date,Details,Debit,Credit,Ccy',
      '19/11/2026,a,5.00,10.00,SAR',
      '19/11/2026,b,,,SAR',
      '19/11/2026,c,,1e3,SAR',
      '31/02/2026,d,,5.00,SAR',
      '19/11/2026,e,-4.00,,SAR',
      '19/11/2026,f,4.00,,SAR',
    ),
  );
  expect(found.refused).toEqual([
    { line: 2, reason: 'twoAmounts' },
    { line: 3, reason: 'noAmount' },
    { line: 4, reason: 'amount' },
    { line: 5, reason: 'date' },
    { line: 6, reason: 'sign' },
  ]);
  // All debits with a minus are debits.
  const minus = await read(
    csv('Date,Details,Debit,Credit,Ccy', '19/11/2026,e,-4.00,,SAR', '19/11/2026,f,,1,SAR'),
  );
  expect(linesOf(minus).map(([, minor]) => minor)).toEqual([-400, 100]);
  const words = await read(
    csv(
      'Date,Details,Amount,D/C,Ccy',
      '19/11/2026,a,5,X,SAR',
      '19/11/2026,b,-5,C,SAR',
      '19/11/2026,c,-5,D,SAR',
    ),
  );
  expect([words.refused.map(({ reason }) => reason), linesOf(words)[0]?.[1]]).toEqual([
    ['direction', 'direction'],
    -500,
  ]);
});

test('names that nobody knows are mapped by hand, and the names of a new page are no line', async () => {
  const text = csv(
    'When,What,Plus,Minus,Coin',
    '19/11/2026,a,5.00,,SAR',
    'When,What,Plus,Minus,Coin',
    '20/11/2026,b,,6.00,SAR',
  );
  const found = await read(text);
  expect(found.table.missing).toEqual(['date', 'amount']);
  expect(found.table.columns.map(({ title, field, sample }) => [title, field, sample[0]])).toContainEqual([
    'Plus',
    null,
    '5.00',
  ]);
  const fields = ['date', 'description', 'credit', 'debit', 'currency'] as const;
  const said = await read(text, { fields, ways: {}, isRemembered: false });
  expect([linesOf(said).map(([, minor]) => minor), said.refused]).toEqual([[500, -600], []]);
  await expect(
    withFile('Dear sir,we regret\nto tell,you', (filePath) =>
      readStatementFile({ ...job, filePath, said: nothingSaid }),
    ),
  ).resolves.toBeNull();
});

test('a table of several accounts says so, and two IBANs above name none', async () => {
  const several = csv(
    'Account,Date,Details,Credit,Ccy',
    '111111,19/11/2026,a,1,SAR',
    '222222,19/11/2026,a,1,SAR',
  );
  expect(await read(several)).toMatchObject({ isOfSeveral: true });
  const two = csv(
    'From,SA0380000000608010167519',
    'To,SA4420000001234567891234',
    head,
    '19/11/2026,a,,1,,SAR',
  );
  expect(await read(two)).toMatchObject({ account: null, isOfSeveral: false });
});
