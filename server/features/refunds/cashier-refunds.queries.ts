import type { Tx } from '../../platform/database/database.ts';

export interface CashierRefundsRecord {
  isAllowed: boolean;
  eachMinor: number;
  dayMinor: number;
  byName: string;
  at: Date;
}

export const selectCashierRefunds = (tx: Tx): Promise<CashierRefundsRecord | null> =>
  tx.row<CashierRefundsRecord>(
    `SELECT is_allowed AS "isAllowed", each_minor AS "eachMinor", day_minor AS "dayMinor", by_name AS "byName", at
       FROM cashier_refunds WHERE merchant_id = tenant_id()`,
  );

export const upsertCashierRefunds = (tx: Tx, one: CashierRefundsRecord & { byId: string }): Promise<number> =>
  tx.change(
    `INSERT INTO cashier_refunds (merchant_id, is_allowed, each_minor, day_minor, by_id, by_name, at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6)
     ON CONFLICT (merchant_id) DO UPDATE
        SET is_allowed = excluded.is_allowed, each_minor = excluded.each_minor, day_minor = excluded.day_minor,
            by_id = excluded.by_id, by_name = excluded.by_name, at = excluded.at`,
    [one.isAllowed, one.eachMinor, one.dayMinor, one.byId, one.byName, one.at],
  );
