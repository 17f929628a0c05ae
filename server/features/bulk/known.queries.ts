import type { PlaceInTeam } from '@mizan/contract/people.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { KnownBank, KnownBranch, KnownPerson, KnownTerminal } from './check/known.ts';

/** As the platform: names and numbers of terminals are taken across merchants. Each names the merchant where it is one's own. */

export const selectKnownBranches = (tx: Tx, merchantId: string): Promise<KnownBranch[]> =>
  tx.rows<KnownBranch>(
    `SELECT id::text, code, name_en AS "nameEn", name_ar AS "nameAr", address_en AS "addressEn",
            address_ar AS "addressAr", region, city, district, map_url AS "mapUrl", status = 'ACTIVE' AS "isOpen"
       FROM branches WHERE merchant_id = $1`,
    [merchantId],
  );

export const selectKnownPeople = (tx: Tx, merchantId: string): Promise<KnownPerson[]> =>
  tx.rows<KnownPerson>(
    `SELECT u.id::text, coalesce(u.email, u.username) AS "signInName", u.full_name AS "fullName",
            CASE WHEN u.role = 'CASHIER' THEN 'cashier' ELSE coalesce(u.team_role, 'owner') END AS place,
            b.code AS "branchCode", u.status = 'ACTIVE' AS "isActive"
       FROM users u LEFT JOIN branches b ON b.merchant_id = u.merchant_id AND b.id = u.branch_id
      WHERE u.merchant_id = $1`,
    [merchantId],
  );

export const selectKnownTerminals = (tx: Tx, merchantId: string): Promise<KnownTerminal[]> =>
  tx.rows<KnownTerminal>(
    `SELECT t.id::text, t.tid, t.brand || ' ' || t.model AS model, t.label, b.code AS "branchCode",
            u.username AS cashier, t.status = 'RETIRED' AS "isRetired", p.bank_id::text AS "bankId"
       FROM terminals t
       JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
       LEFT JOIN users u ON u.id = t.cashier_id
       LEFT JOIN LATERAL (SELECT bank_id FROM terminal_banks p
                           WHERE p.merchant_id = t.merchant_id AND p.terminal_id = t.id AND p.scheme = ''
                           ORDER BY p.valid_from DESC LIMIT 1) p ON true
      WHERE t.merchant_id = $1`,
    [merchantId],
  );

export const selectKnownBanks = (tx: Tx, merchantId: string): Promise<KnownBank[]> =>
  tx.rows<KnownBank>(
    'SELECT id::text, name_en AS "nameEn", name_ar AS "nameAr" FROM banks WHERE merchant_id = $1 ORDER BY id',
    [merchantId],
  );

/** Of these sign-in names in small letters, those that somebody else has or applies with. */
export const selectTakenNames = (
  tx: Tx,
  merchantId: string,
  names: readonly string[],
): Promise<{ name: string }[]> =>
  tx.rows<{ name: string }>(
    `SELECT lower(email) AS name FROM users
      WHERE lower(email) = ANY($2::text[]) AND merchant_id IS DISTINCT FROM $1
     UNION ALL
     SELECT lower(username) FROM users
      WHERE lower(username) = ANY($2::text[]) AND merchant_id IS DISTINCT FROM $1
     UNION ALL
     SELECT lower(username) FROM application_cashiers WHERE lower(username) = ANY($2::text[])`,
    [merchantId, names],
  );

/** Of these numbers, those of terminals of somebody else, or of an application. */
export const selectTakenTids = (
  tx: Tx,
  merchantId: string,
  tids: readonly string[],
): Promise<{ tid: string }[]> =>
  tx.rows<{ tid: string }>(
    `SELECT tid FROM terminal_directory WHERE tid = ANY($2::text[]) AND merchant_id <> $1
     UNION ALL SELECT tid FROM application_terminals WHERE tid = ANY($2::text[])`,
    [merchantId, tids],
  );

export interface BranchNow {
  id: string;
  code: string;
  isOpen: boolean;
}

/** Branches by their codes, as they are now. */
export const selectBranchIds = (tx: Tx, merchantId: string, codes: readonly string[]): Promise<BranchNow[]> =>
  tx.rows<BranchNow>(
    `SELECT id::text, code, status = 'ACTIVE' AS "isOpen" FROM branches
      WHERE merchant_id = $1 AND code = ANY($2::text[])`,
    [merchantId, codes],
  );

export interface CashierNow {
  id: string;
  /** In small letters. */
  username: string;
  branchId: string | null;
}

/** Cashiers who may work, by their usernames in small letters. */
export const selectCashierIds = (
  tx: Tx,
  merchantId: string,
  usernames: readonly string[],
): Promise<CashierNow[]> =>
  tx.rows<CashierNow>(
    `SELECT id::text, lower(username) AS username, branch_id::text AS "branchId" FROM users
      WHERE merchant_id = $1 AND role = 'CASHIER' AND status = 'ACTIVE' AND lower(username) = ANY($2::text[])`,
    [merchantId, usernames],
  );

export interface PersonNow {
  place: PlaceInTeam;
  fullName: string;
  branchId: string | null;
  terminalId: string | null;
}

/** Somebody of the merchant as they are now; null where there is nobody. */
export const selectPersonNow = (tx: Tx, merchantId: string, id: string): Promise<PersonNow | null> =>
  tx.row<PersonNow>(
    `SELECT CASE WHEN role = 'CASHIER' THEN 'cashier' ELSE coalesce(team_role, 'owner') END AS place,
            full_name AS "fullName", branch_id::text AS "branchId", terminal_id::text AS "terminalId"
       FROM users WHERE merchant_id = $1 AND id = $2`,
    [merchantId, id],
  );

export interface TerminalNow {
  label: string | null;
  branchId: string;
  cashierId: string | null;
}

export const selectTerminalNow = (tx: Tx, merchantId: string, id: string): Promise<TerminalNow | null> =>
  tx.row<TerminalNow>(
    `SELECT label, branch_id::text AS "branchId", cashier_id::text AS "cashierId" FROM terminals
      WHERE merchant_id = $1 AND id = $2`,
    [merchantId, id],
  );
