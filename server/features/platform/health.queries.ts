import type { Tx } from '../../platform/database/database.ts';
import { isChargeSql } from '../../platform/database/type-sql.ts';

/** Counts over all merchants, as the platform: numbers of payments, never a sum of money. */

export interface Attempts {
  payments: number;
  attempts: number;
  approved: number;
}

/** Purchases that began in the last $minutes until `until`, and how those of the last quarter of an hour ended. */
export async function countAttempts(tx: Tx, until: Date, minutes: number): Promise<Attempts> {
  const row = await tx.row<Attempts>(
    `SELECT count(*) FILTER (WHERE created_at > $1::timestamptz - make_interval(mins => $2)) AS payments,
            count(*) FILTER (WHERE status <> 'INITIALIZED') AS attempts,
            count(*) FILTER (WHERE status = 'APPROVED') AS approved
       FROM transactions
      WHERE ${isChargeSql()} AND created_at > $1::timestamptz - interval '15 minutes' AND created_at <= $1`,
    [until, minutes],
  );
  return row ?? { payments: 0, attempts: 0, approved: 0 };
}

/** Purchases that began by the hour, in the day that starts at `from`. */
export const countByHour = (tx: Tx, from: Date): Promise<{ hour: Date; count: number }[]> =>
  tx.rows(
    `SELECT hour, sum(count) AS count FROM transaction_rollups
      WHERE ${isChargeSql()} AND hour >= $1 AND hour < $1::timestamptz + interval '1 day' GROUP BY 1`,
    [from],
  );

/** Purchases that began in the hour of `until`, up to it. */
export async function countInHour(tx: Tx, until: Date): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM transactions
      WHERE ${isChargeSql()} AND created_at >= date_trunc('hour', $1::timestamptz, 'UTC') AND created_at < $1`,
    [until],
  );
  return row?.count ?? 0;
}

export interface Standing {
  undecided: number;
  files: number;
  connected: number;
}

export async function countStanding(tx: Tx): Promise<Standing & { total: number }> {
  const row = await tx.row<Standing & { total: number }>(
    // Side by side: on a cluster a count of another table cannot stand among what is counted.
    `SELECT undecided, files, connected, total
       FROM (SELECT count(*) AS undecided FROM transactions WHERE next_query_at IS NOT NULL) t,
            (SELECT count(*) AS files FROM bank_files
              WHERE state IN ('RECEIVED', 'READING', 'MATCHING') OR confirming) f,
            (SELECT count(*) FILTER (WHERE connection = 'CONNECTED') AS connected, count(*) AS total
               FROM terminals WHERE status = 'ACTIVE' AND NOT is_test) d`,
  );
  return row ?? { undecided: 0, files: 0, connected: 0, total: 0 };
}

/** How it stood at about that time; null where nothing was kept of it. */
export const selectMinute = (tx: Tx, at: Date): Promise<(Standing & { jobs: number }) | null> =>
  tx.row(
    `SELECT undecided, files_in_work AS files, terminals_connected AS connected, jobs_waiting AS jobs
       FROM platform_minutes WHERE minute > $1::timestamptz - interval '5 minutes' AND minute <= $1
      ORDER BY minute DESC LIMIT 1`,
    [at],
  );

export interface Served {
  requests: number;
  faults: number;
  /** By the bounds of platform/metrics.ts. */
  lags: number[];
}

/** What all processes did in the minutes until `until`. */
export async function sumProcesses(tx: Tx, until: Date, minutes: number): Promise<Served> {
  const rows = await tx.rows<Served>(
    `SELECT requests, faults, lags FROM process_minutes
      WHERE minute > $1::timestamptz - make_interval(mins => $2) AND minute <= $1`,
    [until, minutes],
  );
  const lags: number[] = [];
  for (const row of rows) {
    for (const [place, count] of row.lags.entries()) lags[place] = (lags[place] ?? 0) + count;
  }
  const sum = (of: 'requests' | 'faults') => rows.reduce((total, row) => total + row[of], 0);
  return { requests: sum('requests'), faults: sum('faults'), lags };
}

export async function countMerchants(
  tx: Tx,
  since: Date,
): Promise<{ total: number; added: number; suspended: number }> {
  const row = await tx.row<{ total: number; added: number; suspended: number }>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE m.status = 'SUSPENDED') AS suspended,
            count(*) FILTER (WHERE coalesce(a.decided_at, m.created_at) >= $1) AS added
       FROM merchants m LEFT JOIN applications a ON a.merchant_id = m.id WHERE m.status IN ('ACTIVE', 'SUSPENDED')`,
    [since],
  );
  return row ?? { total: 0, added: 0, suspended: 0 };
}

/** The last word of each process since `since`. */
export const selectProcesses = (
  tx: Tx,
  since: Date,
): Promise<{ version: string; saidAt: Date; stopped: boolean }[]> =>
  tx.rows(
    `SELECT DISTINCT ON (process_id) version, said_at AS "saidAt", stopped FROM process_minutes
      WHERE minute >= $1 ORDER BY process_id, minute DESC`,
    [since],
  );

export async function selectSchema(tx: Tx): Promise<number> {
  const row = await tx.row<{ number: number }>('SELECT max(number) AS number FROM schema_migrations');
  return row?.number ?? 0;
}

const versionsMax = 20;
export const selectTerminalApps = (tx: Tx): Promise<{ version: string | null; count: number }[]> =>
  tx.rows(
    `SELECT app_version AS version, count(*) AS count FROM terminals
      WHERE status = 'ACTIVE' AND NOT is_test AND connection = 'CONNECTED' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${versionsMax}`,
  );
