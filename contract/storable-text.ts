/**
 * What PostgreSQL keeps of a text: no NUL, and in JSON columns no half of a surrogate pair. Both come from
 * strangers alone (a request made by hand, a terminal, a bank's file) and would fail the statement they stand in.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The text without what cannot be kept; nothing else of it changes. */
export const asStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? asStorable(value) : value;

/** A value as JSON that a column takes whatever texts it holds. Names of fields are taken to be ours. */
export const storableJson = (value: unknown): string => JSON.stringify(value, storable);

/** A received JSON text read so that its texts can be kept. Throws SyntaxError. */
export const parseStorable = (text: string): unknown =>
  JSON.parse(text, text.includes('\\u') ? storable : undefined);
