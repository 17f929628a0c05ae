import type { Trial } from './bank-file-trial.ts';
import type { LayoutTold } from './published-layouts.ts';

/** What became of its lines; a payment that is none of the file's (it waits) is left out. */
export const toldOf = ({ summary, entries }: Trial): LayoutTold => ({
  lines: entries
    .filter(({ line }) => line !== null)
    .sort((a, b) => Number(a.line) - Number(b.line))
    .map(({ outcome }) => outcome),
  rejected: summary.rejections.map(({ line, code }) => [line, code]),
  totals: summary.totals.map(({ kind, measure, stated, sum, agrees }) => [
    kind,
    measure,
    stated,
    sum,
    agrees,
  ]),
});
