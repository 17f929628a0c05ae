import { terminalsMax } from '@mizan/contract/terminals.ts';
import type { TimeOf } from '../../platform/daily-times/daily-times.queries.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What daily times are said of and asked of. */

/** The number of a terminal or the English name of a branch; null where the merchant has no such one. */
export const selectNameOfPlace = async (tx: Tx, { scope, placeId }: TimeOf): Promise<string | null> =>
  (
    await tx.row<{ name: string }>(
      scope === 'BRANCH'
        ? 'SELECT name_en AS name FROM branches WHERE merchant_id = tenant_id() AND id = $1'
        : 'SELECT tid AS name FROM terminals WHERE merchant_id = tenant_id() AND id = $1',
      [placeId],
    )
  )?.name ?? null;

export interface PlaceToAsk {
  terminalId: string;
  branchId: string;
  tid: string;
}

/**
 * Every terminal that is not retired. One that is out of service is asked as well: its order waits for it, so that it
 * reconciles once it is back.
 */
export const selectPlacesToAsk = (tx: Tx): Promise<PlaceToAsk[]> =>
  tx.rows<PlaceToAsk>(
    `SELECT id::text AS "terminalId", branch_id::text AS "branchId", tid FROM terminals
      WHERE merchant_id = tenant_id() AND status <> 'RETIRED' AND NOT is_test ORDER BY branch_id, tid LIMIT ${terminalsMax}`,
    [],
  );
