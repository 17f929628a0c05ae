import type { Activity } from '@mizan/contract/activity.ts';
import type { MemberRole, TeamRole } from '@mizan/contract/rights.ts';
import type { Role } from '@mizan/contract/roles.ts';
import type { PersonOfMerchant } from '@mizan/contract/suspension.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Users as the platform: administrators have no tenant, and an account is known before anybody is signed in. */

export interface NewUser {
  /** Null for an administrator alone. */
  merchantId: string | null;
  role: Role;
  username: string | null;
  email: string | null;
  fullName: string;
  mobile?: string | null;
  passwordHash: string;
  /** Of the role MERCHANT alone; an owner where nothing is said. */
  teamRole?: MemberRole | null;
  locale: 'en' | 'ar';
  /** A cashier's own branch and terminal. */
  branchId?: string | null;
  terminalId?: string | null;
  /** When the e-mail was verified; absent while nobody has. */
  emailVerifiedAt?: Date | null;
  at: Date;
}

/** Somebody of a merchant, who sets a password by a link. */
export interface NewPerson {
  /** Null of a cashier. */
  teamRole: MemberRole | null;
  username: string | null;
  email: string | null;
  fullName: string;
  branchId: string | null;
}

/** Null where somebody has the e-mail or the username. */
export async function insertUser(tx: Tx, user: NewUser): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO users (merchant_id, role, username, email, full_name, mobile, password_hash, locale, branch_id,
       terminal_id, email_verified_at, created_at, team_role)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING RETURNING id::text`,
    [
      user.merchantId,
      user.role,
      user.username,
      user.email,
      user.fullName,
      user.mobile ?? null,
      user.passwordHash,
      user.locale,
      user.branchId ?? null,
      user.terminalId ?? null,
      user.emailVerifiedAt ?? null,
      user.at,
      user.teamRole ?? null,
    ],
  );
  return row?.id ?? null;
}

/** Of many: those whose e-mail and username are free, with their ids. None has a password yet. */
export const insertUsers = (
  tx: Tx,
  merchantId: string,
  users: readonly NewPerson[],
  { locale, at }: { locale: 'en' | 'ar'; at: Date },
): Promise<{ id: string; signInName: string }[]> =>
  tx.rows(
    `INSERT INTO users (merchant_id, role, team_role, username, email, full_name, password_hash, locale, branch_id,
       created_at)
     SELECT $1, CASE WHEN "teamRole" IS NULL THEN 'CASHIER' ELSE 'MERCHANT' END, "teamRole", username, email,
            "fullName", '', $3, "branchId", $4
       FROM jsonb_to_recordset($2) AS r("teamRole" text, username text, email text, "fullName" text, "branchId" bigint)
     ON CONFLICT DO NOTHING RETURNING id::text, coalesce(email, username) AS "signInName"`,
    [merchantId, JSON.stringify(users), locale, at],
  );

/** Who gives several e-mails to accounts waits in one order for all of them. */
export const lockEmails = (tx: Tx, emails: readonly string[]): Promise<unknown> =>
  tx.rows(
    `SELECT pg_advisory_xact_lock(hashtextextended('e-mail ' || lower(email), 0))
       FROM unnest($1::text[]) AS email ORDER BY lower(email)`,
    [emails],
  );

export const lockSeats = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<unknown> =>
  tx.rows(
    `SELECT 1 FROM users WHERE merchant_id = $1 AND id = ANY($2::bigint[]) ORDER BY users.id FOR NO KEY UPDATE`,
    [merchantId, ids],
  );

/** Each at the terminal that is said, or at none; named twice, as without statistics a join alone reads everybody for each. */
export const updateSeats = (
  tx: Tx,
  merchantId: string,
  seats: readonly { cashierId: string; terminalId: string | null }[],
): Promise<number> =>
  tx.change(
    `UPDATE users SET terminal_id = r."terminalId"
       FROM jsonb_to_recordset($2) AS r("cashierId" bigint, "terminalId" bigint)
      WHERE users.merchant_id = $1 AND users.id = ANY($3::bigint[]) AND users.id = r."cashierId"`,
    [merchantId, JSON.stringify(seats), seats.map(({ cashierId }) => cashierId)],
  );

export const deleteUsers = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<number> =>
  tx.change('DELETE FROM users WHERE merchant_id = $1 AND id = ANY($2::bigint[])', [merchantId, ids]);

export async function updateVerified(tx: Tx, userId: string, at: Date): Promise<boolean> {
  return (await tx.change('UPDATE users SET email_verified_at = $2 WHERE id = $1', [userId, at])) === 1;
}

/** Who gives this e-mail to an account waits for whoever else does, so that each sees what the other has done. */
export const lockEmail = (tx: Tx, email: string): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('e-mail ' || lower($1), 0))`, [email]);

