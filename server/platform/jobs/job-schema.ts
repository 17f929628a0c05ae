import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { loginRoles } from '../database/roles.ts';
import { queuePool } from './queue-pool.ts';

const schema = 'graphile_worker';

/**
 * The queue's tables have row-level security and no policy, so only their owner passes. The worker runs as the
 * platform role, like everything else that is not a merchant's request: it gets a policy of its own on each.
 */
const letPlatformIn = `
  DO $$
  DECLARE
    job_table text;
  BEGIN
    GRANT USAGE ON SCHEMA ${schema} TO ${loginRoles.platform};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${loginRoles.platform};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${loginRoles.platform};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${loginRoles.platform};
    FOR job_table IN
      SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' AND rowsecurity
        AND tablename NOT IN (SELECT tablename FROM pg_policies WHERE schemaname = '${schema}')
    LOOP
      EXECUTE format('CREATE POLICY platform ON ${schema}.%I TO ${loginRoles.platform} USING (true) WITH CHECK (true)',
        job_table);
    END LOOP;
  END
  $$`;

/** Whether the platform role may already do all that, so that an ordinary start changes nothing. */
const isReady = `
  SELECT count(*) > 0 AND count(*) = count(pg_policies.policyname) AS ready
  FROM pg_tables LEFT JOIN pg_policies USING (schemaname, tablename)
  WHERE schemaname = '${schema}' AND rowsecurity`;

/**
 * Brings the job queue's own tables to the version of its library, as the owner. Of several portals that start
 * at once one does it while the others wait. Runs after migrate(), before any job is written.
 */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const pool = queuePool(ownerUrl, 2);
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    await client.query(`SELECT pg_advisory_lock(hashtext('mizan job queue'))`);
    await runMigrations({ pgPool: pool });
    const { rows } = await client.query<{ ready: boolean }>(isReady);
    if (!rows[0]?.ready) await client.query(letPlatformIn);
  } finally {
    // The lock ends with its connection.
    client?.release(true);
    await pool.end();
  }
}
