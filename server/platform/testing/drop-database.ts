import type pg from 'pg';

const permissionDenied = '42501';

/**
 * Drops a database, also under open connections. The owner may not end what belongs to other roles (the
 * portal's own, as they leave, or autovacuum): then the plain statement waits some seconds until they are gone.
 */
export async function dropDatabase(owner: pg.ClientBase, name: string): Promise<void> {
  const drop = `DROP DATABASE IF EXISTS ${name}`;
  try {
    await owner.query(`${drop} WITH (FORCE)`);
  } catch (error) {
    if ((error as { code?: string }).code !== permissionDenied) throw error;
    await owner.query(drop);
  }
}
