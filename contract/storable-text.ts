/**
 * What PostgreSQL keeps of a text: no NUL, and in JSON columns no half of a surrogate pair. Both come from
 * strangers alone (a request made by hand, a terminal, a bank's file) and would fail the statement they stand in.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The text without what cannot be kept; nothing else of it changes. */
export const asStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Texts, and the names of fields, without what cannot be kept. For JSON's own walks over a value. */
function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return asStorable(value);
  if (typeof value !== 'object' || value === null || Object.keys(value).every(isStorable)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [asStorable(name), each]));
}

/** A value as JSON that a column takes whatever texts it holds. */
export const storableJson = (value: unknown): string => JSON.stringify(value, storable);

/** A received JSON text read so that it can be kept. Throws SyntaxError, and RangeError where it is nested too deeply. */
export const parseStorable = (text: string): unknown =>
  JSON.parse(text, isStorable(text) && !text.includes('\\u') ? undefined : storable);
