/**
 * Files of usual columns in forms nobody has seen before, confirmed as they are proposed: an honest one is never called wrong, and one
 * with a fault is never called right. MIZAN_SEED and FORMS_RUNS play others.
 */
import { isEven } from '@mizan/contract/verdicts.ts';
import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { formedFile } from './strange-forms.ts';
import { type Fault, faults, outcomeOf } from './strange-headings.ts';
import { judgedAsProposed } from './testing/judged-as-proposed.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const seed = Number(process.env['MIZAN_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_129));
const runs = Number(process.env['FORMS_RUNS'] ?? (isLong ? 500 : 20));
/** What a payment is whose line may stand in what could not be read. */
const open = ['waits', 'timing'];

async function played(fault: Fault, run: number) {
  const drawn = seed + run * 8_191 + faults.indexOf(fault);
  const { of, saysCharges, manner, shown, ...file } = formedFile(seededRandom(drawn), fault);
  const judged = await judgedAsProposed(file);
  return { of, saysCharges, ...judged, said: { drawn, ...judged, manner, shown } };
}

describe(`by the seed ${seed}`, { timeout: 1_200_000 }, () => {
  test(`${runs} honest files agree, or ask about a sheet or a column; one in four at most does`, async () => {
    const asking: unknown[] = [];
    for (let run = 0; run < runs; run++) {
      const { verdict, asked, rejected, exceptions, saysCharges, said } = await played('none', run);
      const isAsking = asked.length > 0 || rejected > 0 || verdict.startsWith('cannot be read');
      if (isAsking) asking.push(said);
      const agreed = saysCharges ? 'BALANCED' : 'GROSS_AGREED';
      expect({ said, verdict }).toEqual({
        said,
        verdict: isAsking ? expect.not.stringMatching(/BALANCED|AGREED/) : agreed,
      });
      expect({ said, claimed: exceptions.filter(([outcome]) => !open.includes(outcome ?? '')) }).toEqual({
        said,
        claimed: [],
      });
    }
    // Shows them where they are too many.
    expect(asking.slice(Math.ceil(runs / 4))).toEqual([]);
  });

  test.each(faults.filter((fault) => fault !== 'none'))(
    `%s in ${runs} files: never agreed, and nothing else is called wrong`,
    async (fault) => {
      for (let run = 0; run < runs; run++) {
        const { verdict, exceptions, of, said } = await played(fault, run);
        expect({ said, isEven: isEven(verdict as never) }).toEqual({ said, isEven: false });
        const id = fault === 'foreign' ? null : String(of?.id);
        const claimed = exceptions.filter(([outcome]) => !open.includes(outcome ?? ''));
        const planted = [[outcomeOf[fault], id]];
        expect({ said, claimed }).toEqual({ said, claimed: claimed.length === 0 ? [] : planted });
      }
    },
  );
});
