import type pg from 'pg';

const permissionDenied = '42501';
const objectInUse = '55006';
/** Each try waits some five seconds by itself: on a busy machine a portal takes its time to leave. */
const triesMax = 6;

/**
 * Drops a database, also under open connections. The owner may not end what belongs to other roles (the
 * portal's own, as they leave, or autovacuum): then the plain statement waits until they are gone.
 */
export async function dropDatabase(owner: pg.ClientBase, name: string): Promise<void> {
  const drop = `DROP DATABASE IF EXISTS ${name}`;
  try {
    await owner.query(`${drop} WITH (FORCE)`);
  } catch (error) {
    if ((error as { code?: string }).code !== permissionDenied) throw error;
    await dropOnceLeft(owner, drop, triesMax);
  }
}

async function dropOnceLeft(owner: pg.ClientBase, drop: string, tries: number): Promise<void> {
  try {
    await owner.query(drop);
  } catch (error) {
    if ((error as { code?: string }).code !== objectInUse || tries <= 1) throw error;
    await dropOnceLeft(owner, drop, tries - 1);
  }
}
