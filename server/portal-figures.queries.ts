import { type Database, platformRows } from './platform/database/database.ts';

/** How many payments of all merchants still wait for their outcome. As the platform: /metrics tells of everybody. */
export async function countUndecidedPayments(db: Database): Promise<number> {
  const text = 'SELECT count(*) AS count FROM transactions WHERE next_query_at IS NOT NULL';
  const [row] = await platformRows<{ count: number }>(db, text);
  return row?.count ?? 0;
}

/** Jobs of all portals that wait or run, and those that were given up and need somebody. */
export async function countJobs(db: Database): Promise<{ waiting: number; failed: number }> {
  const text = `SELECT count(*) FILTER (WHERE attempts < max_attempts) AS waiting,
      count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL) AS failed
    FROM graphile_worker._private_jobs`;
  const [row] = await platformRows<{ waiting: number; failed: number }>(db, text);
  return row ?? { waiting: 0, failed: 0 };
}
