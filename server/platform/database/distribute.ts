import type pg from 'pg';
import { type Burden, selectForced, selectForeignKeys, selectTriggers } from './burdens.queries.ts';
import {
  countRows,
  countWorkers,
  isCoordinatorKnown,
  isDistributed,
  isRoleEverywhere,
  place,
  placeFirst,
  sayEverywhere,
  selectUnplaced,
  selectUnset,
  set,
  setHere,
} from './distribute.queries.ts';
import { withMigrationLock } from './migration-lock.ts';
import { ownerClient } from './owner-client.ts';
import { makingsElsewhere } from './roles.ts';
import type { TableKind } from './table-kinds.ts';
import { tables as everyTable, tablesOfKind } from './tables.ts';
import { mendWorkerRights } from './worker-rights.ts';

/** The database cannot be distributed as it is. Its message is one line for people. */
export class NotDistributable extends Error {
  override readonly name = 'NotDistributable';
}

/** What distributing a database changed, and how it stands now. */
export interface Distribution {
  /** Roles that a worker did not have. */
  roles: string[];
  /** As [name, value], for every connection to come. */
  settings: (readonly [string, string])[];
  placed: { table: string; kind: TableKind; rows: string }[];
  foreignKeys: number;
  triggers: number;
  /** As 'role: table (columns)'. */
  grants: string[];
  /** Of which kind how many tables are, and on how many machines beside the coordinator their rows lie. */
  now: { merchant: number; reference: number; workers: number };
}

/** The table that all others of merchants lie together with. */
const firstTable = 'transactions';

/**
 * SET LOCAL names the merchant and has to reach the machine where the rows lie. One machine after the other, because
 * a transaction that changed a reference table may not go to several at once. Triggers run where the rows lie: what
 * they write lies there too (docs/decisions/0031-past-one-machine.md).
 */
const settings = [
  ['citus.propagate_set_commands', 'local'],
  ['citus.multi_shard_modify_mode', 'sequential'],
  ['citus.enable_unsafe_triggers', 'on'],
] as const;

/**
 * Brings a migrated database, empty or filled, on the coordinator of a Citus cluster to a distributed one, or what is
 * missing of it: all tables in one transaction or none. A second run changes nothing. No portal runs meanwhile.
 * @throws NotDistributable
 */
export function distribute(ownerUrl: string, secret: string): Promise<Distribution> {
  return withMigrationLock(ownerUrl, async (owner) => {
    const workers = await workersOf(owner);
    const roles = await makeRoles(owner, ownerUrl, secret);
    const unset = await selectUnset(owner, settings);
    for (const [name, value] of unset) await set(owner, name, value);
    for (const [name, value] of settings) await setHere(owner, name, value);
    const moved = await moveTables(owner);
    const grants = await mendWorkerRights(owner);
    const now = {
      merchant: tablesOfKind('merchant').length,
      reference: tablesOfKind('reference').length,
      workers,
    };
    return { roles, settings: unset, ...moved, grants, now };
  });
}

async function workersOf(owner: pg.Client): Promise<number> {
  const workers = await countWorkers(owner);
  if (workers === null) throw new NotDistributable('has no Citus: CREATE EXTENSION citus on every machine');
  if (workers === 0) throw new NotDistributable('has no workers: SELECT citus_add_node(host, port)');
  if (!(await isCoordinatorKnown(owner)))
    throw new NotDistributable('is not known to its workers: SELECT citus_set_coordinator_host(host, port)');
  return workers;
}

async function makeRoles(owner: pg.Client, ownerUrl: string, secret: string): Promise<string[]> {
  const made: string[] = [];
  for (const { role, making } of makingsElsewhere(ownerUrl, secret)) {
    if (await isRoleEverywhere(owner, role)) continue;
    await sayEverywhere(owner, making);
    made.push(role);
  }
  return made;
}

type Moved = Pick<Distribution, 'placed' | 'foreignKeys' | 'triggers'>;

async function moveTables(owner: pg.Client): Promise<Moved> {
  const unplaced = await selectUnplaced(owner, [...tablesOfKind('merchant'), ...tablesOfKind('reference')]);
  if (unplaced.length === 0) return { placed: [], foreignKeys: 0, triggers: 0 };
  await owner.query('BEGIN');
  try {
    const moved = await moveUnburdened(owner, unplaced);
    await owner.query('COMMIT');
    return moved;
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
}

/** What binds the tables is put down, they move, it is taken up again: the rows are neither changed nor missed. */
async function moveUnburdened(owner: pg.Client, tables: readonly string[]): Promise<Moved> {
  const foreignKeys = await selectForeignKeys(owner, tables);
  const triggers = await selectTriggers(owner, tables);
  const burdens: Burden[] = [...(await selectForced(owner, tables)), ...triggers, ...foreignKeys];
  for (const { drop } of burdens) await owner.query(drop);
  const placed: Moved['placed'] = [];
  const first = tables.filter((table) => table === firstTable);
  for (const table of [...first, ...tables.filter((each) => each !== firstTable)]) {
    const kind = everyTable[table]?.kind ?? 'coordinator';
    const before = await countRows(owner, table);
    if (table === firstTable) await placeFirst(owner, table);
    else await place(owner, table, kind);
    const rows = await countRows(owner, table);
    if (rows !== before) throw new Error(`${table} had ${before} rows and has ${rows}`);
    placed.push({ table, kind, rows });
  }
  for (const { make } of burdens.toReversed()) await owner.query(make);
  return { placed, foreignKeys: foreignKeys.length, triggers: triggers.length };
}

/** Whether the portal's statements go to several machines. Asked once, by who opens the database. */
export async function knowsDistribution(ownerUrl: string): Promise<boolean> {
  const owner = ownerClient(ownerUrl);
  try {
    await owner.connect();
    return await isDistributed(owner);
  } finally {
    await owner.end().catch(() => undefined);
  }
}
