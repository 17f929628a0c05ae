import { outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { keyCode, type Matches } from '../match/matches.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import type { Judged } from './judge.ts';

const batchCode = keyCode('batch');
const matched = outcomes.indexOf('matched');

/** Whether a line adds up several payments, each of which has an entry with its own amount. */
const isSumLine = ({ matchedBy }: Pick<Matches, 'matchedBy'>, line: number): boolean =>
  matchedBy[line] === batchCode;

/** Whether such a line has nothing to say of its own but what it kept back of all of its payments. */
export const isWholeSum = (
  matches: Pick<Matches, 'matchedBy'>,
  { lineOutcome }: Pick<Judged, 'lineOutcome'>,
  line: number,
): boolean => isSumLine(matches, line) && lineOutcome[line] === matched;

/** Whether a line has an entry beside those of its payments: every one but a sum that kept back nothing. */
export const isOwnEntry = (
  matches: Pick<Matches, 'matchedBy'>,
  judged: Pick<Judged, 'lineOutcome' | 'agreedCharge'>,
  line: number,
): boolean => !isWholeSum(matches, judged, line) || judged.agreedCharge[line] !== 0;

/** What a line that adds up payments paid before fees beyond their amounts, which their own entries have. */
export const sumRest = (
  { chargeMinor }: BankLines['columns'],
  { lineDifference, agreedCharge }: Pick<Judged, 'lineDifference' | 'agreedCharge'>,
  line: number,
): number =>
  (lineDifference[line] as number) - (agreedCharge[line] as number) + (chargeMinor[line] as number);
