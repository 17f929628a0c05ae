import type { Application } from '@mizan/contract/onboarding-check.ts';
import { modelOf } from '@mizan/contract/terminal-models.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ApplicationRow } from './merchants.queries.ts';

/** Who decides, and when. */
export interface Decider {
  userId: string;
  at: Date;
}

export async function storeRejection(
  tx: Tx,
  { id, merchantId }: ApplicationRow,
  decider: Decider,
  reason: string,
): Promise<void> {
  await tx.change(
    `UPDATE applications SET state = 'REJECTED', note = $2, decided_by = $3, decided_at = $4,
       correction_hash = NULL, asked_fields = '{}' WHERE id = $1`,
    [id, reason, decider.userId, decider.at],
  );
  await tx.change(`UPDATE merchants SET status = 'REJECTED' WHERE id = $1`, [merchantId]);
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

export async function storeApproval(
  tx: Tx,
  { id, merchantId }: ApplicationRow,
  decider: Decider,
): Promise<void> {
  await tx.change(
    `UPDATE applications SET state = 'APPROVED', note = NULL, decided_by = $2, decided_at = $3 WHERE id = $1`,
    [id, decider.userId, decider.at],
  );
  await tx.change(`UPDATE merchants SET status = 'ACTIVE' WHERE id = $1`, [merchantId]);
  await dropReservations(tx, id);
}

async function insertedId(tx: Tx, sql: string, values: readonly unknown[]): Promise<string> {
  const row = await tx.row<{ id: string }>(`${sql} RETURNING id::text`, values);
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

/** A branch of a form; its code counts up from B01. */
export const insertBranch = (
  tx: Tx,
  merchantId: string,
  branch: Application['branches'][number],
  index: number,
): Promise<string> =>
  insertedId(
    tx,
    `INSERT INTO branches (merchant_id, code, name_en, name_ar, address_en, address_ar)
     VALUES ($1, $2, $3, $3, $4, $4)`,
    [merchantId, `B${String(index + 1).padStart(2, '0')}`, branch.name, branch.address],
  );

/** A terminal that was never connected, and its entry in the directory; a pairing code is made when it is asked for. */
export async function insertTerminal(
  tx: Tx,
  merchantId: string,
  branchId: string,
  { tid, model, msp }: Application['branches'][number]['terminals'][number],
): Promise<string> {
  const known = modelOf(model);
  if (!known) throw new Error(`no such model: ${model}`);
  const id = await insertedId(
    tx,
    `INSERT INTO terminals (merchant_id, tid, brand, manufacturer, model, branch_id, msp)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, tid, known.brand, known.manufacturer, known.model, branchId, msp],
  );
  await tx.change('INSERT INTO terminal_directory (tid, merchant_id, terminal_id) VALUES ($1, $2, $3)', [
    tid,
    merchantId,
    id,
  ]);
  return id;
}

/** The cashier at this position of the form, with the password that was given for it. */
export const insertCashier = (
  tx: Tx,
  application: ApplicationRow,
  position: number,
  place: { fullName: string; branchId: string; terminalId: string | null; at: Date },
): Promise<string> =>
  insertedId(
    tx,
    `INSERT INTO users (merchant_id, role, username, full_name, password_hash, branch_id, terminal_id, locale, created_at)
     SELECT $1, 'CASHIER', username, $4, password_hash, $5, $6, $7, $8
       FROM application_cashiers WHERE application_id = $2 AND position = $3`,
    [
      application.merchantId,
      application.id,
      position,
      place.fullName,
      place.branchId,
      place.terminalId,
      application.locale,
      place.at,
    ],
  );

export const assignCashier = (
  tx: Tx,
  merchantId: string,
  terminalId: string,
  cashierId: string,
): Promise<number> =>
  tx.change(
    'UPDATE terminals SET cashier_id = $3 WHERE merchant_id = $1 AND id = $2 AND cashier_id IS NULL',
    [merchantId, terminalId, cashierId],
  );
