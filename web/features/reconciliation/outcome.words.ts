import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';

/** Outcomes whose text is a title and a sentence; the others are a title alone. */
const explained: ReadonlySet<Outcome> = new Set([
  'matched',
  'amountDiffers',
  'feeDiffers',
  'missingInBank',
  'missingInPortal',
  'duplicate',
  'statusConflict',
  'timing',
]);

/** The key of an outcome's name. */
export const outcomeKey = (outcome: Outcome): string =>
  explained.has(outcome) ? `reconciliation:outcome.${outcome}.title` : `reconciliation:outcome.${outcome}`;
