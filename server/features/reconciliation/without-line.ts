/**
 * Entries of payments that a file covers without a line, as SQL; `e` is the table with its dot. That they are not matched is said besides,
 * because the indexes of what is not matched say so.
 */
export const withoutLineIn = (e = ''): string =>
  `${e}outcome <> 'matched' AND ${e}outcome IN ('missingInBank', 'waits')`;