/** What of a user may be changed; a field that is absent stays as it is. */
export interface ProfileChange {
  fullName?: string;
  email?: string;
  /** Null takes the number away. */
  mobile?: string | null;
}

/** What a profile is before such a change. */
export const readProfileFacts = (
  tx: Tx,
  userId: string,
): Promise<{ fullName: string; email: string | null; mobile: string | null } | null> =>
  tx.row('SELECT full_name AS "fullName", email, mobile FROM users WHERE id = $1', [userId]);

/** A new e-mail is verified at `at`. False where it is somebody's already. */
export async function updateProfile(
  tx: Tx,
  userId: string,
  change: ProfileChange,
  at: Date,
): Promise<boolean> {
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

export const updateEmail = (tx: Tx, userId: string, email: string): Promise<number> =>
  tx.change('UPDATE users SET email = $2 WHERE id = $1', [userId, email]);

/** The owner of a merchant that nobody approved yet: it has one. */
export const updateOwner = (
  tx: Tx,
  merchantId: string,
  { fullName, mobile }: { fullName: string; mobile: string },
): Promise<number> =>
  tx.change(`UPDATE users SET full_name = $2, mobile = $3 WHERE merchant_id = $1 AND role = 'MERCHANT'`, [
    merchantId,
    fullName,
    mobile,
  ]);

export const updatePassword = (tx: Tx, userId: string, passwordHash: string): Promise<number> =>
  tx.change('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);

export const updateLocale = (tx: Tx, userId: string, locale: 'en' | 'ar'): Promise<number> =>
  tx.change('UPDATE users SET locale = $2 WHERE id = $1', [userId, locale]);

export const updateUserStatus = (tx: Tx, merchantId: string, id: string, status: Activity): Promise<number> =>
  tx.change('UPDATE users SET status = $3 WHERE merchant_id = $1 AND id = $2', [merchantId, id, status]);

/** Who works at which terminal of the own branch; null at none. */
export const updateSeat = (
  tx: Tx,
  merchantId: string,
  id: string,
  terminalId: string | null,
): Promise<number> =>
  tx.change('UPDATE users SET terminal_id = $3 WHERE merchant_id = $1 AND id = $2', [
    merchantId,
    id,
    terminalId,
  ]);

export const clearSeats = (tx: Tx, merchantId: string, terminalId: string): Promise<number> =>
  tx.change('UPDATE users SET terminal_id = NULL WHERE merchant_id = $1 AND terminal_id = $2', [
    merchantId,
    terminalId,
  ]);

export const deleteUser = (tx: Tx, userId: string): Promise<number> =>
  tx.change('DELETE FROM users WHERE id = $1', [userId]);

/** Holds a user's row until the transaction ends: whoever changes what hangs on it takes turns. */
export const lockUser = (tx: Tx, userId: string): Promise<unknown> =>
  tx.row('SELECT 1 AS taken FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);

/** Sorted by a name that nothing selected has: Citus hands 'ORDER BY users.id' on as 'ORDER BY id', which is the text. */
export const selectPeople = (
  db: Database,
  merchantId: string,
  search: string,
  limit: number,
): Promise<PersonOfMerchant[]> =>
  platformRows<PersonOfMerchant>(
    db,
    `SELECT id::text, full_name AS "fullName", coalesce(email, username) AS "signInName", role,
       CASE role WHEN 'CASHIER' THEN 'cashier' ELSE ${placeInTeam} END AS "teamRole", branch_id::text AS "branchId", status
       FROM (SELECT *, users.id AS place FROM users) users
      WHERE merchant_id = $1 AND deleted_at IS NULL
        AND ($2 = '' OR strpos(lower(concat_ws(' ', full_name, email, username)), lower($2)) > 0)
      ORDER BY role DESC, place LIMIT $3`,
    [merchantId, search, limit],
  );

export interface PersonRow {
  name: string;
  status: Activity;
  role: PersonOfMerchant['role'];
  /** Null where the role says it. */
  placeInTeam: TeamRole | null;
  email: string | null;
  locale: 'en' | 'ar';
  branchId: string | null;
  terminalId: string | null;
}

/** Nobody who was deleted. */
export const readPerson = (tx: Tx, merchantId: string, id: string): Promise<PersonRow | null> =>
  tx.row(
    `SELECT full_name AS name, status, role, team_role AS "placeInTeam", email, locale,
       branch_id::text AS "branchId", terminal_id::text AS "terminalId"
       FROM users WHERE merchant_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [merchantId, id],
  );

/** A cashier keeps no place in the team: the role says it. */
export const updatePerson = (
  tx: Tx,
  merchantId: string,
  id: string,
  {
    fullName,
    teamRole,
    branchId,
  }: { fullName: string; teamRole: MemberRole | null; branchId: string | null },
): Promise<number> =>
  tx.change(
    'UPDATE users SET full_name = $3, team_role = $4, branch_id = $5 WHERE merchant_id = $1 AND id = $2',
    [merchantId, id, fullName, teamRole, branchId],
  );

export interface CashierRow {
  id: string;
  fullName: string;
  username: string;
  branchId: string | null;
  terminalId: string | null;
  isActive: boolean;
}
const cashier = `SELECT id::text, full_name AS "fullName", username, branch_id::text AS "branchId",
  terminal_id::text AS "terminalId", status = 'ACTIVE' AS "isActive" FROM users WHERE merchant_id = $1 AND role = 'CASHIER'`;

export const lockCashier = (tx: Tx, merchantId: string, username: string): Promise<CashierRow | null> =>
  tx.row<CashierRow>(`${cashier} AND lower(username) = lower($2) FOR NO KEY UPDATE`, [merchantId, username]);

export const lockCashiersAt = (tx: Tx, merchantId: string, terminalId: string): Promise<CashierRow[]> =>
  tx.rows<CashierRow>(`${cashier} AND terminal_id = $2 ORDER BY users.id FOR NO KEY UPDATE`, [
    merchantId,
    terminalId,
  ]);

/** A branch of null stays as it is. */
export const updatePlace = (
  tx: Tx,
  merchantId: string,
  id: string,
  { branchId, terminalId }: { branchId: string | null; terminalId: string | null },
): Promise<number> =>
  tx.change(
    `UPDATE users SET branch_id = coalesce($3, branch_id), terminal_id = $4 WHERE merchant_id = $1 AND id = $2`,
    [merchantId, id, branchId, terminalId],
  );

/** What somebody of the role MERCHANT is in the team. */
const placeInTeam = "coalesce(team_role, 'owner')";
const mayWork = `merchant_id = $1 AND role = 'MERCHANT' AND status = 'ACTIVE'`;

/** Who may sign in and sees the whole merchant, of these places in the team, by name; at most `limit`. */
export const selectMembers = (
  tx: Tx,
  merchantId: string,
  teamRoles: readonly TeamRole[],
  limit: number,
): Promise<{ id: string; name: string }[]> =>
  tx.rows<{ id: string; name: string }>(
    `SELECT id::text, full_name AS name FROM users
      WHERE ${mayWork} AND ${placeInTeam} = ANY($2::text[]) AND ${placeInTeam} <> 'branchManager'
      ORDER BY full_name LIMIT $3`,
    [merchantId, teamRoles, limit],
  );

export interface PersonWithMail {
  id: string;
  name: string;
  email: string;
}

/** Who may sign in, sees the whole merchant and has a verified e-mail, by name. */
export const selectOwnersWithMail = (db: Database, merchantId: string): Promise<PersonWithMail[]> =>
  platformRows<PersonWithMail>(
    db,
    `SELECT id::text, full_name AS name, email FROM users
      WHERE ${mayWork} AND ${placeInTeam} <> 'branchManager' AND email IS NOT NULL
        AND email_verified_at IS NOT NULL ORDER BY full_name, email`,
    [merchantId],
  );

/** Who may sign in and sees the whole merchant, of these places in the team, besides this one. */
export async function countOthers(
  tx: Tx,
  merchantId: string,
  id: string,
  teamRoles: readonly TeamRole[],
): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM users
      WHERE ${mayWork} AND id <> $2 AND ${placeInTeam} = ANY($3::text[]) AND ${placeInTeam} <> 'branchManager'`,
    [merchantId, id, teamRoles],
  );
  return row?.count ?? 0;
}

/** What named somebody is gone; the row stays, because payments stand on it, and a number names it. */
export const clearUser = (tx: Tx, userId: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE users SET full_name = '#' || id, username = 'deleted-' || id, email = NULL, mobile = NULL, password_hash = '-',
       status = 'INACTIVE', terminal_id = NULL, deleted_at = $2 WHERE id = $1`,
    [userId, at],
  );
