import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';

/** The tabs in the order of the outcomes, with what matched last: it is most of them and asks for nobody. */
export const outcomeOrder: readonly Outcome[] = [...outcomes.slice(1), outcomes[0]];

/** The key of an outcome's name. */
export const outcomeKey = (outcome: Outcome): string => `reconciliation:outcome.${outcome}.title`;
