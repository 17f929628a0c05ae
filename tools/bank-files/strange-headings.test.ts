/**
 * Files whose columns nobody has seen before, confirmed as they are proposed: an honest one agrees or asks about a column, and what is planted
 * is said alone. MIZAN_SEED and HEADINGS_RUNS play others.
 */
import { isEven } from '@mizan/contract/verdicts.ts';
import { describe, expect, test } from 'vitest';
import { tryBankFile } from '../../server/reconciliation/bank-file-trial.ts';
import { layoutOf } from '../../server/reconciliation/evidence/reading.ts';
import { inspectBankFile } from '../../server/reconciliation/inspect-bank-file.ts';
import { unconfirmedPart } from '../../server/reconciliation/judge/coverage-job.ts';
import { withFile } from '../../server/reconciliation/read/file-trial.ts';
import { copyTextOf } from './made-up-payments.ts';
import { seededRandom } from './random.ts';
import { type Fault, faults, type StrangeFile, strangeFile } from './strange-headings.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_129));
const runs = Number(process.env['HEADINGS_RUNS'] ?? (isLong ? 500 : 30));
const now = { todayIso: '2026-12-05', nowMs: Date.parse('2026-12-05T12:00:00+03:00') };
const quiet = ['matched', 'rounding'];
const outcomeOf: Record<Exclude<Fault, 'none'>, string> = {
  omitted: 'missingInBank',
  amount: 'amountDiffers',
  foreign: 'missingInPortal',
};

/** What becomes of a file by whatever is proposed of it. */
async function judged({ text, payments }: StrangeFile) {
  const { mapping, trial, layout } = await withFile(text, (filePath) =>
    inspectBankFile(
      { ...now, filePath, cutoff: '00:00', parts: [unconfirmedPart] },
      {
        layoutFor: () => Promise.resolve(null),
        payments: async function* () {
          yield* copyTextOf(payments, 1_000_000);
        },
      },
    ),
  );
  if (!trial) return { verdict: `cannot be read: ${mapping.missing.join()}`, asked: [], exceptions: [] };
  const known = payments.map(({ lastFour, firstSix: _six, cashMinor: _cash, earlier: _no, ...payment }) => {
    return { ...payment, last4: lastFour };
  });
  const { summary, entries } = await tryBankFile(text, known as never, {
    ...now,
    layout: layoutOf(mapping, trial.reading, { table: layout.table }),
  });
  return {
    verdict: summary.verdict,
    asked: summary.absent.flatMap(({ kind, value }) => (kind === 'unreadColumn' ? [value] : [])),
    exceptions: entries.flatMap(({ outcome, transaction_id: id }) =>
      quiet.includes(outcome ?? '') ? [] : [[outcome, id]],
    ),
  };
}

/** A file, the number of its draw, and what became of it: what a failure shows. */
async function played(fault: Fault, run: number) {
  const drawn = seed + run * 8_191 + faults.indexOf(fault);
  const file = strangeFile(seededRandom(drawn), fault);
  return { file, drawn, ...(await judged(file)) };
}

describe(`by the seed ${seed}`, { timeout: 1_200_000 }, () => {
  test(`${runs} honest files agree; one in ten at most asks about a column`, async () => {
    const asking: unknown[] = [];
    for (let run = 0; run < runs; run++) {
      const { file, drawn, verdict, asked, exceptions } = await played('none', run);
      const said = { drawn, verdict, exceptions, head: file.text.slice(0, 400) };
      if (asked.length > 0) asking.push([drawn, asked]);
      const agreed = file.saysCharges ? 'BALANCED' : 'GROSS_AGREED';
      expect(said).toEqual({ ...said, verdict: asked.length > 0 ? 'INCOMPLETE' : agreed, exceptions: [] });
    }
    // Shows them where they are too many.
    expect(asking.slice(Math.floor(runs / 10))).toEqual([]);
  });

  test.each(faults.filter((fault) => fault !== 'none'))(
    `%s in ${runs} files: never agreed, and said alone`,
    async (fault) => {
      for (let run = 0; run < runs; run++) {
        const { file, drawn, verdict, exceptions } = await played(fault, run);
        const said = { drawn, isEven: isEven(verdict as never), exceptions, head: file.text.slice(0, 400) };
        const id = fault === 'foreign' ? null : String(file.of?.id);
        expect(said).toEqual({ ...said, isEven: false, exceptions: [[outcomeOf[fault], id]] });
      }
    },
  );
});
