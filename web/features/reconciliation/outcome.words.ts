import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';

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

/** The tabs in the order of the outcomes, with what matched last: it is most of them and asks for nobody. */
export const outcomeOrder: readonly Outcome[] = [...outcomes.slice(1), outcomes[0]];

/** The key of an outcome's name. */
export const outcomeKey = (outcome: Outcome): string =>
  explained.has(outcome) ? `reconciliation:outcome.${outcome}.title` : `reconciliation:outcome.${outcome}`;
