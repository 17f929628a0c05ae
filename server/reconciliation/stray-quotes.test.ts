/** A stray quotation mark swallows no lines: those that it goes over are rejected, and their payments are not claimed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOf, fileText, lineOf, sold, type TrialPayment, tryBankFile } from './bank-file-trial.ts';

const payments = [1, 2, 3, 4, 5, 6].map((id) => sold(id, `22 1${id}:00`));
/** A file whose lines have a name as their fifth cell. */
const named = (names: Record<number, string>, ends = '\n'): string => {
  const [head = '', ...lines] = fileText(...payments.map((each) => lineOf(each))).split('\n');
  const withName = (line: string, name: string): string => {
    const cells = line.split(',');
    return line === '' ? '' : [...cells.slice(0, 4), name, ...cells.slice(4)].join(',');
  };
  const rows = lines.map((line, index) => withName(line, names[index + 1] ?? 'Shop'));
  return [withName(head, 'Merchant Name'), ...rows].join(ends);
};
const judged = async (text: string, sales: readonly TrialPayment[] = payments) => {
  const { summary, entries } = await tryBankFile(text, sales);
  return {
    verdict: summary.verdict,
    absent: summary.absent,
    lines: entries.filter(({ line }) => line !== null).length,
    rejected: summary.rejections.map(({ line, code }) => `${line} ${code}`),
    outcomes: entries.map(({ outcome }) => outcome),
  };
};

test('one that closes three lines below leaves the file incomplete, and nothing is claimed', async () => {
  const found = await judged(named({ 2: '"Shop', 5: 'Shop"', 6: '"Shop, Olaya"' }));
  expect(found.rejected).toEqual(['3 quote', '4 quote', '5 quote', '6 quote']);
  expect(found.verdict).toBe('INCOMPLETE');
  expect(found.absent).toContainEqual({ kind: 'rejectedLines', value: '', count: 4 });
  expect(found.outcomes.filter((outcome) => outcome === 'missingInBank')).toEqual([]);
  expect(found.outcomes.filter((outcome) => outcome === 'waits')).toHaveLength(4);
});

test('with the lines that it swallows not among the payments, the file is not balanced either', async () => {
  const found = await judged(named({ 2: '"Shop', 5: 'Shop"' }), payments.slice(0, 2));
  expect(found.verdict).not.toBe('BALANCED');
  expect(found.rejected).toHaveLength(4);
});

test.each([
  ['that the next name closes', { 2: '"Shop', 4: '"Shop' }, ['3 quote', '4 quote', '5 quote']],
  ['that the end of the file leaves open', { 6: '"Shop' }, ['7 quote']],
])('one %s spoils the lines that it goes over', async (_, names, rejected) => {
  const found = await judged(named(names));
  expect(found.rejected).toEqual(rejected);
  expect(found.verdict).toBe('INCOMPLETE');
  expect(found.outcomes).not.toContain('missingInBank');
});

test('one that closes in an earlier cell of the next line swallows none', async () => {
  const text = named({});
  const lines = text.split('\n');
  const stray = (line = '', cell: number, value: string): string =>
    line
      .split(',')
      .map((each, index) => (index === cell ? value : each))
      .join(',');
  lines[3] = stray(lines[3], 11, '"99.08');
  lines[4] = stray(lines[4], 0, '"88501158"');
  const found = await judged(lines.join('\n'));
  expect(found.rejected).toEqual(['4 quote', '5 quote']);
  expect(found.verdict).toBe('INCOMPLETE');
  expect(found.outcomes).not.toContain('missingInBank');
});

test('empty cells behind the names of columns hide none that swallows lines', async () => {
  const [head, ...lines] = named({ 2: '"Shop', 3: 'Shop"' }).split('\n');
  const found = await judged([`${head},,,,`, ...lines].join('\n'));
  expect(found.rejected).toEqual(['3 quote', '4 quote']);
  expect(found.outcomes).not.toContain('missingInBank');
});

test.each(['\n', '\r\n', '\r'])(
  'an address of three lines in quotes is read with line ends %j',
  async (ends) => {
    const found = await judged(named({ 2: `"Shop${ends}Olaya Street 12, Riyadh${ends}KSA"` }, ends));
    expect(found).toMatchObject({ verdict: 'BALANCED', lines: 6, rejected: [] });
  },
);

