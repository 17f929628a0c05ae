import type { CatalogueFunction, CatalogueTable } from './schema-doc.queries.ts';

/** The queue's tables are its library's own and stand in a schema of theirs. */
const head = `# Schema

Written from PostgreSQL's catalogue after all migrations; a test holds it to them
(\`vitest run -u server/platform/database/schema-doc.test.ts\` writes it anew).
Why a table is as it is stands in the comments of \`server/migrations/\`.
The job queue keeps its own tables in the schema \`graphile_worker\`.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
const code = (text: string): string => `\`${cell(text)}\``;
const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, '', ...lines.map((line) => `- ${code(line)}`)];

/** Tables of merchants carry merchant_id first in their primary key; the others are the directory. */
const isOfMerchant = ({ constraints }: CatalogueTable): boolean =>
  constraints.some((constraint) => constraint.startsWith('PRIMARY KEY (merchant_id,'));

function tableText(table: CatalogueTable): string {
  const columns = table.columns.map(({ name, type, required, default: value }) => {
    const fallback = value === null ? '' : code(value);
    return `| ${name} | ${cell(type)} | ${required ? 'yes' : ''} | ${fallback} |`;
  });
  return [
    `### ${table.name}`,
    '',
    '| column | type | required | default |',
    '| --- | --- | --- | --- |',
    ...columns,
    ...list('Constraints:', table.constraints),
    ...list('Indexes:', table.indexes),
    ...list(table.forced ? 'Row-level security, forced:' : 'Row-level security:', table.policies),
    ...list('Rights:', table.grants),
    '',
  ].join('\n');
}

/** docs/schema.md, from what the catalogue says. */
export function schemaText(
  tables: readonly CatalogueTable[],
  functions: readonly CatalogueFunction[],
): string {
  const own = tables.filter(isOfMerchant);
  const shared = tables.filter((table) => !isOfMerchant(table));
  const functionLines = functions.map(
    ({ signature, result, definer }) =>
      `- ${code(`${signature} → ${result}`)}${definer ? ', with the rights of its owner' : ''}`,
  );
  return [
    head,
    '## The directory, shared by all merchants\n',
    ...shared.map(tableText),
    '## Tables of merchants\n',
    ...own.map(tableText),
    '## Functions\n',
    ...functionLines,
    '',
  ].join('\n');
}
