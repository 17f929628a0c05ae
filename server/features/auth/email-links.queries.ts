import type { Tx } from '../../platform/database/database.ts';
import type { ProfileChange } from './mail-links.queries.ts';

export async function markEmailVerified(tx: Tx, userId: string, at: Date): Promise<boolean> {
  return (await tx.change('UPDATE users SET email_verified_at = $2 WHERE id = $1', [userId, at])) === 1;
}

/** What a profile link may change, as it is now. */
export const readProfileFacts = (
  tx: Tx,
  userId: string,
): Promise<{ fullName: string; email: string | null; mobile: string | null } | null> =>
  tx.row('SELECT full_name AS "fullName", email, mobile FROM users WHERE id = $1', [userId]);

/** Who gives this e-mail to an account waits for whoever else does, so that each sees what the other has done. */
export const lockEmail = (tx: Tx, email: string): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('e-mail ' || lower($1), 0))`, [email]);

/** False where the new e-mail is somebody's already. A new e-mail is verified: its link was followed. */
export async function changeProfile(
  tx: Tx,
  userId: string,
  change: ProfileChange,
  at: Date,
): Promise<boolean> {
  if (change.email !== undefined) await lockEmail(tx, change.email);
  const changed = await tx.change(
    `UPDATE users
     SET full_name = coalesce($2, full_name),
         email = coalesce($3, email),
         mobile = CASE WHEN $5 THEN $6 ELSE mobile END,
         email_verified_at = CASE WHEN $3::text IS NULL THEN email_verified_at ELSE $4 END
     WHERE id = $1
       AND NOT EXISTS (SELECT FROM users other WHERE lower(other.email) = lower($3) AND other.id <> $1)`,
    [
      userId,
      change.fullName ?? null,
      change.email ?? null,
      at,
      change.mobile !== undefined,
      change.mobile ?? null,
    ],
  );
  return changed === 1;
}
