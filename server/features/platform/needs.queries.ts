import { silentAfterMinutes } from '@mizan/contract/alerts.ts';
import { namedMax } from '@mizan/contract/platform.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What needs an administrator, over all merchants and as the platform. */

/** Waiting is what is due, or failed and comes again; one that was tried is as old as it is, since its time was moved. */
const waits = 'locked_at IS NULL AND attempts < max_attempts AND (attempts > 0 OR run_at <= $1)';
const dueAt = 'CASE WHEN attempts > 0 THEN j.created_at ELSE run_at END';

export interface JobKind {
  kind: string;
  waiting: number;
  running: number;
  failing: number;
  givenUp: number;
  oldestAt: Date | null;
}

/** By kind, the one with the oldest job that waits first. What is planned for later and was never tried is none of them. */
export const selectJobKinds = (tx: Tx, now: Date): Promise<JobKind[]> =>
  tx.rows<JobKind>(
    `SELECT t.identifier AS kind, count(*) FILTER (WHERE ${waits}) AS waiting,
            count(*) FILTER (WHERE locked_at IS NOT NULL) AS running,
            count(*) FILTER (WHERE ${waits} AND attempts > 0) AS failing,
            count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts) AS "givenUp",
            min(${dueAt}) FILTER (WHERE ${waits}) AS "oldestAt"
       FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE locked_at IS NOT NULL OR attempts > 0 OR run_at <= $1
      GROUP BY 1 ORDER BY 6 NULLS LAST, 1 LIMIT ${namedMax}`,
    [now],
  );

export const countApplications = (tx: Tx): Promise<{ count: number; oldestAt: Date | null } | null> =>
  tx.row(
    `SELECT count(*) AS count, min(a.sent_at) AS "oldestAt" FROM merchants m JOIN applications a ON a.merchant_id = m.id
      WHERE m.status = 'PENDING' AND a.state = 'PENDING'`,
  );

/** Approved merchants, suspended or not. */
export async function countApproved(tx: Tx): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM merchants WHERE status IN ('ACTIVE', 'SUSPENDED')`,
  );
  return row?.count ?? 0;
}

export interface Installed {
  brand: string;
  model: string;
  reportedModel: string | null;
  madaPackage: string;
  count: number;
}

/** What is installed on terminals in service but for test terminals, each sort of it once. */
export const selectInstalled = (tx: Tx): Promise<Installed[]> =>
  tx.rows<Installed>(
    `SELECT brand, model, reported_model AS "reportedModel", telemetry ->> 'madaPackage' AS "madaPackage",
            count(*) AS count
       FROM terminals WHERE status = 'ACTIVE' AND NOT is_test AND telemetry ->> 'madaPackage' IS NOT NULL
      GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC`,
  );

export interface MisfitRow {
  tid: string;
  merchantId: string;
  nameEn: string;
  nameAr: string;
}

export const selectInstalledOn = (
  tx: Tx,
  { brand, model, reportedModel, madaPackage }: Omit<Installed, 'count'>,
): Promise<MisfitRow[]> =>
  tx.rows<MisfitRow>(
    `SELECT t.tid, m.id::text AS "merchantId", m.name_en AS "nameEn", m.name_ar AS "nameAr"
       FROM terminals t JOIN merchants m ON m.id = t.merchant_id
      WHERE t.status = 'ACTIVE' AND NOT t.is_test AND t.brand = $1 AND t.model = $2 AND t.reported_model IS NOT DISTINCT FROM $3
        AND t.telemetry ->> 'madaPackage' = $4 ORDER BY t.tid LIMIT ${namedMax}`,
    [brand, model, reportedModel, madaPackage],
  );

export interface SilentMerchant {
  merchantId: string;
  nameEn: string;
  nameAr: string;
  terminals: number;
  since: Date;
}

/** Longer ago it is no news: a shop that was given up. */
const newsDays = 7;

/**
 * Merchants in business with terminals that were connected once, of which none is, nor was in the last minutes; `since` is
 * when the last of them was heard. Whether they are open is not asked here, and test terminals are not: one that is tried out
 * says nothing of the shop.
 */
export const selectSilentMerchants = (tx: Tx, now: Date): Promise<SilentMerchant[]> =>
  tx.rows<SilentMerchant>(
    `SELECT m.id::text AS "merchantId", m.name_en AS "nameEn", m.name_ar AS "nameAr", count(*) AS terminals,
            max(t.last_seen_at) AS since
       FROM merchants m JOIN terminals t ON t.merchant_id = m.id
      WHERE m.status = 'ACTIVE' AND t.status = 'ACTIVE' AND NOT t.is_test AND t.connection <> 'NEVER'
      GROUP BY 1, 2, 3
     HAVING bool_and(t.connection = 'DISCONNECTED')
        AND max(t.last_seen_at) <= $1::timestamptz - make_interval(mins => ${silentAfterMinutes})
        AND max(t.last_seen_at) > $1::timestamptz - make_interval(days => ${newsDays})
      ORDER BY 5 DESC LIMIT ${namedMax}`,
    [now],
  );
