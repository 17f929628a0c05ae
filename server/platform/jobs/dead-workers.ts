import type pg from 'pg';

/**
 * A worker that was killed leaves the jobs of its local queue locked, for four hours if nobody looks. Each living
 * one is known by its LISTEN connection, which carries its name.
 */
export const workerConnectionName = (workerId: string): string => `mizan jobs ${workerId}`;

/** A worker that connects again right now is not dead: only who is missed twice is, this long apart. */
export const missedTwiceAfterMs = 5_000;

async function findMissing(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `SELECT DISTINCT locked_by AS worker FROM graphile_worker._private_jobs
     WHERE locked_by IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'mizan jobs ' || locked_by)`,
  );
  return rows.map(({ worker }) => worker);
}

/** Looks for dead workers; the second look in a row that misses one releases what it held. */
export function deadWorkerWatch(pool: pg.Pool): () => Promise<string[]> {
  let missedBefore = new Set<string>();
  return async () => {
    const missing = await findMissing(pool);
    const dead = missing.filter((worker) => missedBefore.has(worker));
    missedBefore = new Set(missing);
    if (dead.length > 0) await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
    return dead;
  };
}