const arabic = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x06_60 + Number(digit))).replaceAll('.', '٫');

test.each([
  ['Latin', (text: string) => text],
  ['Arabic-Indic', arabic],
])(
  'wherever one opens and closes among %s figures, nothing is balanced and nothing claimed that stands in the file',
  async (_, written) => {
    const lines = written(named({})).split('\n');
    const place = fc.record({ line: fc.integer({ min: 1, max: 6 }), cell: fc.integer({ min: 0, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(place, place, fc.boolean(), async (open, close, isBefore) => {
        fc.pre(open.line < close.line);
        const quoted = lines.map((line, at) =>
          line
            .split(',')
            .map((text, cell) => {
              if (at === open.line && cell === open.cell) return `"${text}`;
              if (at !== close.line || cell !== close.cell) return text;
              return isBefore ? `"${text}` : `${text}"`;
            })
            .join(','),
        );
        const found = await judged(quoted.join('\n'));
        expect(found.rejected).toHaveLength(close.line - open.line + 1);
        expect(found.verdict).toBe('INCOMPLETE');
        expect(found.outcomes).not.toContain('missingInBank');
      }),
      { numRuns: 40, seed: 20_261_126 },
    );
  },
);

/** Names of shop and city before the amounts, and a note behind them that no line has. */
const cities = (rows: readonly string[], note = ','): string =>
  [
    'Terminal ID,RRN,Transaction Date,Shop,City,Transaction Amount,Commission,VAT,Net Amount,Note',
    ...rows.map((middle, at) => {
      const { rrn } = payments[at] as TrialPayment;
      return `88501158,${rrn},22/11/2026 1${at + 1}:00,${middle}${note}`;
    }),
    '',
  ].join('\n');
const good = 'Shop,Olaya,100.00,0.80,0.12,99.08';

test.each([
  ['over shop and city', '"Shop,Olaya",100.00,0.80,0.12,99.08'],
  ['over the city and its amount', 'Shop,"Olaya,100.00",0.80,0.12,99.08'],
  ['over amount and fee', 'Shop,Olaya,"100.00,0.80",0.12,99.08'],
  ['over fee and VAT', 'Shop,Olaya,100.00,"0.80,0.12",99.08'],
  ['from the city to the VAT', 'Shop,"Olaya,100.00,0.80,0.12",99.08'],
])('one that closes within its row and shifts its cells rejects that row: %s', async (_, middle) => {
  const found = await judged(cities([good, good, good, middle, good, good]));
  expect(found.rejected).toEqual(['5 quote']);
  expect(found.verdict).toBe('INCOMPLETE');
  expect(found.outcomes.filter((outcome) => outcome !== 'matched')).toEqual(['waits']);
});

test('a row with a cell too many makes no stray quotes of the quoted names behind it', async () => {
  const quoted = '"Shop, North",Olaya,100.00,0.80,0.12,99.08';
  const unquoted = 'Shop, North,Olaya,100.00,0.80,0.12,99.08';
  const found = await judged(cities([quoted, unquoted, quoted, quoted, quoted, quoted], ',x'));
  expect(found.rejected).toEqual(['3 columns']);
  expect(found.lines).toBe(5);
  const first = await judged(cities([unquoted, quoted, quoted, quoted, quoted, quoted], ',x'));
  expect(first.rejected).toEqual(['2 columns']);
  expect(first.lines).toBe(5);
  // Behind the names of columns stand cells without any.
  const [head = '', ...lines] = cities([unquoted, quoted, quoted, quoted, quoted, quoted], ',x').split('\n');
  const spanish = await judged([`${head},,`, ...lines].join('\n'));
  expect(spanish.rejected).toEqual(['2 amount']);
  expect(spanish.lines).toBe(5);
});

test('a row with a cell too many hides no stray quote on the next one', async () => {
  const more = 'Shop, North,Olaya,100.00,0.80,0.12,99.08';
  const shifted = 'Shop,"Olaya,100.00",0.80,0.12,99.08';
  const found = await judged(cities([good, good, more, shifted, good, good], ',x'));
  expect(found.rejected).toEqual(['4 columns', '5 quote']);
  expect(found.outcomes.filter((outcome) => outcome !== 'matched')).toEqual(['waits', 'waits']);
});

test.each([0, 1, 2])(
  'a row with a cell too many at line %i of it hides no stray quote that goes over the next ones',
  async (at) => {
    const more = 'Shop, North,Olaya,100.00,0.80,0.12,99.08';
    const middles = [good, good, good].toSpliced(at, 1, more);
    const opens = 'Shop,Olaya,"100.00,0.80,0.12,99.08';
    const text = cities([...middles, opens, good, good], ',x').split('\n');
    // It closes behind the date of the next line: both together have no more delimiters than two lines have.
    text[5] = (text[5] ?? '').replace(' 15:00,', ' 15:00",');
    const found = await judged(text.join('\n'));
    expect(found.rejected).toEqual([`${at + 2} columns`, '5 quote', '6 quote']);
    expect(found.outcomes.filter((outcome) => outcome !== 'matched')).toEqual(['waits', 'waits', 'waits']);
  },
);

test('one that shifts the second line is found below titles, which say nothing of what lines fill', async () => {
  const shifted = 'Shop,"Olaya,100.00",0.80,0.12,99.08';
  const titles = 'Najd Bank\nSettlement report\nRiyadh\n';
  const found = await judged(titles + cities([good, shifted, good, good, good, good]));
  expect(found.rejected).toEqual(['6 quote']);
  expect(found.outcomes.filter((outcome) => outcome !== 'matched')).toEqual(['waits']);
});

test.each([
  ['that stand there again', ''],
  ['that stand there again with cells without a name', ',,,,'],
])('one that shifts the line behind names of columns %s is found', async (_, unnamed) => {
  const [head = '', ...lines] = cities([
    good,
    good,
    'Shop,"Olaya,100.00",0.80,0.12,99.08',
    good,
    good,
    good,
  ]).split('\n');
  const titles = head + unnamed;
  const found = await judged([titles, ...lines.slice(0, 2), titles, ...lines.slice(2)].join('\n'));
  expect(found.rejected).toEqual(['5 quote']);
  expect(found.outcomes.filter((outcome) => outcome !== 'matched')).toEqual(['waits']);
});

test('one that shifts a row of Arabic-Indic figures is found as well', async () => {
  const [head = '', ...lines] = cities([
    good,
    good,
    'Shop,"Olaya,100.00",0.80,0.12,99.08',
    good,
    good,
    good,
  ]).split('\n');
  const found = await judged([head, ...lines.map(arabic)].join('\n'));
  expect(found.rejected).toEqual(['4 quote']);
  expect(found.outcomes.filter((outcome) => outcome !== 'matched')).toEqual(['waits']);
});

test.each([
  ['a name with a comma in a row of all cells', ','],
  ['a name with a comma where empty cells at the end are left away', ''],
])('%s is read', async (_, note) => {
  const comma = '"Shop, Olaya",Riyadh,100.00,0.80,0.12,99.08';
  const found = await judged(cities([good, good, good, comma, comma, good], note));
  expect(found).toMatchObject({ verdict: 'BALANCED', lines: 6, rejected: [] });
});

test('names with commas are read where every row has one, and leaves its empty cell at the end away', async () => {
  const comma = '"Shop, Olaya",Riyadh,100.00,0.80,0.12,99.08';
  const text = cities(
    Array.from(payments, () => comma),
    '',
  );
  expect(await judged(text)).toMatchObject({ verdict: 'BALANCED', lines: 6, rejected: [] });
});

test('amounts with commas for thousands are read where empty cells at the end are left away', async () => {
  const sales = payments.map((each) => ({ ...each, amountMinor: 123_450, feeMinor: 988, vatMinor: 148 }));
  const thousands = 'Shop,Olaya,"1,234.50",9.88,1.48,"1,223.14"';
  const one = 'Shop,Olaya,1234.50,9.88,1.48,1223.14';
  const text = cities([one, one, one, thousands, thousands, one], '');
  expect(await judged(text, sales)).toMatchObject({ verdict: 'BALANCED', lines: 6, rejected: [] });
});

test('names with commas are read where only some rows have their empty cells at the end', async () => {
  const comma = '"Shop, Olaya",Riyadh,100.00,0.80,0.12,99.08';
  const text = cities([good, good, good, comma, good, good]).split('\n');
  text[4] = (text[4] ?? '').replace(/,$/, '');
  expect(await judged(text.join('\n'))).toMatchObject({ verdict: 'BALANCED', lines: 6, rejected: [] });
});

test('one within a row behind as many totals as lines is told as what it is, and thousands in quotes stay read', async () => {
  const names =
    'RRN;Terminal ID;Transaction Date;Auth Code;Card Number;Transaction Amount;Commission;VAT;Batch No';
  const lineOfBatch = ({ rrn, authCode }: TrialPayment, amount: string): string =>
    `${rrn};88501158;22/11/2026;${authCode};484783******6106;${amount};0.12;7`;
  const total = ';Terminal Total;22/11/2026;;;100.00;0.80;0.12;';
  const fileWith = (amount: string): string => {
    const [one, two, three, four] = payments.map((each) => lineOfBatch(each, '100.00;0.80'));
    const stray = lineOfBatch(payments[4] ?? {}, amount);
    return [names, one, total, two, total, three, total, stray, four, ''].join('\n');
  };
  expect((await judged(fileWith('"100.00;0.80"'))).rejected).toEqual(['8 quote']);
  expect((await judged(fileWith('"100.00";0.80'))).rejected).toEqual([]);
});

test('two rows with a stray quote, the second one cut short: each is rejected by itself', async () => {
  const head = 'Terminal ID,RRN,Shop,Date,Amount,Fee,VAT,Net';
  const sales = [1, 2, 3, 4].map((id) => sold(id, `22 1${id}:00`));
  const cellsOf = (id: number): string[] =>
    `88501158,63260912000${id},Shop ${id},22/11/2026 1${id}:00,100.00,0.80,0.12,99.08`.split(',');
  const quoted = (cells: string[], at: number, kind: string): string[] =>
    cells.map((cell, index) => (index !== at ? cell : kind === 'opens' ? `"${cell}` : `${cell}"`));
  for (let first = 0; first < 8; first++)
    for (let second = 0; second < 4; second++)
      for (const kind of ['opens', 'closes'])
        for (const length of [4, 5, 7]) {
          // A whole line with a cell of two lines in it: nothing tells.
          if (kind === 'closes' && first + length - second === 8) continue;
          const cut = quoted(cellsOf(3), second, kind).slice(0, length);
          const rows = [cellsOf(1), quoted(cellsOf(2), first, 'opens'), cut, cellsOf(4)];
          const file = [head, ...rows.map((row) => row.join(',')), ''].join('\n');
          const plain = [head, cellsOf(1).join(','), ''].join('\n');
          const { summary } = await tryBankFile(file, sales, { layout: { fields: fieldsOf(plain) } });
          expect([file, summary.rejections.map(({ line }) => line)]).toEqual([file, [3, 4]]);
        }
});

test.each([
  ['terminal', { tid: '88501158"' }],
  ['RRN', { rrn: '6326"09120002' }],
  ['RRN alone', { rrn: '632609120002"', stan: '', auth: '' }],
  ['STAN', { rrn: '', stan: '000"002' }],
  ['approval code', { rrn: '', stan: '', auth: '440002"' }],
])('one inside or behind the %s is none of that key: the payment is found', async (_, change) => {
  const sales = payments.map((each, index) => ({
    ...each,
    tid: '88501158',
    rrn: `63260912000${index + 1}`,
    stan: `00000${index + 1}`,
    authCode: `44000${index + 1}`,
  }));
  const lines = sales.map((each, index) =>
    lineOf(each, { auth: each.authCode, ...(index === 1 ? change : {}) }),
  );
  const found = await judged(fileText(...lines), sales);
  expect([found.verdict, found.rejected, found.outcomes]).toEqual(['BALANCED', [], Array(6).fill('matched')]);
});
