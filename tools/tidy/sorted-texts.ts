import { type Findings, isCode, type SourceFile } from './source-files.ts';

const statement = /`[^`]*`/g;
/** What a statement answers as text: `id::text`, which PostgreSQL then calls id, or `… ::text AS name`. */
const asText = /\b(\w+)::text(?:\s+AS\s+"?(\w+)"?)?(?=\s*[,\n`]|\s+FROM\b)/g;
const sorting = /ORDER BY\s+((?:[\w."]+(?![\w.":(])(?:\s+(?:ASC|DESC))?(?:\s*,\s*)?)+)/g;

/** Statements are written with parts that stand elsewhere in the file: a list of columns, and what is said where something is asked. */
const partOf = /const (\w+) = `([^`]*)`/g;
const nested = /\$\{[^{}`]*`[^`]*`[^{}`]*\}/g;

/** A file's text with lists of columns in the statements that take them. */
function spelledOut(text: string): string {
  const flat = text.replace(nested, ' ');
  const parts = new Map([...flat.matchAll(partOf)].map(([, name = '', part = '']) => [name, part]));
  return flat.replace(/\$\{(\w+)\}/g, (whole, name: string) => parts.get(name) ?? whole);
}

const bracketed = /\([^()]*\)/g;
/** A statement without what stands in brackets, but for the last that open. */
function outermost(sql: string): string {
  let flat = sql;
  for (let fuller = ''; fuller !== flat; ) {
    fuller = flat;
    flat = flat.replace(bracketed, ' ');
  }
  return flat;
}

/** Inside an aggregate or a window names are those of columns: of the brackets that are open there, the last opens no SELECT. */
function isInsideCall(before: string): boolean {
  const open = outermost(before);
  const last = open.lastIndexOf('(');
  return last !== -1 && !/^\s*(?:SELECT|WITH)\b/.test(open.slice(last + 1));
}

const fromWhat =
  /\sFROM\s+(?:(\w+)\b)?(?:\s+(?:AS\s+)?(?!(?:WHERE|ORDER|LIMIT|GROUP|HAVING|FOR|UNION|JOIN|LEFT|RIGHT|FULL|INNER|NATURAL|CROSS)\b)(\w+))?\s*([^]*)/;
/** What takes rows in an order, and answers them in it only by the way. */
const isLock = /\bFOR (?:NO KEY )?UPDATE\b/;

/**
 * How a statement of one table names it before a column. A cluster sorts by the bare name there: Citus hands 'ORDER BY users.id'
 * on as 'ORDER BY id', which is the text where the statement answers one of that name. With several tables the name stays before it.
 */
function onlyTable(sql: string): string | null {
  const [, table, alias, rest = ''] = fromWhat.exec(outermost(sql)) ?? [];
  const before = rest.split(/\bORDER BY\b/)[0] ?? '';
  const isOne = !/^,|\bJOIN\b|\bUNION\b/.test(before) && !isLock.test(sql);
  return isOne ? (alias ?? table ?? null) : null;
}

function termsOf(text: string): string[] {
  const table = onlyTable(text);
  const prefix = table === null ? null : `${table}.`;
  return [...text.matchAll(sorting)]
    .filter(({ index }) => !isInsideCall(text.slice(0, index)))
    .flatMap(([, terms = '']) => terms.split(','))
    .map((term) => term.trim().replace(/\s.*$/s, ''))
    .map((term) => (prefix !== null && term === `${prefix}id` ? 'id' : term));
}

/**
 * Statements that sort by the name of a text they answer. PostgreSQL then sorts by the text: 10 comes before 9, and the newest or
 * the oldest is another one.
 */
export const sortedTextFindings = (files: SourceFile[]): Findings =>
  files.filter(isCode).flatMap(({ path, text }) =>
    [...spelledOut(text).matchAll(statement)].flatMap(([sql]) => {
      const texts = new Set([...sql.matchAll(asText)].map(([, column, name]) => name ?? column));
      return termsOf(sql)
        .filter((term) => texts.has(term))
        .map(
          (term) =>
            `${path} sorts by ${term}, which it answers as text: answer it as place, too, and sort by that`,
        );
    }),
  );
