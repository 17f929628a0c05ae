/**
 * Every class of what banks do and get wrong, planted together in files of any manner: exactly what was written down
 * before is found. A failure prints the smallest draw that shows it; MIZAN_SEED and CLASSES_RUNS play others.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectToAddUp } from '../../server/features/reconciliation/result-adds-up.ts';
import { trialEntriesOf } from '../../server/reconciliation/bank-file-trial.ts';
import { type JobPart, unconfirmedPart } from '../../server/reconciliation/judge/coverage-job.ts';
import type { Layout } from '../../server/reconciliation/read/columns.ts';
import { withFile } from '../../server/reconciliation/read/file-trial.ts';
import { comparableHeader } from '../../server/reconciliation/read/header-text.ts';
import { reconcileBankFile } from '../../server/reconciliation/reconcile-bank-file.ts';
import type { ReconcileJob, ReconcileSummary } from '../../server/reconciliation/reconcile-job.ts';
import { copyTextOf } from './made-up-payments.ts';
import { type Manner, manners } from './manner.ts';
import { trueReading } from './mannered-columns.ts';
import { type Draw, type PlantedBook, plantBook, planted } from './planted-book.ts';
import { rowPlants } from './planted-rows.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_122));
const runs = Number(process.env['CLASSES_RUNS'] ?? (isLong ? 10_000 : 250));
const given = { seed, numRuns: runs };

const anyManner = fc.record(
  Object.fromEntries(
    Object.entries(manners).map(([part, ways]) => [part, fc.constantFrom(...(ways as readonly string[]))]),
  ),
) as unknown as fc.Arbitrary<Manner>;
const anyDraw: fc.Arbitrary<Draw> = fc.record({
  seed: fc.nat(1_000_000),
  count: fc.integer({ min: 6, max: 40 }),
  manner: anyManner,
  lines: fc.array(fc.constantFrom(...planted), { maxLength: 8 }),
  rows: fc.uniqueArray(fc.constantFrom(...rowPlants), { maxLength: 3 }),
});

/** The reading as its owner would confirm it. */
function confirmed(manner: Manner): Layout {
  const { fields, ...formats } = trueReading(manner);
  const named = Object.entries(fields).map(([title, field]) => [comparableHeader(title), field]);
  return { fields: Object.fromEntries(named) as Layout['fields'], ...formats };
}

interface Judged {
  summary: ReconcileSummary;
  entries: ReturnType<typeof trialEntriesOf>;
}

function jobOf({ book, manner }: PlantedBook): Omit<ReconcileJob, 'filePath'> {
  const part: JobPart = { ...unconfirmedPart, ...book.part, isSaid: true };
  return {
    layout: confirmed(manner),
    cutoff: manner.cutoff,
    parts: [part],
    todayIso: book.todayIso,
    nowMs: Date.parse(`${book.todayIso}T12:00:00+03:00`),
  };
}

const judge = (file: PlantedBook, job: Partial<ReconcileJob> = {}): Promise<Judged> =>
  withFile(file.text, async (filePath) => {
    const chunks: Uint8Array[] = [];
    const summary = await reconcileBankFile(
      { ...jobOf(file), ...job, filePath },
      {
        payments: async function* () {
          yield* copyTextOf(file.book.payments, 1_000_000);
        },
        entries: (chunk) => void chunks.push(new Uint8Array(chunk)),
        progress: () => {},
      },
    );
    return { summary, entries: trialEntriesOf(Buffer.concat(chunks)) };
  });

const byText = <T>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
const numberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

function foundIn({ summary, entries }: Judged) {
  return {
    findings: byText(
      entries
        .filter(({ outcome }) => outcome !== 'matched')
        .map((entry) => ({
          outcome: entry.outcome,
          reason: entry.reason,
          transactionId: numberOrNull(entry.transaction_id),
          line: numberOrNull(entry.line),
          differenceMinor: Number(entry.difference_minor),
        })),
    ),
    rejected: byText(summary.rejections.map(({ line, code }) => ({ line, code }))),
    warned: byText(summary.warnings.map(({ line, code }) => ({ line, code }))),
    notCounted: byText(summary.notCounted.rows.map(({ line, kind }) => ({ line, kind }))),
    totals: byText(summary.totals.map(({ line, agrees }) => ({ line, agrees }))),
    lineCount: summary.linesRead,
    rowCount: summary.rowCount,
    absent: summary.absent.filter(({ kind }) => kind === 'terminal' || kind === 'scheme'),
    verdict: summary.verdict,
  };
}

const writtenDown = (file: PlantedBook): ReturnType<typeof foundIn> => ({
  findings: byText(
    file.answers.map(({ outcome, reason, transactionId, line, differenceMinor }) => ({
      outcome,
      reason,
      transactionId,
      line,
      differenceMinor,
    })),
  ),
  rejected: byText(file.rejected) as never,
  warned: byText(file.warned) as never,
  notCounted: byText(file.notCounted) as never,
  totals: byText(file.totals),
  lineCount: file.lineCount,
  rowCount: file.rowCount,
  absent: [],
  verdict: file.verdict,
});

test(`what was planted is found, no more and no less, over ${runs} files (seed ${seed})`, {
  timeout: 1_200_000,
}, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyDraw, async (draw) => {
      const file = plantBook(draw);
      for (const name of file.planted) seen.add(name);
      for (const way of Object.values(file.manner)) seen.add(way);
      const judged = await judge(file);
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
});
