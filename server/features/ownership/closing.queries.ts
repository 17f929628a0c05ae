import type { ClosingPreview } from '@mizan/contract/ownership.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isNoTestSql, movesMoneySql } from '../../platform/database/type-sql.ts';

type Counts = ClosingPreview['ends'] & ClosingPreview['open'];

/** As the platform, which alone reads keys: what works at this moment, and what is open. */
export const selectWhatEnds = (
  tx: Tx,
  merchantId: string,
  now: Date,
): Promise<({ nameEn: string; nameAr: string } & Counts) | null> =>
  tx.row(
    `SELECT m.name_en AS "nameEn", m.name_ar AS "nameAr",
            (SELECT count(*) FROM terminals WHERE merchant_id = $1 AND status = 'ACTIVE') AS terminals,
            (SELECT count(*) FROM users WHERE merchant_id = $1 AND status = 'ACTIVE') AS people,
            (SELECT count(*) FROM integrator_keys
              WHERE merchant_id = $1 AND revoked_at IS NULL AND expires_at > $2)
              + (SELECT count(*) FROM integrator_credentials WHERE merchant_id = $1 AND revoked_at IS NULL) AS keys,
            (SELECT count(*) FROM webhook_addresses WHERE merchant_id = $1 AND removed_at IS NULL) AS webhooks,
            (SELECT count(*) FROM report_schedules WHERE merchant_id = $1 AND next_at IS NOT NULL) AS reports,
            (SELECT count(*) FROM transactions WHERE merchant_id = $1 AND status = 'INITIALIZED'
              AND ${isNoTestSql()}) AS payments,
            (SELECT count(*) FROM refunds WHERE merchant_id = $1 AND state = 'WAITING') AS refunds,
            (SELECT count(*) FROM bank_exceptions
              WHERE merchant_id = $1 AND state IN ('OPEN', 'ASKED')) AS exceptions,
            (SELECT coalesce(sum(count), 0)::bigint FROM transaction_day_rollups
              WHERE merchant_id = $1 AND branch_id = 0 AND status = 'APPROVED' AND NOT bank_confirmed
                AND ${movesMoneySql()}) AS unconfirmed
       FROM merchants m WHERE m.id = $1`,
    [merchantId, now],
  );
