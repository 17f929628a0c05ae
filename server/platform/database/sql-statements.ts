/** Comments, texts, names, bodies of functions, the end of a statement, and everything between. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'"$;]+|./g;

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
