import type { Tx } from './platform/database/database.ts';

/** 0 where somebody has the e-mail. As the platform: an administrator has no tenant. */
export const insertAdministrator = (
  tx: Tx,
  admin: { email: string; fullName: string; passwordHash: string; at: Date },
): Promise<number> =>
  tx.change(
    `INSERT INTO users (role, email, full_name, password_hash, email_verified_at, locale, created_at)
     VALUES ('ADMIN', $1, $2, $3, $4, 'en', $4) ON CONFLICT DO NOTHING`,
    [admin.email, admin.fullName, admin.passwordHash, admin.at],
  );
