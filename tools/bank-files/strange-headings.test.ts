/**
 * Files whose columns nobody has seen before, confirmed as they are proposed: an honest one agrees or asks about a column, and what is planted
 * is said alone. MIZAN_SEED and HEADINGS_RUNS play others.
 */
import { isEven } from '@mizan/contract/verdicts.ts';
import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { type Fault, faults, outcomeOf, strangeFile } from './strange-headings.ts';
import { judgedAsProposed } from './testing/judged-as-proposed.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_129));
const runs = Number(process.env['HEADINGS_RUNS'] ?? (isLong ? 500 : 30));
/** A file, the number of its draw, and what became of it: what a failure shows. */
async function played(fault: Fault, run: number) {
  const drawn = seed + run * 8_191 + faults.indexOf(fault);
  const file = strangeFile(seededRandom(drawn), fault);
  return { file, drawn, ...(await judgedAsProposed({ ...file, bytes: file.text })) };
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
