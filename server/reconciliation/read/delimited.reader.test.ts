import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDelimited } from './delimited.reader.ts';
import { refusalFrom } from './file-refused.ts';
import { cellTexts } from './row.ts';
import type { TextSource } from './text-encoding.ts';

/** The text in chunks of a given size, as a file would come. */
function sourceOf(text: string, chunkBytes: number): TextSource {
  const bytes = Buffer.from(text);
  let at = 0;
  return () => {
    if (at >= bytes.length) return null;
    at += chunkBytes;
    return bytes.subarray(at - chunkBytes, at);
  };
}

function rowsOf(text: string, chunkBytes = 1_000): { line: number; cells: string[]; isBroken?: boolean }[] {
  const rows: { line: number; cells: string[]; isBroken?: boolean }[] = [];
  readDelimited(
    sourceOf(text, chunkBytes),
    0x2c,
    (row) =>
      void rows.push({
        line: row.line,
        cells: cellTexts(row),
        ...(row.isBroken === true && { isBroken: true }),
      }),
  );
  return rows;
}

test('quotes hold delimiters, line ends and doubled quotes; lines are counted as an editor counts them', () => {
  expect(rowsOf('a,"b ""x"", y",c\r\n"two\nlines",2,3\r7,8,9')).toEqual([
    { line: 1, cells: ['a', 'b "x", y', 'c'] },
    { line: 2, cells: ['two\nlines', '2', '3'] },
    { line: 4, cells: ['7', '8', '9'] },
  ]);
});

test('a quote that never closes spoils its own row and no other', () => {
  const rows = rowsOf('1,2,3\n"4,5,6\n7,8,9\n');
  expect(rows).toEqual([
    { line: 1, cells: ['1', '2', '3'] },
    { line: 2, cells: ['4', '5', '6'], isBroken: true },
    { line: 3, cells: ['7', '8', '9'] },
  ]);
});

test('a quote that holds a line’s worth of delimiters swallows no rows', () => {
  const rows = rowsOf('1,2,3,4\r\n1,"b,3,4\r\n1,2,3,4\r\n1,2,c",4\r\n1,"d, e\r\nf",3,4\r\n1,2,3,4');
  expect(rows).toEqual([
    { line: 1, cells: ['1', '2', '3', '4'] },
    { line: 2, cells: ['1', 'b', '3', '4'], isBroken: true },
    { line: 3, cells: ['1', '2', '3', '4'], isBroken: true },
    { line: 4, cells: ['1', '2', 'c', '4'], isBroken: true },
    { line: 5, cells: ['1', 'd, e\r\nf', '3', '4'] },
    { line: 7, cells: ['1', '2', '3', '4'] },
  ]);
});

test('stray quotes on every other line cost no more than the text is long', () => {
  const text = `${'1,2,3,4,5\n'.repeat(4)}${`1,"2,3,4,5\n${'1,2,3,4,5\n'.repeat(50)}`.repeat(2_000)}`;
  const rows = rowsOf(text, 64 * 1024);
  expect(rows.at(-1)?.line).toBe(4 + 2_000 * 51);
  expect(rows.filter(({ isBroken }) => isBroken)).toHaveLength(1_000 * 52);
});

test('guards and apostrophes of spreadsheets come off', () => {
  expect(rowsOf(`="003042448545",'000123, x \n`)[0]?.cells).toEqual(['003042448545', '000123', 'x']);
});

test('however the bytes are cut into chunks, the rows are the same', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'مبلغ', 'a"b', 'x,y', 'line\nend', '12.50'),
    fc.string({ maxLength: 6 }),
  );
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      (table, chunkBytes) => {
        const text = table.map((row) => row.map(quoted).join(',')).join('\r\n');
        expect(rowsOf(text, chunkBytes)).toEqual(rowsOf(text, 100_000));
        expect(rowsOf(text, chunkBytes)).toHaveLength(table.length);
      },
    ),
  );
});

test('tooManyRows: one row over the limit refuses the file', () => {
  const block = '1,2\n'.repeat(10_000);
  let left = bankFileLimits.textRowsMax / 10_000 + 1;
  const source: TextSource = () => (left-- > 0 ? Buffer.from(block) : null);
  const read = () => readDelimited(source, 0x2c, () => {});
  expect(refusalOfCall(read)).toEqual({ code: 'tooManyRows', maxRows: bankFileLimits.textRowsMax });
});

test('notTable: a row without an end is none', () => {
  let left = 3;
  const source: TextSource = () => (left-- > 0 ? Buffer.alloc(900_000, 'x') : null);
  expect(refusalOfCall(() => readDelimited(source, 0x2c, () => {}))).toEqual({ code: 'notTable' });
});

function refusalOfCall(call: () => unknown) {
  try {
    call();
  } catch (error) {
    return refusalFrom(error);
  }
  return null;
}

test('a quote before a cut line that closes behind the first cell of the next one leaves both to themselves', () => {
  const head = 'Terminal,RRN,STAN,Code,Card,Scheme,Day,Amount';
  const line = (rrn: number): string => `88501158,${rrn},000001,440001,484783,Mada,12/11/2026,100.00`;
  const text = [
    head,
    line(1),
    line(2),
    `"88501158,3,000001,440001,484783`,
    line(4).replace(',', '",'),
    line(5),
    '',
  ];
  const broken = rowsOf(text.join('\n')).filter(({ isBroken }) => isBroken);
  expect(broken.map(({ line: at, cells }) => [at, cells[0], cells[1]])).toEqual([
    [4, '88501158', '3'],
    [5, '88501158', '4'],
  ]);
  // A text of two lines stands where lines have texts.
  const address = '"Shop 12, Olaya, Riyadh,\nFloor 3, near the mosque, behind it"';
  const named = (name: string, rrn: number): string =>
    `88501158,${rrn},000001,440001,484783,${name},12/11/2026,100.00`;
  const places = [head, named('Shop', 1), named('Shop', 2), named(address, 3), named('Shop', 4), ''];
  expect(rowsOf(places.join('\n')).filter(({ isBroken }) => isBroken)).toEqual([]);
});
