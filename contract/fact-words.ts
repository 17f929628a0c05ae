/** How the values of some parameters of facts are read: on the screens and in files alike. */

/** A parameter that says the same as another one, of an earlier moment or of another way. */
const saidAs: Readonly<Record<string, string>> = {
  was: 'status',
  mailNotices: 'mutedNotices',
  pushNotices: 'mutedNotices',
  'ruleForm.outcome': 'exceptionOutcome',
};

/** Under which name the words of a parameter's values stand. */
export const wordedAs = (name: string): string => saidAs[name] ?? name;

const listed: ReadonlySet<string> = new Set([
  'mutedNotices',
  'mailNotices',
  'pushNotices',
  'closedDays',
  'reports',
]);

/** Whether it names several words of ours at once, parted by commas; 'fields' names parameters. */
export const isListed = (name: string): boolean => listed.has(name);

/**
 * What is told to a reader of this language: of a name that is kept in both, the reader's alone, under 'name'. Entries of
 * before have one name.
 */
export function inLanguage<V>(
  facts: Readonly<Record<string, V>> | null,
  language: 'en' | 'ar',
): Readonly<Record<string, V>> | null {
  if (!facts) return null;
  const { arabicName, ...rest } = facts;
  return language === 'ar' && arabicName ? { ...rest, name: arabicName } : rest;
}
