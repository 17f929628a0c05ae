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
