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

/** In the order of the bridge: what the bank owes, what it gave too much, what asks for nobody. */
export const outcomeOrder: readonly Outcome[] = [
  'missingInBank',
  'chargeback',
  'amountDiffers',
  'feeDiffers',
  'adjustment',
  'statusConflict',
  'duplicate',
  'missingInPortal',
  'timing',
  'rounding',
  'matched',
];

/** The key of an outcome's name. */
export const outcomeKey = (outcome: Outcome): string =>
  explained.has(outcome) ? `reconciliation:outcome.${outcome}.title` : `reconciliation:outcome.${outcome}`;
