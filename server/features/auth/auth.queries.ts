import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import type { AccountState } from './account-states.ts';

export interface AccountRow extends AccountState {
  id: string;
  merchantId: string | null;
  fullName: string;
  email: string | null;
  locale: 'en' | 'ar';
  passwordHash: string;
}

const account = `
  users.id::text, users.merchant_id::text AS "merchantId", users.role,
  users.team_role AS "placeInTeam", users.full_name AS "fullName", users.email, users.locale, users.status,
  users.password_hash AS "passwordHash", users.email_verified_at AS "emailVerifiedAt",
  merchants.status AS "merchantStatus", branches.status AS "branchStatus"
  FROM users
  LEFT JOIN merchants ON merchants.id = users.merchant_id
  LEFT JOIN branches ON branches.merchant_id = users.merchant_id AND branches.id = users.branch_id`;

/** By e-mail or username, however their letters are cased. As the platform: nobody is signed in yet. */
export async function findAccount(db: Database, name: string): Promise<AccountRow | null> {
  const rows = await platformRows<AccountRow>(
    db,
    `SELECT ${account} WHERE lower(users.email) = lower($1) OR lower(users.username) = lower($1)
     ORDER BY lower(users.email) = lower($1) DESC NULLS LAST LIMIT 1`,
    [name],
  );
  return rows[0] ?? null;
}

export const readAccount = (tx: Tx, userId: string): Promise<AccountRow | null> =>
  tx.row<AccountRow>(`SELECT ${account} WHERE users.id = $1`, [userId]);

export interface SessionFacts {
  username: string | null;
  merchantId: string | null;
  merchantNameEn: string | null;
  merchantNameAr: string | null;
  branchCount: number;
  logoVersion: string | null;
  branchId: string | null;
  branchNameEn: string | null;
  branchNameAr: string | null;
}

/** What the shell shows of the one who asks. As the platform, because an administrator has no tenant. */
export async function readSessionFacts(db: Database, userId: string): Promise<SessionFacts | null> {
  const rows = await platformRows<SessionFacts>(
    db,
    `SELECT users.username, merchants.id::text AS "merchantId", merchants.name_en AS "merchantNameEn",
       merchants.name_ar AS "merchantNameAr",
       (SELECT count(*) FROM branches WHERE branches.merchant_id = merchants.id) AS "branchCount",
       business_profiles.logo_version AS "logoVersion",
       branches.id::text AS "branchId", branches.name_en AS "branchNameEn", branches.name_ar AS "branchNameAr"
     FROM users
     LEFT JOIN merchants ON merchants.id = users.merchant_id
     LEFT JOIN business_profiles ON business_profiles.merchant_id = users.merchant_id
     LEFT JOIN branches ON branches.merchant_id = users.merchant_id AND branches.id = users.branch_id
     WHERE users.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}
