import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ExportHead, ExportRow } from './export-sheet.ts';
import { pdfOf } from './pdf.writer.ts';
import { visualPieces } from './pdf-line.ts';
import { type DrawnText, drawnTexts } from './pdf-trial.ts';
import { isolated } from './safe-text.ts';

const columns = [
  { name: 'السبب', kind: 'text', letters: 20 },
  { name: 'اليوم', kind: 'day', letters: 10 },
  { name: 'المبلغ', kind: 'amount', letters: 10 },
] as const;
const head: ExportHead = { title: 'المطابقة', facts: [], columns, reader: 'ar' };

async function pagesOf(rows: readonly ExportRow[], more: Partial<ExportHead> = {}, totals: ExportRow[] = []) {
  async function* batches() {
    yield rows;
  }
  return drawnTexts(await buffer(pdfOf({ ...head, ...more }, batches(), () => totals)));
}

/** What stands in one line of a page, from left to right; letters of one glyph in brackets. */
const lineAt = (page: readonly DrawnText[] | undefined, y: number): string =>
  (page ?? [])
    .filter((each) => Math.abs(each.y - y) < 0.01)
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) =>
      text
        .split('|')
        .map((glyph) => (glyph.length > 1 ? `[${glyph}]` : glyph))
        .join(''),
    )
    .join(' ');
const linesOf = (page: readonly DrawnText[] | undefined): string[] =>
  [...new Set((page ?? []).map(({ y }) => y))].toSorted((a, b) => b - a).map((y) => lineAt(page, y));
const mirrored = (text: string): string => [...text].toReversed().join('');

test('Arabic stands in its order, joined, with its figures from left to right', async () => {
  const [page] = await pagesOf([['لا توجد عملية (RRN) 12', '2026-11-22', -123_456_789]]);
  const [title, names, row, foot] = linesOf(page);
  expect(title).toBe(mirrored('المطابقة'));
  expect(names).toBe(['المبلغ', 'اليوم', 'السبب'].map(mirrored).join(' '));
  // From the left: amount with its minus in front, the day, the sentence from its end; لا is one glyph.
  expect(row).toBe(
    `− ١٬٢٣٤٬٥٦٧٫٨٩ ٢٠٢٦ ${mirrored('نوفمبر')} ٢٢ 12 ( RRN ) ${mirrored('عملية')} ${mirrored('توجد')} [لا]`,
  );
  expect(foot).toBe(`١ ${mirrored('من')} ١ ${mirrored('صفحة')}`);
});

test('English stands in its order, also around Arabic names', async () => {
  const [page] = await pagesOf([['مقهى الديار', '2026-11-22', 5]], {
    reader: 'en',
    title: 'Reconciliation',
    facts: [`Bank file: ${isolated('كشف (1).csv')}`],
  });
  expect(linesOf(page)).toEqual([
    'Reconciliation',
    // Both sides of (1) stay with the Arabic name, which runs from right to left; the mark of its end is at the left.
    `Bank [fi]le: csv .( 1 ) ${mirrored('كشف')}`,
    expect.any(String),
    expect.stringContaining(`${mirrored('الديار')} ${mirrored('مقهى')}`),
    'Page 1 of 1',
  ]);
});

test('amounts end at one place in both languages, so that their decimal marks line up', async () => {
  for (const reader of ['en', 'ar'] as const) {
    const [page = []] = await pagesOf(
      [
        ['a', null, 5],
        ['b', null, 123_456_789],
      ],
      { reader },
    );
    const amounts = page.filter(({ text }) => /[.٫]/.test(text) && /[5٥٩9]$/.test(text.replaceAll('|', '')));
    expect(amounts).toHaveLength(2);
    const [short, long] = amounts;
    // The long one begins further left; both end where the column does.
    expect(short?.x).toBeGreaterThan(long?.x ?? 0);
  }
});

