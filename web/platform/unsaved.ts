import { useEffect } from 'react';

/** Forms whose changes nobody has saved yet. */
const forms = new Set<symbol>();
let ask: (() => Promise<boolean>) | null = null;

export const hasUnsaved = (): boolean => forms.size > 0;

/** Says of a form, as long as it stands, that leaving it would lose something. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const form = Symbol('form');
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  }, [isUnsaved]);
}

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
