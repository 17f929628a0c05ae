import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { isPlainRrn } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { keyCode, type Matches, recordState } from './matches.ts';
import type { Pass, Sides } from './passes.ts';
import { keyedBy, recordsByKey } from './records-by-key.ts';

/** Whether a refund or reversal has the RRN of the sale that it takes back, which is then not its own name alone. */
function hasRrnOfSale({ columns }: PortalRecords, originalOf: Int32Array, record: number): boolean {
  const sale = originalOf[record] as number;
  return (
    sale >= 0 &&
    isPlainRrn(columns.rrnHigh[record] as number) &&
    columns.rrnHigh[record] === columns.rrnHigh[sale] &&
    columns.rrnLow[record] === columns.rrnLow[sale]
  );
}

/**
 * The refunds that have the RRN of their sale and beside which there is another one of that sale and amount: a bank reports any of
 * these under that RRN (docs/decisions/0466-a-refund-under-its-sales-rrn.md).
 */
export function refundsUnderOneRrn(records: PortalRecords, originalOf: Int32Array): ReadonlySet<number> {
  const { amountMinor, approved } = records.columns;
  const alike = new Map<string, number[]>();
  for (let record = 0; record < records.count; record++) {
    const sale = originalOf[record] as number;
    if (sale < 0 || approved[record] !== 1) continue;
    const key = `${sale}|${amountMinor[record]}`;
    alike.set(key, [...(alike.get(key) ?? []), record]);
  }
  const several = [...alike.values()].filter((refunds) => refunds.length > 1).flat();
  return new Set(several.filter((record) => hasRrnOfSale(records, originalOf, record)));
}

/** Passes that name a refund by its sale, which may have several of one amount. */
export const isBySale = ({ key }: Pass): boolean => key === 'originalReference' || key === 'originalRrn';

/**
 * Takes from lines the refund that their sale's name gave them, where STAN or approval code is that of another one of that sale and
 * amount which has its line: such a line stands there twice. Returns them.
 */
export function takeFromRepeated(sides: Sides, matches: Matches, pass: Pass, asked: Int32Array): Int32Array {
  const { lineOf, recordOf, matchedBy } = matches;
  const joined = asked.filter((line) => matchedBy[line] === keyCode(pass.key) && recordOf[line] !== -1);
  if (joined.length === 0) return joined;
  const named = recordsByKey(pass, sides.records.count, bankFileLimits.sameKeyStepsMax, [...joined]);
  const repeated = joined.filter((line) => {
    const held = recordOf[line] as number;
    return keyedBy(pass, named, line).some(
      (other) =>
        other !== held &&
        (lineOf[other] as number) >= 0 &&
        pass.fits(line, other) &&
        isNamedRather(sides, line, other, held),
    );
  });
  for (const line of repeated) {
    lineOf[recordOf[line] as number] = recordState.free;
    recordOf[line] = -1;
    matchedBy[line] = -1;
  }
  return repeated;
}

/** Whether STAN or approval code of a line are one payment's and not the other's, and neither speaks for the other one. */
function isNamedRather(
  { lines, records, hasOwnStans }: Sides,
  line: number,
  one: number,
  other: number,
): boolean {
  const says = (ofLine: number, ours: ArrayLike<number>): number => {
    const isKnown = [ofLine, ours[one], ours[other]].every((key) => key !== absentKey && Number(key) >= 0);
    return isKnown ? Number(ofLine === ours[one]) - Number(ofLine === ours[other]) : 0;
  };
  const byStan = hasOwnStans() ? 0 : says(lines.columns.stan[line] as number, records.columns.stan);
  const byCode = says(lines.columns.auth[line] as number, records.columns.auth);
  return byStan + byCode > 0 && byStan >= 0 && byCode >= 0;
}
