import { useEffect } from 'react';

/** Forms whose changes nobody has saved yet. */
const forms = new Set<symbol>();
let ask: (() => Promise<boolean>) | null = null;

export const hasUnsaved = (): boolean => forms.size > 0;

/** Keeps a place in a set as long as it stands. */
export function useStandsIn(places: Set<symbol>, stands: boolean): void {
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

/** Takes the question whether the person leaves although something is not saved. Answers the way to stop. */
export function answerLeaving(answer: () => Promise<boolean>): () => void {
  ask = answer;
  return () => {
    if (ask === answer) ask = null;
  };
}

/** Whether the person may be led away: at once where nothing would be lost. */
export const mayLeave = async (): Promise<boolean> => (ask && hasUnsaved() ? ask() : true);
