import type pg from 'pg';

/** What binds tables and is put down while their rows move, then taken up again, as statements. */
export interface Burden {
  drop: string;
  make: string;
}

const burdens = async (owner: pg.Client, text: string, tables: readonly string[]): Promise<Burden[]> =>
  (await owner.query<Burden>(text, [tables])).rows;

/** Foreign keys that begin or end at one of these tables. */
export const selectForeignKeys = (owner: pg.Client, tables: readonly string[]): Promise<Burden[]> =>
  burdens(
    owner,
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
       FROM pg_constraint
      WHERE contype = 'f' AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[]))
      ORDER BY conrelid::regclass::text COLLATE "C", conname`,
    tables,
  );

/** The rows move by INSERT or COPY: a trigger would take each of them for a new one. */
export const selectTriggers = (owner: pg.Client, tables: readonly string[]): Promise<Burden[]> =>
  burdens(
    owner,
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop, pg_get_triggerdef(oid) AS make
       FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY ($1::regclass[])
      ORDER BY tgrelid::regclass::text COLLATE "C", tgname`,
    tables,
  );

/** Row-level security that holds the owner too, who would otherwise move no row. */
export const selectForced = (owner: pg.Client, tables: readonly string[]): Promise<Burden[]> =>
  burdens(
    owner,
    `SELECT format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', oid::regclass) AS drop,
            format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', oid::regclass) AS make
       FROM pg_class WHERE relforcerowsecurity AND oid = ANY ($1::regclass[])
      ORDER BY relname COLLATE "C"`,
    tables,
  );

/**
 * Tables whose FORCEd row-level security shows their owner no row, as the statements that let it read them all: a backup
 * is made while portals write, so that it cannot put FORCE down. What the owner may change stays as it is.
 */
export async function selectUnread(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ make: string }>(
    `SELECT format('CREATE POLICY owner_reads ON %s FOR SELECT TO %I USING (true)', pg_class.oid::regclass, current_user) AS make
       FROM pg_class
      WHERE relforcerowsecurity AND relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'owner_reads')
      ORDER BY relname COLLATE "C"`,
  );
  return rows.map(({ make }) => make);
}
