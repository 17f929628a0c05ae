import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Whose a terminal is. The directory spans merchants: all of it is asked as the platform. */
export interface TerminalPlace {
  merchantId: string;
  terminalId: string;
}

/**
 * Gives the terminal a key for a code that is right and still valid; the code is spent. A repeat is the same key
 * once more, whatever the code. Null where it is neither.
 */
export const spendPairingCode = (
  tx: Tx,
  pairing: {
    tid: string;
    codeHash: Buffer;
    publicKey: string;
    serial: string;
    at: Date;
    simulated?: boolean | undefined;
  },
): Promise<(TerminalPlace & { isRepeat: boolean }) | null> =>
  tx.row(
    `WITH before AS (
       SELECT tid, public_key FROM terminal_directory WHERE tid = $1 FOR UPDATE
     )
     UPDATE terminal_directory AS terminal
        SET public_key = $3, serial_number = $4, pairing_code_hash = NULL, pairing_code_expires_at = NULL
       FROM before
      WHERE terminal.tid = before.tid AND retired_at IS NULL AND ($6 OR NOT terminal.is_test)
        AND ((pairing_code_hash = $2 AND pairing_code_expires_at > $5) OR terminal.public_key = $3)
      RETURNING terminal.merchant_id::text AS "merchantId", terminal.terminal_id::text AS "terminalId",
        before.public_key IS NOT DISTINCT FROM $3 AS "isRepeat"`,
    [
      pairing.tid,
      pairing.codeHash,
      pairing.publicKey,
      pairing.serial,
      pairing.at,
      pairing.simulated === true,
    ],
  );

/** Null where no terminal has this number. */
export async function readPlace(db: Database, tid: string): Promise<TerminalPlace | null> {
  const rows = await platformRows<TerminalPlace>(
    db,
    `SELECT merchant_id::text AS "merchantId", terminal_id::text AS "terminalId"
       FROM terminal_directory WHERE tid = $1`,
    [tid],
  );
  return rows[0] ?? null;
}
