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

const listed: ReadonlySet<string> = new Set(['mutedNotices', 'mailNotices', 'pushNotices', 'closedDays']);

/** Whether it names several words of ours at once, parted by commas; 'fields' names parameters. */
export const isListed = (name: string): boolean => listed.has(name);
