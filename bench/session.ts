import { platformRows } from '../server/platform/database/database.ts';
import { hashToken, newToken } from '../server/platform/sessions/secret-token.ts';
import type { BenchDatabase } from './bench-database.ts';

/** Signs the large merchant's owner in without a password: what is measured is what comes after. */
export async function signedIn({ db, large }: BenchDatabase): Promise<{ authorization: string }> {
  const token = newToken();
  await platformRows(
    db,
    `INSERT INTO sessions (token_hash, user_id, created_at, authenticated_at, last_active_at, expires_at)
     VALUES ($1, $2, now(), now(), now(), now() + interval '12 hours')`,
    [hashToken(token), large.owner.userId],
  );
  return { authorization: `Bearer ${token}` };
}
