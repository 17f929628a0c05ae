import { posix } from 'node:path';
import { tables } from '../../server/platform/database/tables.ts';
import { type Findings, isCode, isTest, type SourceFile } from './source-files.ts';

/** By table, the folders of server/ that may write it. */
const tableOwners: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(tables).map(([table, { owners }]) => [table, owners]),
);

const writing =
  /\b(?:INSERT\s+INTO|UPDATE(?:\s+ONLY)?|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?|COPY)\s+(?:\$\{(\w+)\}|"?([a-z][a-z0-9_]*)"?)/g;

interface Write {
  path: string;
  folder: string;
  /** Null where the name is not a constant that can be read. */
  table: string | null;
}

/** What the code of the server writes; tests, and what helps them, plant what they need. */
function writesOf(files: SourceFile[]): Write[] {
  const code = files.filter(
    (file) =>
      isCode(file) && file.path.startsWith('server/') && !isTest(file) && !file.path.includes('/testing/'),
  );
  const constants = new Map(
    code.flatMap(({ text }) =>
      [...text.matchAll(/\bconst (\w+) = '([a-z][a-z0-9_]*)'/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    ),
  );
  return code.flatMap(({ path, text }) =>
    [...text.matchAll(writing)].map(([, constant, name]) => ({
      path,
      folder: posix.dirname(path).replace(/^server\/?/, ''),
      table: name ?? constants.get(constant ?? '') ?? null,
    })),
  );
}

const isIn = (folder: string, owner: string): boolean => folder === owner || folder.startsWith(`${owner}/`);

/** A restore takes back every table, whoever owns it. */
const writesEveryTable = 'server/platform/backup/backup.queries.ts';

/** Writes outside the owner's folder, tables without an owner, and owners that write nothing. */
export function ownerFindings(files: SourceFile[], owners = tableOwners): Findings {
  const writes = writesOf(files);
  const strangers = writes.flatMap(({ path, folder, table }) => {
    if (path === writesEveryTable) return [];
    if (table === null) return [`${path} writes a table whose name nobody can read: write it out`];
    const allowed = owners[table];
    if (!allowed || allowed.some((owner) => isIn(folder, owner))) return [];
    return [`${path} writes ${table}: call a service of ${allowed.join(' or ') || 'nobody'}, who owns it`];
  });
  const idle = Object.entries(owners).flatMap(([table, folders]) =>
    folders
      .filter((owner) => !writes.some((each) => each.table === table && isIn(each.folder, owner)))
      .map((owner) => `${owner} writes ${table} no more: take it out of server/platform/database/tables.ts`),
  );
  return [...new Set(strangers), ...idle];
}
