/**
 * How a file is read, and what it may then say. A reading that is proposed is the true one or is asked; whatever part of
 * the lines comes, read in whatever way, BALANCED is never said while money is missing. MIZAN_SEED and READINGS_RUNS play others.
 */
import type { ReadingQuestion, ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import { isEven } from '@mizan/contract/verdicts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutOf, readSo } from '../../server/reconciliation/evidence/reading.ts';
import { inspectBankFile } from '../../server/reconciliation/inspect-bank-file.ts';
import { unconfirmedPart } from '../../server/reconciliation/judge/coverage-job.ts';
import type { Layout } from '../../server/reconciliation/read/columns.ts';
import { withFile } from '../../server/reconciliation/read/file-trial.ts';
import { copyTextOf } from './made-up-payments.ts';
import { hasTime, type Manner } from './manner.ts';
import { type PlantedBook, plantBook } from './planted-book.ts';
import type { KnownPayment } from './settlement-line.ts';
import {
  anyDraw,
  anyManner,
  confirmed,
  foundIn,
  jobOf,
  judgePlanted,
  writtenDown,
} from './testing/judged-book.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_122));
const runs = Number(process.env['READINGS_RUNS'] ?? (isLong ? 3_000 : 50));
const given = { seed, numRuns: runs };
const timeout = 1_200_000;

/** The ways that are true of a file; null for a question about which every way is as good. */
function trueWays(manner: Manner): Partial<Record<ReadingQuestion, ReadingWay[]>> {
  const isComma = ['comma', 'commaGrouped', 'dotThousands'].includes(manner.amounts);
  const clocks: Record<Manner['clock'], ReadingWay[]> = {
    riyadh: ['riyadh'],
    utc: ['utc'],
    zoneColumn: ['named'],
    abbreviation: ['named'],
    offset: ['named'],
    // Its zone stands nowhere in it; in winter London's clock is UTC's.
    ofFile: ['utc'],
    ast: ['arabia'],
  };
  return {
    ...(manner.dates !== 'iso' && { dateOrder: [manner.dates === 'monthFirst' ? 'monthFirst' : 'dayFirst'] }),
    ...(hasTime(manner) && { clock: clocks[manner.clock] }),
    day: [manner.dates === 'settlementAlone' ? 'settlement' : 'date'],
    ...(manner.digits === 'latin' && {
      amounts: [manner.amounts === 'halalas' ? 'minor' : isComma ? 'comma' : 'point'],
    }),
    ...(manner.signs !== 'pair' && {
      refunds:
        manner.signs === 'direction'
          ? ['direction', 'word']
          : manner.signs === 'word'
            ? ['word']
            : ['minus', 'word'],
    }),
  };
}

const inspect = (file: PlantedBook, payments: readonly KnownPayment[] = file.book.payments) =>
  withFile(file.text, (filePath) => {
    const { layout: _, parts = [], ...job } = jobOf(file);
    return inspectBankFile(
      { ...job, parts, filePath },
      {
        layoutFor: () => Promise.resolve(null),
        payments: async function* () {
          yield* copyTextOf(payments, 1_000_000);
        },
      },
    );
  });

const isNamed = ({ titles }: Manner): boolean => titles !== 'spanish';

test(`a proposed reading is the true one, or it is asked, over ${runs} files (seed ${seed})`, {
  timeout,
}, async () => {
  const asked = new Map<string, number>();
  const proposed = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      anyDraw.filter(({ manner }) => isNamed(manner)),
      async (draw) => {
        const file = plantBook(draw);
        const { mapping, trial } = await inspect(file);
        if (!trial) throw new Error('no column of amounts or dates was found');
        const truth = trueWays(file.manner);
        let { reading } = trial;
        for (const { question, way, ways } of trial.questions) {
          const right = truth[question];
          const counts = way === null ? asked : proposed;
          counts.set(question, (counts.get(question) ?? 0) + 1);
          // Asked is what nothing decides: no way alone finds more than every other one. Whose day a settlement date alone is, a
          // person says in any case.
          const most = Math.max(...ways.map(({ finds }) => finds));
          const isDecided = most > 0 && ways.filter(({ finds }) => finds === most).length === 1;
          expect({
            question,
            way,
            finds: ways,
            isTie: way !== null || question === 'day' || !isDecided,
          }).toMatchObject({
            isTie: true,
          });
          const told = { question, way, finds: ways, isTrue: way === null || !right || right.includes(way) };
          expect(told).toMatchObject({ isTrue: true });
          const so = right?.find((one) => ways.some((each) => each.way === one));
          if (way === null && so) reading = readSo(reading, question, so, trial.zone);
        }
        const judged = await judgePlanted(file, { layout: layoutOf(mapping, reading) });
        expect(foundIn(judged)).toEqual(writtenDown(file));
      },
    ),
    given,
  );
  // Most is read by what is found, and each question that came up was decided by some file.
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((total, each) => total + each, 0);
  expect(sum(asked)).toBeLessThan(sum(proposed));
  expect([...asked.keys()].filter((question) => !proposed.has(question))).toEqual([]);
});

