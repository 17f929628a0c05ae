import type { Tx } from '../platform/database/database.ts';
import type { DemoBranch, DemoMerchant, DemoTerminal } from './demo-merchants.ts';

/** What is written of the demo's merchants, before their payments. Runs as the platform, in one transaction. */

/** An arbitrary number: of two portals that start at once on one database one makes the demo. */
const demoLock = 64_927;
export const lockDemo = (tx: Tx): Promise<number> =>
  tx.change('SELECT pg_advisory_xact_lock($1)', [demoLock]);

export const hasMerchant = async (tx: Tx, uuid: string): Promise<boolean> =>
  (await tx.row('SELECT 1 FROM merchants WHERE uuid = $1', [uuid])) !== null;

async function insertedId(tx: Tx, sql: string, values: readonly unknown[]): Promise<string> {
  const row = await tx.row<{ id: string }>(`${sql} RETURNING id::text`, values);
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

export const insertMerchant = (tx: Tx, merchant: DemoMerchant, createdAt: Date): Promise<string> =>
  insertedId(
    tx,
    `INSERT INTO merchants (uuid, name_en, name_ar, bank_code, address_en, address_ar, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      merchant.uuid,
      merchant.nameEn,
      merchant.nameAr,
      merchant.bankCode,
      merchant.addressEn,
      merchant.addressAr,
      createdAt,
    ],
  );

export const insertBranch = (
  tx: Tx,
  merchantId: string,
  branch: DemoBranch,
  createdAt: Date,
): Promise<string> =>
  insertedId(
    tx,
    `INSERT INTO branches (merchant_id, code, name_en, name_ar, address_en, address_ar, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, branch.code, branch.nameEn, branch.nameAr, branch.addressEn, branch.addressAr, createdAt],
  );

export interface NewUser {
  merchantId: string | null;
  role: 'MERCHANT' | 'CASHIER' | 'ADMIN';
  username: string | null;
  email: string | null;
  fullName: string;
  locale: 'en' | 'ar';
  branchId: string | null;
  terminalId: string | null;
}

export const insertUser = (tx: Tx, user: NewUser, passwordHash: string, createdAt: Date): Promise<string> =>
  insertedId(
    tx,
    `INSERT INTO users (merchant_id, role, username, email, full_name, password_hash, email_verified_at, branch_id,
       terminal_id, locale, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      user.merchantId,
      user.role,
      user.username,
      user.email,
      user.fullName,
      passwordHash,
      user.email === null ? null : createdAt,
      user.branchId,
      user.terminalId,
      user.locale,
      createdAt,
    ],
  );

export const insertTerminal = (
  tx: Tx,
  merchantId: string,
  branchId: string,
  terminal: DemoTerminal,
  createdAt: Date,
): Promise<string> =>
  insertedId(
    tx,
    `INSERT INTO terminals (merchant_id, tid, label, serial_number, brand, manufacturer, model, branch_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      merchantId,
      terminal.tid,
      terminal.label,
      terminal.serial,
      terminal.brand,
      terminal.manufacturer,
      terminal.model,
      branchId,
      createdAt,
    ],
  );

export const assignCashier = (
  tx: Tx,
  merchantId: string,
  terminalId: string,
  cashierId: string,
): Promise<number> =>
  tx.change('UPDATE terminals SET cashier_id = $3 WHERE merchant_id = $1 AND id = $2', [
    merchantId,
    terminalId,
    cashierId,
  ]);

/** The terminal's place in the directory, with the code that its device is paired by. */
export const insertDirectoryEntry = (
  tx: Tx,
  entry: { tid: string; merchantId: string; terminalId: string; pairingCodeHash: Buffer; expiresAt: Date },
): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_directory (tid, merchant_id, terminal_id, pairing_code_hash, pairing_code_expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [entry.tid, entry.merchantId, entry.terminalId, entry.pairingCodeHash, entry.expiresAt],
  );

export const insertRate = (
  tx: Tx,
  merchantId: string,
  rate: {
    scheme: string;
    mdrBps: number;
    vatBps: number;
    capLimitMinor: number | null;
    bankCode: string;
    validFrom: string;
  },
): Promise<number> =>
  tx.change(
    `INSERT INTO discount_rates (merchant_id, scheme, mdr_bps, vat_bps, cap_limit_minor, bank_code, valid_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, rate.scheme, rate.mdrBps, rate.vatBps, rate.capLimitMinor, rate.bankCode, rate.validFrom],
  );
