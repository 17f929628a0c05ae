import type { Tx } from '../../platform/database/database.ts';
import { withoutCopy } from '../../platform/database/without-copy.ts';

export interface NewBank {
  nameEn: string;
  nameAr: string;
  /** As in Saudi IBANs; null for a bank that is none of them. */
  code: string | null;
  iban: string | null;
  /** 'HH:MM' in Asia/Riyadh. */
  cutoff: string;
  at: Date;
}

/** Since ever, for what was so before anybody could say since when. */
const always = '2000-01-01';

/** As the platform, or as the merchant itself. Answers the bank's id. */
export async function insertBank(tx: Tx, merchantId: string, bank: NewBank): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO banks (merchant_id, name_en, name_ar, code, iban, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id::text`,
    [merchantId, bank.nameEn, bank.nameAr, bank.code, bank.iban, bank.at],
  );
  if (!row) throw new Error('an INSERT returns its row');
  await tx.change(
    `INSERT INTO bank_cutoffs (merchant_id, bank_id, valid_from, cutoff) VALUES ($1, $2, '${always}', $3)`,
    [merchantId, row.id, bank.cutoff],
  );
  return row.id;
}

/** What is said again of the same day takes the place of what was said before. */
export const insertTerminalBank = (
  tx: Tx,
  merchantId: string,
  { terminalId, bankId, scheme, validFrom = always }: NewTerminalBank,
): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_banks (merchant_id, terminal_id, scheme, valid_from, bank_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (merchant_id, terminal_id, scheme, valid_from) DO UPDATE SET bank_id = excluded.bank_id`,
    [merchantId, terminalId, scheme ?? '', validFrom, bankId],
  );

/** Of new terminals, for all schemes and since ever. */
export const insertTerminalBanks = (
  tx: Tx,
  merchantId: string,
  places: readonly { terminalId: string; bankId: string }[],
): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_banks (merchant_id, terminal_id, scheme, valid_from, bank_id)
     SELECT $1, "terminalId", '', '${always}', "bankId"
       FROM jsonb_to_recordset($2) AS r("terminalId" bigint, "bankId" bigint)
     ${withoutCopy}`,
    [merchantId, JSON.stringify(places)],
  );

export const deleteTerminalBanks = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<number> =>
  tx.change('DELETE FROM terminal_banks WHERE merchant_id = $1 AND terminal_id = ANY($2::bigint[])', [
    merchantId,
    ids,
  ]);

export interface NewTerminalBank {
  terminalId: string;
  bankId: string;
  /** All schemes where left out. */
  scheme?: string;
  /** 'YYYY-MM-DD'; since ever where left out. */
  validFrom?: string;
}

/** As the tenant, from here on. */
export const selectBankIds = (tx: Tx): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>('SELECT id::text FROM banks WHERE merchant_id = tenant_id()');

export interface CutoffRow {
  bankId: string;
  validFrom: string;
  cutoff: string;
}
export const selectCutoffs = (tx: Tx): Promise<CutoffRow[]> =>
  tx.rows<CutoffRow>(
    `SELECT bank_id::text AS "bankId", valid_from::text AS "validFrom", to_char(cutoff, 'HH24:MI') AS cutoff
       FROM bank_cutoffs WHERE merchant_id = tenant_id() ORDER BY valid_from`,
  );

export interface PlaceRow {
  terminalId: string;
  /** Null: every scheme without a row of its own. */
  scheme: string | null;
  validFrom: string;
  bankId: string;
}
export const selectPlaces = (tx: Tx): Promise<PlaceRow[]> =>
  tx.rows<PlaceRow>(
    `SELECT terminal_id::text AS "terminalId", nullif(scheme, '') AS scheme, valid_from::text AS "validFrom",
            bank_id::text AS "bankId"
       FROM terminal_banks WHERE merchant_id = tenant_id() ORDER BY valid_from`,
  );

export interface NamedBank {
  id: string;
  nameEn: string;
  nameAr: string;
  code: string | null;
  iban: string | null;
}
const bankColumns = 'banks.id::text, name_en AS "nameEn", name_ar AS "nameAr", code, iban';

export const selectBanks = (tx: Tx): Promise<NamedBank[]> =>
  tx.rows<NamedBank>(
    `SELECT banks.id AS place, ${bankColumns} FROM banks WHERE merchant_id = tenant_id() ORDER BY place`,
  );

/** All banks of the tenant, locked: whoever changes one, or what is with it, waits for the other. */
export const lockBanks = (tx: Tx): Promise<NamedBank[]> =>
  tx.rows<NamedBank>(
    `SELECT banks.id AS place, ${bankColumns} FROM banks WHERE merchant_id = tenant_id() ORDER BY place FOR UPDATE`,
  );

export const updateBank = (tx: Tx, bank: NamedBank): Promise<number> =>
  tx.change(
    `UPDATE banks SET name_en = $2, name_ar = $3, code = $4, iban = $5
      WHERE merchant_id = tenant_id() AND id = $1`,
    [bank.id, bank.nameEn, bank.nameAr, bank.code, bank.iban],
  );

export const upsertCutoff = (tx: Tx, { bankId, validFrom, cutoff }: CutoffRow): Promise<number> =>
  tx.change(
    `INSERT INTO bank_cutoffs (merchant_id, bank_id, valid_from, cutoff) VALUES (tenant_id(), $1, $2, $3)
     ON CONFLICT (merchant_id, bank_id, valid_from) DO UPDATE SET cutoff = excluded.cutoff`,
    [bankId, validFrom, cutoff],
  );

/** Terminals that nobody placed are with a bank since ever. */
export const placeTheUnplaced = (tx: Tx, bankId: string): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_banks (merchant_id, terminal_id, scheme, valid_from, bank_id)
     SELECT t.merchant_id, t.id, '', '${always}', $1
       FROM terminals t
      WHERE t.merchant_id = tenant_id() AND NOT t.is_test
        AND NOT EXISTS (SELECT FROM terminal_banks b
                         WHERE b.merchant_id = tenant_id() AND b.terminal_id = t.id AND b.scheme = '')
     ON CONFLICT (merchant_id, terminal_id, scheme, valid_from) DO NOTHING`,
    [bankId],
  );
