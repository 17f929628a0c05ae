import type pg from 'pg';

/** What distributing a database reads and says, as its owner. Words of Citus stand here and nowhere else. */

const rows = async <Row extends object>(
  owner: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await owner.query<Row>(text, values)).rows;

const names = async (owner: pg.Client, text: string, values: unknown[] = []): Promise<string[]> =>
  (await rows<{ name: string }>(owner, text, values)).map(({ name }) => name);

/** Null without Citus; else how many machines beside the coordinator keep rows. */
export async function countWorkers(owner: pg.Client): Promise<number | null> {
  const [citus] = await rows(owner, `SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (!citus) return null;
  const text = `SELECT count(*)::int AS count FROM pg_dist_node
                 WHERE groupid <> 0 AND isactive AND shouldhaveshards AND noderole = 'primary'`;
  return (await rows<{ count: number }>(owner, text))[0]?.count ?? 0;
}

/** Whether the coordinator is known to the others by an address, without which it holds no copy of a reference table. */
export const isCoordinatorKnown = async (owner: pg.Client): Promise<boolean> =>
  (await rows(owner, 'SELECT FROM pg_dist_node WHERE groupid = 0')).length === 1;

export const isDistributed = async (owner: pg.Client): Promise<boolean> => {
  const [row] = await rows<{ answer: boolean }>(owner, 'SELECT is_distributed() AS answer');
  return row?.answer ?? false;
};

/** Whether a role is on every machine. */
export async function isRoleEverywhere(owner: pg.Client, role: string): Promise<boolean> {
  const known = `SELECT count(*) FROM pg_roles WHERE rolname = ${owner.escapeLiteral(role)}`;
  const missing = `SELECT FROM run_command_on_workers($1) WHERE NOT success OR result <> '1'`;
  return (await rows(owner, missing, [known])).length === 0;
}

/** Says it on every worker. Throws with what the first one answered that refused it. */
export async function sayEverywhere(owner: pg.Client, statement: string): Promise<void> {
  const text = 'SELECT nodename AS host, result FROM run_command_on_workers($1) WHERE NOT success LIMIT 1';
  const [refused] = await rows<{ host: string; result: string }>(owner, text, [statement]);
  if (refused) throw new Error(`${refused.host}: ${refused.result}`);
}

/** Of these tables, those that lie on the coordinator alone. */
export const selectUnplaced = (owner: pg.Client, tables: readonly string[]): Promise<string[]> =>
  names(
    owner,
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname = ANY ($1)
        AND NOT EXISTS (SELECT FROM pg_dist_partition
                         WHERE logicalrelid = pg_class.oid AND (partmethod = 'h' OR repmodel = 't'))
      ORDER BY relname COLLATE "C"`,
    [tables],
  );

export async function countRows(owner: pg.Client, table: string): Promise<string> {
  const counted = `SELECT count(*)::text AS count FROM ${owner.escapeIdentifier(table)}`;
  return (await rows<{ count: string }>(owner, counted))[0]?.count ?? '';
}

/** The table that the others lie together with is the first; place_table() knows the database by it. */
export const placeFirst = (owner: pg.Client, table: string): Promise<unknown> =>
  owner.query(`SELECT create_distributed_table($1, 'merchant_id', colocate_with => 'none')`, [table]);

export const place = (owner: pg.Client, table: string, kind: string): Promise<unknown> =>
  owner.query('SELECT place_table($1::regclass, $2)', [table, kind]);

/** Of these settings, as [name, value], those that new connections to this database do not get. */
export async function selectUnset(
  owner: pg.Client,
  settings: readonly (readonly [string, string])[],
): Promise<(readonly [string, string])[]> {
  const set = await names(
    owner,
    `SELECT unnest(setconfig) AS name FROM pg_db_role_setting
      WHERE setrole = 0 AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return settings.filter(([name, value]) => !set.includes(`${name}=${value}`));
}

/** For connections to come, and for this one at once. */
export async function set(owner: pg.Client, name: string, value: string): Promise<void> {
  const database = owner.escapeIdentifier(owner.database ?? '');
  await owner.query(`ALTER DATABASE ${database} SET ${name} = ${owner.escapeLiteral(value)}`);
}

export const setHere = (owner: pg.Client, name: string, value: string): Promise<unknown> =>
  owner.query(`SELECT set_config($1, $2, false)`, [name, value]);

export interface ColumnGrant {
  name: string;
  grantee: string;
  columns: string[];
}

/** Rights on single columns of reference tables and tables of merchants: Citus carries those on tables alone. */
export const selectColumnGrants = (owner: pg.Client): Promise<ColumnGrant[]> =>
  rows<ColumnGrant>(
    owner,
    `SELECT attrelid::regclass::text AS name, grantee::regrole::text AS grantee,
            array_agg(quote_ident(attname) ORDER BY attnum) AS columns
       FROM pg_attribute CROSS JOIN aclexplode(attacl)
      WHERE privilege_type = 'SELECT' AND EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = attrelid)
        AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
      GROUP BY 1, 2 ORDER BY 1, 2`,
  );

/** Places where the table's rows lie, and how many of them answer this SQL with `answer`; %1$s is its name there. */
async function countPlaces(owner: pg.Client, table: string, sql: string, answer: string): Promise<number[]> {
  const text = `SELECT count(*)::int AS all, count(*) FILTER (WHERE success AND result = $3)::int AS alike
                  FROM run_command_on_placements($1::regclass, $2)`;
  const [row] = await rows<{ all: number; alike: number }>(owner, text, [table, sql, answer]);
  return [row?.all ?? 0, row?.alike ?? 0];
}

/** Whether every copy has the right. */
export async function isGrantedEverywhere(owner: pg.Client, grant: ColumnGrant): Promise<boolean> {
  const each = grant.columns.map(
    (column) =>
      `has_column_privilege(${owner.escapeLiteral(grant.grantee)}, '%1$s', ${owner.escapeLiteral(column)}, 'SELECT')`,
  );
  const sql = `SELECT (${each.join(' AND ')})::text`;
  const [all, alike] = await countPlaces(owner, grant.name, sql, 'true');
  return all === alike;
}

/** Throws where a copy could not be given the right. */
export async function grantEverywhere(owner: pg.Client, grant: ColumnGrant): Promise<void> {
  const sql = `GRANT SELECT (${grant.columns.join(', ')}) ON %1$s TO ${owner.escapeIdentifier(grant.grantee)}`;
  const [all, granted] = await countPlaces(owner, grant.name, sql, 'GRANT');
  if (all !== granted) throw new Error(`${grant.grantee} may not read ${grant.name} on every machine`);
}

/** The sequence of a table's column, which may have another name on another machine. */
export interface SequenceGrant {
  table: string;
  column: string;
  grantee: string;
}

/** Rights on the sequences of tables whose rows lie on several machines. */
export const selectSequenceGrants = (owner: pg.Client): Promise<SequenceGrant[]> =>
  rows<SequenceGrant>(
    owner,
    `SELECT refobjid::regclass::text AS table, attname AS column, grantee::regrole::text AS grantee
       FROM pg_class sequence CROSS JOIN aclexplode(relacl)
       JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = sequence.oid AND refclassid = 'pg_class'::regclass
                     AND deptype IN ('a', 'i')
       JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
      WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace AND privilege_type = 'USAGE' AND grantee <> relowner
        AND EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = refobjid)
      ORDER BY 1, 2, 3`,
  );

const sequenceOf = (owner: pg.Client, { table, column }: SequenceGrant): string =>
  `pg_get_serial_sequence(${owner.escapeLiteral(table)}, ${owner.escapeLiteral(column)})`;

/** Whether every worker that numbers this table's rows itself gives the right. */
export async function isSequenceGrantedEverywhere(owner: pg.Client, grant: SequenceGrant): Promise<boolean> {
  const held = `SELECT coalesce(has_sequence_privilege(${owner.escapeLiteral(grant.grantee)}, ${sequenceOf(owner, grant)}, 'USAGE'), true)`;
  const missing = `SELECT FROM run_command_on_workers($1) WHERE NOT success OR result <> 't'`;
  return (await rows(owner, missing, [held])).length === 0;
}

/** Throws with what the first worker answered that refused it. */
export const grantSequenceEverywhere = (owner: pg.Client, grant: SequenceGrant): Promise<void> =>
  sayEverywhere(
    owner,
    `DO $grant$ BEGIN EXECUTE 'GRANT USAGE ON SEQUENCE ' || ${sequenceOf(owner, grant)} || ' TO ${owner.escapeIdentifier(grant.grantee)}'; END $grant$`,
  );
