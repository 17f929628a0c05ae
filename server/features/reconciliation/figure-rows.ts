import type { FigureFilter } from '@mizan/contract/entry-parts.ts';
import { ownersOfNone } from '@mizan/contract/reconciliation-terms.ts';

const isKept = 'bank_minor - coalesce(charge_minor, 0) - difference_minor <> coalesce(portal_minor, 0)';
const asksSomebody = `outcome NOT IN (${['timing', 'waits', ...ownersOfNone].map((each) => `'${each}'`).join(', ')})`;

/**
 * As SQL: which entries a figure is of, and which of the plainly matched ones: none of those differs. A line that an earlier file
 * brought stands for that file's payment and claims none; the portal's total has it not. What was agreed to be kept back is
 * what lies between both sides of a line and is no difference (contract/entry-figures.ts).
 */
export const rowsOfFigure: Readonly<Record<FigureFilter, { rows: string; packed: string }>> = {
  toClaim: {
    rows: `difference_minor < 0 AND ${asksSomebody}`,
    packed: 'false',
  },
  paidTooMuch: {
    rows: `difference_minor > 0 AND ${asksSomebody}`,
    packed: 'false',
  },
  here: { rows: "difference_minor <> 0 AND outcome NOT IN ('timing', 'waits')", packed: 'false' },
  portal: {
    rows: 'portal_minor IS NOT NULL AND (line IS NULL OR claims OR bank_minor IS NULL)',
    packed: 'true',
  },
  charges: { rows: `${isKept} AND NOT not_judged`, packed: 'u.charge <> 0 AND u.not_judged IS NOT true' },
  notJudged: { rows: `${isKept} AND not_judged`, packed: 'u.charge <> 0 AND u.not_judged' },
  bank: { rows: 'bank_minor IS NOT NULL', packed: 'true' },
};
