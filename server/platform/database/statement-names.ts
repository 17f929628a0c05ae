/**
 * Names for statements that come again and again, so that PostgreSQL parses and plans each of them once a
 * connection: for a short statement that is more than half of its work. A text is named from its third use on,
 * so that what is composed once does not fill the server's memory.
 */
export const statementNameLimits = { named: 400, watched: 4_000, usesBefore: 2 } as const;

const names = new Map<string, string>();
const uses = new Map<string, number>();
/**
 * What changes nothing between two uses but its parameters. COPY, DDL and EXPLAIN are none of it, nor is a text
 * that begins with a comment: so says a query whose best plan hangs on its parameters that it wants one each time.
 */
const repeatableShape = /^\s*(SELECT|INSERT|UPDATE|WITH)\b/;

/** Whether a text may be prepared once for many uses. */
export const isRepeatable = (text: string): boolean => repeatableShape.test(text);

/** The name under which a text is prepared, or undefined where it is sent as it is. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= statementNameLimits.named) return undefined;
  const used = uses.get(text) ?? 0;
  if (used < statementNameLimits.usesBefore) {
    if (used > 0 || uses.size < statementNameLimits.watched) uses.set(text, used + 1);
    return undefined;
  }
  if (!isRepeatable(text)) return undefined;
  uses.delete(text);
  const name = `mizan_${names.size + 1}`;
  names.set(text, name);
  return name;
}
