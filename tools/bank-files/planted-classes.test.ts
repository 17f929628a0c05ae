/**
 * Every class of what banks do and get wrong, planted together in files of any manner: exactly what was written down
 * before is found. A failure prints the smallest draw that shows it; MIZAN_SEED and CLASSES_RUNS play others.
 */
import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectToAddUp } from '../../server/features/reconciliation/result-adds-up.ts';
import { manners } from './manner.ts';
import { plantBook, planted } from './planted-book.ts';
import { anyDraw, foundIn, judgePlanted, writtenDown } from './testing/judged-book.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_122));
const runs = Number(process.env['CLASSES_RUNS'] ?? (isLong ? 10_000 : 250));
const given = { seed, numRuns: runs };

/** A count is a sum's (`planted-batches.test.ts`). */
const elsewhere: Outcome[] = ['countDiffers'];
/** Words of lines alone (`other-lines.test.ts`), which few files draw; those that are played unasked draw all. */
const rare: Outcome[] = ['rent', 'bankFee', 'chargebackFee', 'invoice'];
const isUnasked =
  process.env['MIZAN_SEED'] === undefined && process.env['CLASSES_RUNS'] === undefined && !isLong;

test('of a file of which no row can be read nothing is compared, claimed or confirmed, in any manner', async () => {
  await fc.assert(
    fc.asyncProperty(anyDraw, async ({ manner, ...draw }) => {
      const refused = { ...draw, manner: { ...manner, totals: 'none' as const }, lines: [], rows: [] };
      const file = plantBook({ ...refused, isRefused: true });
      const judged = await judgePlanted(file);
      expect(file.lineCount).toBe(0);
      expect(foundIn(judged)).toEqual(writtenDown(file));
      expect(judged.summary.verdict).toBe('INCOMPLETE');
    }),
    { seed, numRuns: Math.min(runs, 60) },
  );
});

test(`what was planted is found, no more and no less, over ${runs} files (seed ${seed})`, {
  timeout: 1_200_000,
}, async () => {
  const seen = new Set<string>();
  const answered = new Set<string>(['matched']);
  await fc.assert(
    fc.asyncProperty(anyDraw, async (draw) => {
      const file = plantBook(draw);
      for (const name of file.planted) seen.add(name);
      for (const { outcome } of file.answers) answered.add(outcome);
      for (const way of Object.values(file.manner)) seen.add(way);
      const judged = await judgePlanted(file);
      try {
        expect(foundIn(judged)).toEqual(writtenDown(file));
        expectToAddUp(judged);
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${file.text}`, { cause: error });
      }
    }),
    given,
  );
  const wanted = [...planted, ...Object.values(manners).flat()];
  expect(wanted.filter((name) => !seen.has(name))).toEqual([]);
  const unanswered = outcomes.filter((outcome) => !answered.has(outcome));
  expect(unanswered.filter((outcome) => !rare.includes(outcome))).toEqual(elsewhere);
  if (isUnasked) expect(unanswered).toEqual(elsewhere);
});