test('the column names stand on every page, the sums at the end, and each page says which of how many it is', async () => {
  const rows = Array.from({ length: 90 }, (_, at): ExportRow => [`row ${at}`, null, at]);
  const pages = await pagesOf(
    rows,
    { reader: 'en', columns: columns.map((each) => ({ ...each, name: each.kind })) },
    [['Total', null, 4005]],
  );
  expect(pages.length).toBeGreaterThan(1);
  const lines = pages.map(linesOf);
  expect(lines.map((each) => each.filter((line) => line === 'text day amount'))).toEqual(
    pages.map(() => ['text day amount']),
  );
  expect(lines.map((each) => each.at(-1))).toEqual(pages.map((_, at) => `Page ${at + 1} of ${pages.length}`));
  expect(lines.at(-1)?.at(-2)).toBe('Total 40.05');
  expect(lines.flat().filter((line) => line.startsWith('row '))).toHaveLength(90);
});

test.each(['en', 'ar'] as const)(
  'no figure and no day is broken, however large it is: %s',
  async (reader) => {
    const narrow = Array.from({ length: 12 }, (_, at) => ({
      name: `sum ${at}`,
      kind: at % 3 ? ('amount' as const) : ('day' as const),
      letters: 4,
    }));
    const wide = { name: 'bank', kind: 'text' as const, letters: 150 };
    const row = (amount: number): ExportRow => [
      'A',
      ...narrow.map(({ kind }) => (kind === 'day' ? '2026-11-22' : amount)),
    ];
    const [page = []] = await pagesOf([row(9_800_000_000)], { reader, columns: [wide, ...narrow] }, [
      row(236_696_296_548),
    ]);
    const lines = [...new Set(page.map(({ y }) => y))].toSorted((a, b) => b - a);
    // Title, names of columns, the row and its sum: one line each, and the foot.
    expect(lines).toHaveLength(5);
    const sums = page.filter(({ text }) =>
      /^(2,366,962,965\.48|٢٬٣٦٦٬٩٦٢٬٩٦٥٫٤٨)$/.test(text.replaceAll('|', '')),
    );
    expect(sums).toHaveLength(8);
  },
);

test('a sum never stands alone on its page', async () => {
  for (let count = 20; count < 50; count += 1) {
    const rows = Array.from({ length: count }, (_, at): ExportRow => [`row ${at}`, null, at]);
    const pages = await pagesOf(rows, { reader: 'en' }, [['Total', null, 1]]);
    expect(linesOf(pages.at(-1)).filter((line) => line.startsWith('row ')).length).toBeGreaterThan(0);
    const seen = pages.flatMap(linesOf).filter((line) => line.startsWith('row '));
    expect(seen).toEqual(rows.map((_, at) => expect.stringMatching(`^row ${at} `)));
  }
});

test('a word that is wider than its column is broken, and nothing of it is lost', async () => {
  const word = 'x'.repeat(200);
  const [page] = await pagesOf([[word, null, null]], { reader: 'en' });
  const drawn = (page ?? []).map(({ text }) => text.replaceAll('|', '')).filter((text) => /^x+$/.test(text));
  expect(drawn.join('')).toBe(word);
  expect(drawn.length).toBeGreaterThan(1);
});

test('a table that cannot be read ends the file with its error', async () => {
  async function* broken(): AsyncGenerator<readonly ExportRow[]> {
    yield [['a', null, 1]];
    throw new Error('the database went away');
  }
  await expect(buffer(pdfOf(head, broken(), () => []))).rejects.toThrow('the database went away');
});

test.each([
  ['abc 12', 'rtl', ['abc', ' ', '12']],
  ['١٢٣', 'ltr', ['٣٢١']],
  ['(أ) ب', 'rtl', ['ب', ' ', ')أ(']],
  ['\u2066−٥٫٠\u2069', 'rtl', ['−', '٠٫٥']],
  ['٥٪', 'rtl', ['٪', '٥']],
] as const)('%s in a sentence that runs %s is given to the shaper as %o', (text, direction, pieces) => {
  expect(visualPieces(text, direction)).toEqual(pieces);
});
