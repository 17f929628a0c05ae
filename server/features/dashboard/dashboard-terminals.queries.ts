import { terminalsMax } from '@mizan/contract/terminals.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DashboardScope } from './dashboard.queries.ts';

export interface TerminalRow {
  id: string;
  tid: string;
  branchId: string;
  nameEn: string;
  nameAr: string;
  connection: 'CONNECTED' | 'RECONNECTING' | 'DISCONNECTED' | 'NEVER';
  lastSeenAt: Date | null;
  batteryPercent: number | null;
  charging: boolean | null;
  paper: boolean | null;
}

/** What a dashboard draws at most; contract/terminals.ts lists no more either. */

/** The terminals in use, by branch; a cashier's own. */
export const selectTerminals = (tx: Tx, { branchId, own }: DashboardScope): Promise<TerminalRow[]> =>
  tx.rows<TerminalRow>(
    `SELECT t.id::text, t.tid, t.branch_id::text AS "branchId", b.name_en AS "nameEn", b.name_ar AS "nameAr",
            t.connection, t.last_seen_at AS "lastSeenAt", (t.telemetry ->> 'battery')::int AS "batteryPercent",
            (t.telemetry ->> 'charging')::boolean AS charging, (t.telemetry ->> 'paper')::boolean AS paper
       FROM terminals t JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
      WHERE t.merchant_id = tenant_id() AND t.status = 'ACTIVE' AND NOT t.is_test AND ($1::bigint IS NULL OR t.branch_id = $1) AND (NOT $2 OR t.id = $3)
      ORDER BY b.code, b.id, t.tid LIMIT ${terminalsMax}`,
    [branchId, own !== null, own?.terminalId ?? null],
  );

/** The platform counts its terminals and lists none. */
export async function countTerminals(tx: Tx): Promise<{ connected: number; total: number }> {
  const row = await tx.row<{ connected: number; total: number }>(
    `SELECT count(*) FILTER (WHERE connection = 'CONNECTED') AS connected, count(*) AS total
       FROM terminals WHERE status = 'ACTIVE' AND NOT is_test`,
  );
  return row ?? { connected: 0, total: 0 };
}

export const selectBranch = (tx: Tx, id: string): Promise<{ id: string } | null> =>
  tx.row('SELECT id::text FROM branches WHERE id = $1', [id]);
