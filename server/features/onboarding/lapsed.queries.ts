import type { ApplicationState } from '@mizan/contract/onboarding.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/**
 * Applications whose e-mail nobody verified, and that were neither sent, decided nor open for a correction since
 * `before`; the oldest first. As the platform: an applicant is no tenant. Served by applications_undecided.
 */
export const selectLapsed = (db: Database, before: Date, limit: number): Promise<{ id: string }[]> =>
  platformRows(
    db,
    `SELECT applications.id::text FROM applications JOIN users owner ON owner.id = owner_id
      WHERE applications.state <> 'APPROVED' AND sent_at < $1
        AND greatest(sent_at, decided_at, correction_expires_at) < $1 AND owner.email_verified_at IS NULL
      ORDER BY sent_at LIMIT $2`,
    [before, limit],
  );

export interface LapsedRow {
  ownerId: string;
  merchantId: string;
  state: ApplicationState;
  businessName: string;
}

/**
 * The application while its owner's e-mail is still not verified, with both locked. The owner goes before the links, as
 * for whoever follows one, and is not waited for: null where somebody was faster.
 */
export const lockLapsed = (tx: Tx, id: string): Promise<LapsedRow | null> =>
  tx.row<LapsedRow>(
    `SELECT owner_id::text AS "ownerId", applications.merchant_id::text AS "merchantId", state,
       form -> 'business' ->> 'name' AS "businessName"
       FROM applications JOIN users owner ON owner.id = owner_id
      WHERE applications.id = $1 AND owner.email_verified_at IS NULL
      FOR UPDATE OF applications, owner SKIP LOCKED`,
    [id],
  );

/** The application, its documents and what it reserved, which is free again. */
export async function deleteApplication(tx: Tx, id: string): Promise<void> {
  await tx.change('DELETE FROM application_documents WHERE application_id = $1', [id]);
  await tx.change('DELETE FROM application_cashiers WHERE application_id = $1', [id]);
  await tx.change('DELETE FROM application_terminals WHERE application_id = $1', [id]);
  await tx.change('DELETE FROM applications WHERE id = $1', [id]);
}
