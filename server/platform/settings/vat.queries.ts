import type { VatFrom } from '@mizan/contract/vat.ts';
import type { Tx } from '../database/database.ts';

/** The statements of VAT by day: no merchant's, and read by all. */

/** What holds, the oldest first. */
export const selectVat = (tx: Tx): Promise<VatFrom[]> =>
  tx.rows<VatFrom>(
    `SELECT valid_from::text AS "validFrom", vat_bps AS "vatBps" FROM vat_rates WHERE withdrawn_at IS NULL
      ORDER BY valid_from`,
  );

export interface KeptVat extends VatFrom {
  id: string;
  note: string;
  addedByName: string | null;
  addedAt: Date;
  withdrawnAt: Date | null;
  withdrawnByName: string | null;
}

/** All that was ever said, the latest day first. */
export const selectVatHistory = (tx: Tx): Promise<KeptVat[]> =>
  tx.rows<KeptVat>(
    `SELECT v.id AS place, v.id::text, valid_from::text AS "validFrom", vat_bps AS "vatBps", note,
            added_by_name AS "addedByName", added_at AS "addedAt", withdrawn_at AS "withdrawnAt",
            withdrawn_by_name AS "withdrawnByName"
       FROM vat_rates v ORDER BY v.valid_from DESC, place DESC`,
  );

export const insertVat = (
  tx: Tx,
  { validFrom, vatBps, note, byName, at }: VatFrom & { note: string; byName: string; at: Date },
): Promise<number> =>
  tx.change(
    'INSERT INTO vat_rates (valid_from, vat_bps, note, added_by_name, added_at) VALUES ($1, $2, $3, $4, $5)',
    [validFrom, vatBps, note, byName, at],
  );

export const updateVatWithdrawn = (tx: Tx, id: string, byName: string, at: Date): Promise<number> =>
  tx.change(
    'UPDATE vat_rates SET withdrawn_at = $2, withdrawn_by_name = $3 WHERE id = $1 AND withdrawn_at IS NULL',
    [id, at, byName],
  );
