import { useEffect } from 'react';

/** Forms whose changes nobody has saved yet. */
const forms = new Set<symbol>();
let ask: (() => Promise<boolean>) | null = null;

export const hasUnsaved = (): boolean => forms.size > 0;

function useStandsIn(places: Set<symbol>, stands: boolean): void {
  useEffect(() => {
    if (!stands) return undefined;
    const place = Symbol('place');
    places.add(place);
    return () => {
      places.delete(place);
    };
  }, [places, stands]);
}

/** Says of a form, as long as it stands, that leaving it would lose something. */
export const useUnsaved = (isUnsaved: boolean): void => useStandsIn(forms, isUnsaved);

/** What nobody is asked about who leaves it by themselves: an amount on its way, a link that is shown once. */
const unrepeated = new Set<symbol>();
export const useUnrepeated = (isThere: boolean): void => useStandsIn(unrepeated, isThere);

/** Somebody is asked something, or writes. */
const inHands = '[role="dialog"], :is(input:not([type="radio"], [type="checkbox"]), textarea, select):focus';

/** Whether a page that reads itself anew would take something out of somebody's hands. */
export const losesByReload = (): boolean =>
  hasUnsaved() || unrepeated.size > 0 || document.querySelector(inHands) !== null;

/** Takes the question whether the person leaves although something is not saved. Answers the way to stop. */
export function answerLeaving(answer: () => Promise<boolean>): () => void {
  ask = answer;
  return () => {
    if (ask === answer) ask = null;
  };
}

/** Whether the person may be led away: at once where nothing would be lost. */
export const mayLeave = async (): Promise<boolean> => (ask && hasUnsaved() ? ask() : true);

/** What of an address opens something beside a form, which stays as it is. */
const besideFields: readonly string[] = ['lines'];

interface Place {
  pathname: string;
  search: unknown;
}

const standing = ({ pathname, search }: Place): string =>
  JSON.stringify([
    pathname,
    Object.entries((search ?? {}) as object)
      .filter(([name]) => !besideFields.includes(name))
      .sort(([one], [other]) => one.localeCompare(other)),
  ]);

/** Whether going from one to the other leaves every form where it is. */
export const isBeside = (current: Place, next: Place): boolean => standing(current) === standing(next);
