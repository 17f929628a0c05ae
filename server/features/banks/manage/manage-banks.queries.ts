import { terminalsMax } from '@mizan/contract/terminals.ts';
import type { Tx } from '../../../platform/database/database.ts';

export interface TerminalOfBank {
  id: string;
  tid: string;
  label: string | null;
  branchNameEn: string;
  branchNameAr: string;
}

const columns = `t.id::text, t.tid, t.label, b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr"`;

/** Terminals in service that charge cards, by branch and number: no bank pays for a test. */
export const selectTerminals = (tx: Tx): Promise<TerminalOfBank[]> =>
  tx.rows<TerminalOfBank>(
    `SELECT ${columns} FROM terminals t JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
      WHERE t.merchant_id = tenant_id() AND t.status <> 'RETIRED' AND NOT t.is_test ORDER BY t.branch_id, t.tid LIMIT ${terminalsMax}`,
  );

export const selectTerminal = (tx: Tx, id: string): Promise<{ tid: string } | null> =>
  tx.row<{ tid: string }>('SELECT tid FROM terminals WHERE merchant_id = tenant_id() AND id = $1', [id]);

/** How many payments of each terminal are owed by nobody. */
export const countWithoutBank = (tx: Tx): Promise<{ terminalId: string; count: number }[]> =>
  tx.rows<{ terminalId: string; count: number }>(
    `SELECT terminal_id::text AS "terminalId", count(*) FROM expectations
      WHERE merchant_id = tenant_id() AND bank_id = 0 AND is_owed GROUP BY terminal_id`,
  );
