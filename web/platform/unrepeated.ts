import { hasUnsaved, useStandsIn } from './unsaved.ts';

/** What nobody is asked about who leaves it by themselves: an amount on its way, a link that is shown once. */
const unrepeated = new Set<symbol>();
export const useUnrepeated = (isThere: boolean): void => useStandsIn(unrepeated, isThere);

/** Somebody is asked something, or writes. */
const inHands = '[role="dialog"], :is(input:not([type="radio"], [type="checkbox"]), textarea, select):focus';

/** Whether a page that reads itself anew would take something out of somebody's hands. */
export const losesByReload = (): boolean =>
  hasUnsaved() || unrepeated.size > 0 || document.querySelector(inHands) !== null;
