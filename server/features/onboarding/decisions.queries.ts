import type { Tx } from '../../platform/database/database.ts';
import type { ApplicationRow } from './review.queries.ts';

/** Who decides, and when. */
export interface Decider {
  userId: string;
  at: Date;
}

export async function storeRejection(
  tx: Tx,
  { id }: ApplicationRow,
  decider: Decider,
  reason: string,
): Promise<void> {
  await tx.change(
    `UPDATE applications SET state = 'REJECTED', note = $2, decided_by = $3, decided_at = $4,
       correction_hash = NULL, asked_fields = '{}' WHERE id = $1`,
    [id, reason, decider.userId, decider.at],
  );
  await dropReservations(tx, id);
}

export const storeQuestion = (
  tx: Tx,
  { id }: ApplicationRow,
  decider: Decider,
  asked: { fields: string[]; note: string; tokenHash: Buffer; expiresAt: Date },
): Promise<number> =>
  tx.change(
    `UPDATE applications SET state = 'CORRECTION', note = $2, asked_fields = $3, correction_hash = $4,
       correction_expires_at = $5, decided_by = $6, decided_at = $7 WHERE id = $1`,
    [id, asked.note, asked.fields, asked.tokenHash, asked.expiresAt, decider.userId, decider.at],
  );

/** Names and numbers that the application held are free, or belong to users and terminals by now. */
async function dropReservations(tx: Tx, applicationId: string): Promise<void> {
  await tx.change('DELETE FROM application_cashiers WHERE application_id = $1', [applicationId]);
  await tx.change('DELETE FROM application_terminals WHERE application_id = $1', [applicationId]);
}

export async function storeApproval(tx: Tx, { id }: ApplicationRow, decider: Decider): Promise<void> {
  await tx.change(
    `UPDATE applications SET state = 'APPROVED', note = NULL, decided_by = $2, decided_at = $3 WHERE id = $1`,
    [id, decider.userId, decider.at],
  );
  await dropReservations(tx, id);
}

/** A cashier of an application, with the name and the hash of the password that were given. */
export interface ReservedCashier {
  username: string;
  passwordHash: string;
}

/** By their place in the form. */
export const selectReservedCashiers = (tx: Tx, applicationId: string): Promise<ReservedCashier[]> =>
  tx.rows<ReservedCashier>(
    `SELECT username, password_hash AS "passwordHash" FROM application_cashiers
      WHERE application_id = $1 ORDER BY position`,
    [applicationId],
  );
