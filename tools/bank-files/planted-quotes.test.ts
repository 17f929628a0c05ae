/**
 * What a planted file says of itself and what a stray quotation mark swallows of it, in files of any manner. What was written
 * down before holds: MIZAN_SEED and QUOTES_RUNS play others.
 */
import { otherLineOutcomes } from '@mizan/contract/reconciliation-terms.ts';
import { isEven } from '@mizan/contract/verdicts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PlantedBook, plantBook } from './planted-book.ts';
import { anyDraw, foundIn, judgePlanted, writtenDown } from './testing/judged-book.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_126));
const runs = Number(process.env['QUOTES_RUNS'] ?? (isLong ? 3_000 : 80));
const given = { seed, numRuns: runs };
const timeout = 1_200_000;

const rowsOf = ({ text }: PlantedBook): string[] => text.split('\n').slice(0, -1);
/** Whether a row is the line of a payment that the book knows. */
const paymentOf = ({ book }: PlantedBook, row: string) =>
  book.payments.find(({ rrn }) => rrn !== null && row.includes(rrn));

test(`a stray quote swallows no line and claims nothing that stands in the file, over ${runs} files (seed ${seed})`, {
  timeout,
}, async () => {
  let swallowing = 0;
  const place = fc.record({ row: fc.nat(60), cell: fc.nat(30), isBefore: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(anyDraw, place, place, async (draw, one, other) => {
      const manner = { ...draw.manner, digits: 'latin' as const };
      // A quote over a row as long as no cell may be never closes: it takes its own line, and the others are read.
      const planted = draw.lines.filter((name) => name !== 'rowTooLong').slice(0, 3);
      const file = plantBook({ ...draw, manner, lines: planted });
      const rows = rowsOf(file);
      const delimiter = file.manner.delimiter;
      const lines = rows.flatMap((row, at) => (paymentOf(file, row) ? [at] : []));
      // Cells in quotes of their own would close it: those are another test's.
      fc.pre(!file.text.includes('"') && lines.length > 1);
      const [from = 0, to = 0] = [one, other]
        .map(({ row }) => lines[row % lines.length] ?? 0)
        .toSorted((a, b) => a - b);
      fc.pre(from < to);
      const withQuote = (at: number, { cell, isBefore }: typeof one): void => {
        const cells = (rows[at] ?? '').split(delimiter);
        const text = cells[cell % cells.length] ?? '';
        cells[cell % cells.length] = isBefore ? `"${text}` : `${text}"`;
        rows[at] = cells.join(delimiter);
      };
      withQuote(from, { ...one, isBefore: true });
      withQuote(to, other);
      const judged = await judgePlanted({ ...file, text: `${rows.join('\n')}\n` }).catch((error: Error) => {
        // Where hardly a line is left there is no table, and nothing is said of it.
        if (error.message.includes('was refused')) return null;
        throw error;
      });
      fc.pre(judged !== null);
      const rejected = new Set(judged.summary.rejections.map(({ line }) => line));
      const swallowed = lines.filter((at) => at >= from && at <= to);
      expect(swallowed.filter((at) => !rejected.has(at + 1))).toEqual([]);
      expect(isEven(judged.summary.verdict)).toBe(false);
      const theirs = new Set(swallowed.map((at) => String(paymentOf(file, rows[at] ?? '')?.id)));
      const answered = new Set(file.answers.map(({ transactionId }) => String(transactionId)));
      const claimed = judged.entries.filter(
        ({ outcome, transaction_id }) =>
          outcome === 'missingInBank' &&
          theirs.has(transaction_id ?? '') &&
          !answered.has(transaction_id ?? ''),
      );
      expect(claimed).toEqual([]);
      swallowing++;
    }),
    given,
  );
  expect(swallowing).toBe(runs);
});

/** Lines that are no payment's: a bank counts them or not (docs/decisions/0371-which-lines-a-file-counts.md). */
const isOfNoPayment = ({ line, transactionId, outcome }: PlantedBook['answers'][number]): boolean =>
  line !== null && transactionId === null && (otherLineOutcomes as readonly string[]).includes(outcome);

test(`a number of lines that a file states is held against them, over ${runs * 3} files (seed ${seed})`, {
  timeout,
}, async () => {
  const shifted = <T extends { line: number | null }>(all: readonly T[]): T[] =>
    all.map((each) => ({ ...each, line: each.line === null ? null : each.line + 1 }));
  const others = fc.array(fc.constant('otherLine' as const), { maxLength: 3 });
  let othersSeen = 0;
  await fc.assert(
    fc.asyncProperty(
      anyDraw,
      others,
      fc.constantFrom(0, 0, 1, 3),
      fc.boolean(),
      async (draw, lines, lacking, isOfPayments) => {
        const file = plantBook({
          ...draw,
          manner: { ...draw.manner, titles: 'english' },
          lines: [...lines, ...draw.lines.slice(0, 2)],
        });
        const besides = file.answers.filter(isOfNoPayment).length;
        othersSeen += besides;
        const all = file.lineCount + file.rejected.length;
        const count = isOfPayments && lacking === 0 ? all - besides : all + lacking;
        const text = `Number of transactions: ${count}\n${file.text}`;
        const judged = await judgePlanted({ ...file, text });
        try {
          expect(judged.summary.absent.filter(({ kind }) => kind === 'countOfTotal')).toEqual(
            lacking === 0 ? [] : [{ kind: 'countOfTotal', value: String(lacking), count: 1 }],
          );
          if (lacking > 0) {
            expect(isEven(judged.summary.verdict)).toBe(false);
            return;
          }
          const [found, wanted] = [foundIn(judged), writtenDown(file)];
          expect(found.verdict).toBe(wanted.verdict);
          expect(found.findings).toEqual(foundOrder(shifted(wanted.findings as { line: number | null }[])));
        } catch (error) {
          throw new Error(`${(error as Error).message}\n${text}`, { cause: error });
        }
      },
    ),
    { ...given, numRuns: runs * 3 },
  );
  expect(othersSeen).toBeGreaterThan(runs);
});

const foundOrder = <T>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
