import type { Tx } from '../../platform/database/database.ts';

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

/** As the platform, which names the merchant. Answers the bank's id. */
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

export const insertTerminalBank = (
  tx: Tx,
  merchantId: string,
  { terminalId, bankId, scheme, validFrom = always }: NewTerminalBank,
): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_banks (merchant_id, terminal_id, scheme, valid_from, bank_id) VALUES ($1, $2, $3, $4, $5)`,
    [merchantId, terminalId, scheme ?? '', validFrom, bankId],
  );

export interface NewTerminalBank {
  terminalId: string;
  bankId: string;
  /** All schemes where left out. */
  scheme?: string;
  /** 'YYYY-MM-DD'; since ever where left out. */
  validFrom?: string;
}
