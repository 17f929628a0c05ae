import type { Tx } from '../../platform/database/database.ts';
import type { Observed } from '../../platform/metrics.ts';

export interface ProcessSays extends Observed {
  processId: string;
  version: string;
  at: Date;
  stopped: boolean;
}

/** Adds what was observed to the row of the running minute. */
export const addToMinute = (tx: Tx, says: ProcessSays): Promise<number> =>
  tx.change(
    `INSERT INTO process_minutes AS m (process_id, minute, version, said_at, stopped, requests, faults, lags)
     VALUES ($1, date_trunc('minute', $2::timestamptz), $3, $2, $4, $5, $6, $7::integer[])
     ON CONFLICT (process_id, minute) DO UPDATE SET said_at = excluded.said_at, stopped = excluded.stopped,
       requests = m.requests + excluded.requests, faults = m.faults + excluded.faults,
       lags = ARRAY(SELECT a + b FROM unnest(m.lags, excluded.lags) WITH ORDINALITY AS u (a, b, n) ORDER BY n)`,
    [says.processId, says.at, says.version, says.stopped, says.requests, says.faults, says.lags],
  );

/** As it stands now; another process may have written the minute. */
export const keepMinute = (tx: Tx, at: Date): Promise<number> =>
  tx.change(
    `INSERT INTO platform_minutes (minute, undecided, jobs_waiting, files_in_work, terminals_connected)
     SELECT date_trunc('minute', $1::timestamptz),
       (SELECT count(*) FROM transactions WHERE next_query_at IS NOT NULL),
       (SELECT count(*) FROM graphile_worker._private_jobs
         WHERE locked_at IS NULL AND attempts < max_attempts AND (attempts > 0 OR run_at <= $1)),
       (SELECT count(*) FROM bank_files WHERE state IN ('RECEIVED', 'READING', 'MATCHING') OR confirming),
       (SELECT count(*) FROM terminals WHERE status = 'ACTIVE' AND NOT is_test AND connection = 'CONNECTED')
     ON CONFLICT (minute) DO NOTHING`,
    [at],
  );

export async function deleteMinutes(tx: Tx, before: Date): Promise<void> {
  await tx.change('DELETE FROM process_minutes WHERE minute < $1', [before]);
  await tx.change('DELETE FROM platform_minutes WHERE minute < $1', [before]);
}
