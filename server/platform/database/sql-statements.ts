/** Comments, texts, names, bodies of functions, the end of a statement, and everything between. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'"$;]+|./g;
const comment = /^(?:--|\/\*)/;
/** What is not text: the only tokens that brackets, commas and keywords are looked for in. */
const quoted = /^(?:'|"|\$\w*\$)/;

/**
 * The statements of a migration, one by one: a distributed database hands some of them to other machines together with
 * all that was sent along. Bodies of functions are written between dollar signs; one that is not is cut in two, and
 * refused by PostgreSQL on every machine alike.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let isEmpty = true;
  for (const [token] of `${sql};`.matchAll(tokens)) {
    if (token !== ';') {
      statement += token;
      isEmpty &&= /^(?:--|\/\*|\s*$)/.test(token);
      continue;
    }
    if (!isEmpty) statements.push(statement.trim());
    [statement, isEmpty] = ['', true];
  }
  return statements;
}

const withoutComments = (statement: string): string =>
  [...statement.matchAll(tokens)].map(([token]) => (comment.test(token) ? ' ' : token)).join('');

/** Cut at the commas that stand in no brackets and no text. */
function partsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  const add = (text: string): void => {
    parts.push(`${parts.pop() ?? ''}${text}`);
  };
  for (const [token] of list.matchAll(tokens)) {
    for (const text of quoted.test(token) ? [token] : token) {
      if (text === '(' || text === '[') depth += 1;
      if (text === ')' || text === ']') depth -= 1;
      if (text === ',' && depth === 0) parts.push('');
      else add(text);
    }
  }
  return parts.map((part) => part.trim());
}

const alterTable = /^(ALTER TABLE\s+\w+)\s+([\s\S]+)$/i;
const insertOfValues = /^(INSERT INTO\s+\w+\s*(\([^)]*\)))\s*(SELECT\b[\s\S]*\bFROM\s*\(VALUES\b[\s\S]*)$/i;
const createPolicy = /^CREATE POLICY\s+(\w+)\s+ON\s+(\w+)\b[^(]*?(?=\s+(?:USING|WITH CHECK)\s*\()/i;

/**
 * The same as several statements, where Citus does not take all of it in one: a condition beside anything else in one ALTER
 * TABLE ('cannot execute ADD CONSTRAINT command with other subcommands'), and the conditions of a policy while it is made,
 * where they are read a second time after PostgreSQL has put its own into their place ('unrecognized node type', of f(x) IS NULL). What an
 * INSERT takes by SELECT from VALUES is found first: of VALUES joined with a copied table Citus takes no row, without a word.
 * A statement within the body of DO is left as it is.
 */
export function oneByOne(statement: string): string[] {
  const text = withoutComments(statement).trim();
  const [, table, list = ''] = alterTable.exec(text) ?? [];
  if (table !== undefined) return partsOf(list).map((part) => `${table} ${part}`);
  const [, into, columns, select] = insertOfValues.exec(text) ?? [];
  if (into !== undefined && !/\b(?:ON CONFLICT|RETURNING)\b/i.test(text))
    return [`WITH given ${columns} AS MATERIALIZED (${select}) ${into} SELECT * FROM given`];
  const [head, name, on] = createPolicy.exec(text) ?? [];
  if (head === undefined) return [statement];
  return [head, `ALTER POLICY ${name} ON ${on} ${text.slice(head.length).trim()}`];
}