test(`what no payment and no word of the file decides is asked, over ${runs} files (seed ${seed})`, {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ seed: fc.nat(1_000_000), manner: anyManner.filter(isNamed) }),
      async ({ seed: own, manner }) => {
        // Days from the 10th to the 12th can stand for months; behind midnight there would be a 13th.
        const early: Manner = { ...manner, cutoff: '22:00' };
        const file = plantBook({ seed: own, count: 12, manner: early, lines: [], rows: [] });
        const { trial } = await inspect(file, []);
        const wayOf = (question: ReadingQuestion) =>
          trial?.questions.find((each) => each.question === question)?.way;
        const isPlain = ['riyadh', 'utc'].includes(file.manner.clock);
        if (isPlain && file.manner.dates !== 'iso' && file.manner.dates !== 'settlementAlone')
          expect(wayOf('dateOrder')).toBeNull();
        if (['riyadh', 'utc', 'ofFile', 'ast'].includes(file.manner.clock) && hasTime(file.manner))
          expect(wayOf('clock')).toBeNull();
        if (file.manner.amounts === 'halalas') expect(wayOf('amounts')).toBeNull();
      },
    ),
    given,
  );
});

/** Any other way of reading the same columns. */
const anyChange: fc.Arbitrary<Partial<Layout>> = fc.record(
  {
    dateOrder: fc.constantFrom('dayFirst', 'monthFirst'),
    decimalComma: fc.boolean(),
    utc: fc.boolean(),
    zone: fc.constantFrom('Europe/London', 'AST', 'America/New_York'),
    minorUnits: fc.constantFrom(true, undefined),
    refunds: fc.constantFrom('word', 'minus', 'direction'),
  } as const,
  { requiredKeys: [] },
);

/** A purchase and its reversal of which neither has a line. */
const isCancelled = ({ book, text }: PlantedBook, { id, originalId, type }: KnownPayment): boolean => {
  const other = book.payments.find((one) =>
    type === 'REVERSAL' ? one.id === originalId : one.type === 'REVERSAL' && one.originalId === id,
  );
  return other !== undefined && !text.includes(other.rrn ?? '');
};

/** What the bank did not pay, though it is stated as covered. */
function missingIn(
  file: PlantedBook,
  lost: ReadonlySet<string>,
  { summary }: Awaited<ReturnType<typeof judgePlanted>>,
) {
  const { coverage } = summary;
  return file.book.payments.filter((payment) => {
    if (!lost.has(payment.rrn ?? '') || !coverage || payment.earlier || isCancelled(file, payment))
      return false;
    const end = coverage.exceptions.find(
      ({ tid, scheme }) => tid === payment.tid && scheme === payment.scheme,
    );
    const [from, to] = [coverage.openingMs ?? 0, end ? (end.toMs ?? 0) : coverage.toMs];
    return payment.createdAtMs >= from && payment.createdAtMs <= to;
  });
}

test(`BALANCED is never said while money is missing, over ${runs} parts of files (seed ${seed})`, {
  timeout,
}, async () => {
  let balanced = 0;
  await fc.assert(
    fc.asyncProperty(
      anyDraw,
      anyChange,
      fc.record({ oneIn: fc.constantFrom(0, 3, 12), keep: fc.constantFrom(1, 0.6), isOpen: fc.boolean() }),
      async (draw, change, { oneIn, keep, isOpen }) => {
        const file = plantBook({
          ...draw,
          manner: { ...draw.manner, digits: 'latin' },
          // Most plants leave a file short of BALANCED by themselves: a third of the files has none.
          lines: draw.lines.slice(0, draw.seed % 3),
          rows: draw.seed % 3 === 0 ? [] : draw.rows,
        });
        const endMs = file.book.openMs + keep * (file.book.closeMs - file.book.openMs);
        const lost = new Set<string>();
        // A chargeback bears the number of its payment, whose own line may be left where it is cut away.
        const takenBack = new Set(
          file.answers.flatMap(({ outcome, line }) =>
            outcome === 'chargeback' && line !== null ? [line] : [],
          ),
        );
        const rows = file.text.split('\n').filter((row, at) => {
          const payment = file.book.payments.find(({ rrn }) => rrn !== null && row.includes(rrn));
          const isLost =
            payment && (payment.createdAtMs > endMs || (oneIn > 0 && (at * 7 + draw.seed) % oneIn === 0));
          if (isLost && payment.status === 'APPROVED' && !takenBack.has(at + 1)) lost.add(payment.rrn ?? '');
          return !isLost;
        });
        const part = { ...unconfirmedPart, ...file.book.part, isSaid: true };
        const cut: PlantedBook = { ...file, text: rows.join('\n') };
        const judged = await judgePlanted(cut, {
          layout: { ...confirmed(file.manner), ...change },
          parts: [
            isOpen ? { ...part, closingMinute: null, isSaid: part.tids !== null, openingMs: null } : part,
          ],
        }).catch((error: Error) => {
          // A few lines alone may be no table; nothing is said of them then.
          if (error.message.includes('was refused')) return null;
          throw error;
        });
        if (!judged || !isEven(judged.summary.verdict)) return;
        balanced++;
        expect(missingIn(cut, lost, judged).map(({ id }) => id)).toEqual([]);
        const isMoney = ({ outcome, transactionId }: PlantedBook['answers'][number]): boolean =>
          ['missingInBank', 'amountDiffers', 'waits', 'duplicate', 'chargeback'].includes(outcome) &&
          !file.book.payments.some(({ id, rrn }) => id === transactionId && lost.has(rrn ?? ''));
        // A plant whose own line was cut away is no difference of what is left.
        if (cut.text === file.text) expect(file.answers.filter(isMoney)).toEqual([]);
        // Money that stands beside the lines, or of which nobody knows what it is, is never passed over.
        expect(
          file.planted.filter((name) => ['titleAmount', 'footAmount', 'unreadColumn'].includes(name)),
        ).toEqual([]);
        if (file.manner.fees === 'none' && file.manner.totals !== 'payouts')
          expect(judged.summary.verdict).toBe('GROSS_AGREED');
      },
    ),
    { seed, numRuns: runs * 2 },
  );
  expect(balanced).toBeGreaterThan(0);
});
