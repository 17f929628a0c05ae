/**
 * A file of any manner as a workbook: cut into sheets anywhere it says what it says in one sheet, and money in a sheet that is
 * not read is never BALANCED. MIZAN_SEED and SHEETS_RUNS play others.
 */
import { utils, write } from '@e965/xlsx';
import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import { placeOfLine } from '@mizan/contract/table-form.ts';
import { isEven } from '@mizan/contract/verdicts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trialEntriesOf } from '../../server/reconciliation/bank-file-trial.ts';
import { detectColumns } from '../../server/reconciliation/read/columns.ts';
import { withFile } from '../../server/reconciliation/read/file-trial.ts';
import { readTable } from '../../server/reconciliation/read/read-table.ts';
import { cellTexts, isBlank } from '../../server/reconciliation/read/row.ts';
import { reconcileBankFile } from '../../server/reconciliation/reconcile-bank-file.ts';
import type { ReconcileSummary } from '../../server/reconciliation/reconcile-job.ts';
import { copyTextOf } from './made-up-payments.ts';
import { type PlantedBook, plantBook } from './planted-book.ts';
import { anyDraw, confirmed, jobOf } from './testing/judged-book.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_126));
const runs = Number(process.env['SHEETS_RUNS'] ?? (isLong ? 1_000 : 25));
const timeout = 1_200_000;

type Rows = string[][];

const rowsOf = (file: PlantedBook): Promise<Rows> =>
  withFile(file.text, async (filePath) => {
    const rows: Rows = [];
    await readTable(filePath, {
      onFacts: () => {},
      onRow: (row) => {
        if (!isBlank(row)) rows.push(cellTexts(row));
      },
      onProgress: () => {},
    });
    return rows;
  });

function bookOf(sheets: readonly Rows[]): Buffer {
  const book = utils.book_new();
  sheets.forEach((rows, at) => utils.book_append_sheet(book, utils.aoa_to_sheet(rows), `Sheet${at + 1}`));
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

const judged = (file: PlantedBook, bytes: Buffer, words: SaidWords = {}) =>
  withFile(bytes, async (filePath) => {
    const chunks: Uint8Array[] = [];
    const job = jobOf(file);
    const summary = await reconcileBankFile(
      { ...job, layout: { ...confirmed(file.manner), words }, filePath },
      {
        payments: async function* () {
          yield* copyTextOf(file.book.payments, 1_000_000);
        },
        entries: (chunk) => {
          chunks.push(new Uint8Array(chunk));
        },
        progress: () => {},
      },
    );
    return { summary, entries: trialEntriesOf(Buffer.concat(chunks)) };
  });

/** Everything that money is said in. */
const saidIn = ({ verdict, linesRead, linesRejected, absent, bridges, groups }: ReconcileSummary) => ({
  verdict,
  linesRead,
  linesRejected,
  absent,
  bridges,
  groups,
});

/** What was asked of a sheet with the same columns, answered by 'read'. */
const readAll = ({ words }: ReconcileSummary): SaidWords => ({
  sameSheet: Object.fromEntries(
    words.filter(({ field }) => field === 'sameSheet').map(({ key }) => [key, 'READ' as const]),
  ),
});

async function sheetsOf(
  file: PlantedBook,
  cuts: readonly number[],
): Promise<{ whole: Rows; sheets: Rows[] }> {
  const whole = await rowsOf(file);
  const sample = whole.slice(0, 200).map((cells, at) => ({ line: at + 1, cells }));
  const head = detectColumns(sample, confirmed(file.manner))?.headerLine ?? 1;
  const below = whole.length - head;
  const places = [...new Set(cuts.map((cut) => head + (cut % Math.max(1, below))))]
    .filter((place) => place > head)
    .sort((a, b) => a - b);
  const names = whole[head - 1] ?? [];
  const sheets = [...places, whole.length].map((to, at) => {
    const from = at === 0 ? 0 : (places[at - 1] ?? 0);
    return at === 0 ? whole.slice(0, to) : [names, ...whole.slice(from, to)];
  });
  return { whole, sheets };
}

const isNamed = ({ manner }: PlantedBook): boolean => manner.titles !== 'spanish';

test(`cut into sheets a file says what it says in one, over ${runs} files (seed ${seed})`, {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyDraw, fc.array(fc.nat(1_000), { minLength: 1, maxLength: 3 }), async (draw, cuts) => {
      const file = plantBook(draw);
      fc.pre(isNamed(file));
      const { whole, sheets } = await sheetsOf(file, cuts);
      const one = await judged(file, bookOf([whole]));
      const asked = await judged(file, bookOf(sheets));
      const several = await judged(file, bookOf(sheets), readAll(asked.summary));
      expect(saidIn(several.summary)).toEqual(saidIn(one.summary));
      const places = several.entries.flatMap(({ line }) => (line === null ? [] : [Number(line)]));
      for (const place of places) expect(placeOfLine(place).sheet ?? 1).toBeLessThanOrEqual(sheets.length);
    }),
    { seed, numRuns: runs },
  );
});

test(`money in a sheet of other columns is never balanced, over ${runs} files (seed ${seed})`, {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyDraw, fc.integer({ min: 1, max: 10_000_000 }), async (draw, minor) => {
      const file = plantBook({ ...draw, lines: [], rows: [] });
      fc.pre(isNamed(file));
      const whole = await rowsOf(file);
      const other = [
        ['Case', 'Reason', 'Taken'],
        ['C1', 'Chargeback', `-${(minor / 100).toFixed(2)}`],
      ];
      const { summary } = await judged(file, bookOf([whole, other]));
      expect(isEven(summary.verdict)).toBe(false);
      const key = summary.words.find(({ field }) => field === 'sheet')?.key ?? '';
      const alone = await judged(file, bookOf([whole]));
      const aside = await judged(file, bookOf([whole, other]), { sheet: { [key]: 'ASIDE' } });
      expect(saidIn(aside.summary)).toEqual(saidIn(alone.summary));
    }),
    { seed, numRuns: runs },
  );
});
