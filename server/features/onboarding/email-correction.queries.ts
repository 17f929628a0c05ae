import type { Tx } from '../../platform/database/database.ts';

export interface UnverifiedApplication {
  merchantId: string;
  fullName: string;
  email: string;
  locale: 'en' | 'ar';
}

/** The application of an owner whose e-mail nobody has verified, with the owner locked: whoever follows a link waits. */
export const lockUnverified = (tx: Tx, ownerId: string): Promise<UnverifiedApplication | null> =>
  tx.row<UnverifiedApplication>(
    `SELECT users.merchant_id::text AS "merchantId", users.full_name AS "fullName", users.email, users.locale
       FROM applications JOIN users ON users.id = owner_id
      WHERE owner_id = $1 AND email_verified_at IS NULL AND state <> 'REJECTED' FOR NO KEY UPDATE OF users`,
    [ownerId],
  );

export const isEmailOfAnother = async (tx: Tx, email: string, ownerId: string): Promise<boolean> =>
  (await tx.row('SELECT 1 AS taken FROM users WHERE lower(email) = lower($1) AND id <> $2', [
    email,
    ownerId,
  ])) !== null;

/** The application is written to by the address that it names. */
export const changeApplicationEmail = (tx: Tx, ownerId: string, email: string): Promise<number> =>
  tx.change(
    `UPDATE applications SET form = jsonb_set(form, '{business,email}', to_jsonb($2::text)) WHERE owner_id = $1`,
    [ownerId, email],
  );
