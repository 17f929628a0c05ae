import { type Database, platformRows } from '../database/database.ts';

const here = `SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
               WHERE NOT granted AND datname = current_database() AND ($1::text IS NULL OR locktype = $1)`;
/** On a cluster they wait where the rows lie, and Citus tells who does. */
const onCluster = `SELECT count(DISTINCT global_pid) FROM citus_locks JOIN citus_dist_stat_activity USING (global_pid)
                    WHERE NOT granted AND datname = current_database() AND ($1::text IS NULL OR locktype = $1)`;

/**
 * How many transactions of this database wait for a lock that another one has, or for one of this type; the server's other
 * databases have theirs.
 */
export const countLockWaits = async (db: Database, type: string | null = null): Promise<number> =>
  (await platformRows<{ count: number }>(db, db.distributed ? onCluster : here, [type]))[0]?.count ?? 0;
