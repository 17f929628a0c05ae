import type { DepositShare } from '@mizan/contract/deposits.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';

/** The statements behind deposits.service.ts. */

/** Who enters it, as the record names them. */
export type Person = Pick<Member, 'userId' | 'fullName'>;

export interface Deposit {
  id: string;
  bankId: string;
  nameEn: string;
  nameAr: string;
  valueDate: string;
  amountMinor: number;
  currency: Currency;
  reference: string;
  note: string;
  source: 'HAND' | 'STATEMENT';
  sharedMinor: number;
  addedAt: Date;
  addedByName: string;
  undoneAt: Date | null;
  undoneByName: string | null;
}
const columns = `d.id::text, d.bank_id::text AS "bankId", b.name_en AS "nameEn", b.name_ar AS "nameAr",
  d.value_date::text AS "valueDate", d.amount_minor AS "amountMinor", d.currency, d.reference, d.note, d.source,
  d.shared_minor AS "sharedMinor", d.added_at AS "addedAt", d.added_by_name AS "addedByName",
  d.undone_at AS "undoneAt", d.undone_by_name AS "undoneByName"`;
const fromDeposits = `FROM bank_deposits d JOIN banks b ON b.merchant_id = tenant_id() AND b.id = d.bank_id
  WHERE d.merchant_id = tenant_id()`;

export interface DepositsAsked {
  bankId: string | undefined;
  state: 'OPEN' | 'UNDONE' | undefined;
  valueDate: string | undefined;
  after: { createdAt: Date; id: string } | null;
  limit: number;
}
/** The last entered first. */
export const selectDeposits = (
  tx: Tx,
  { bankId, state, valueDate, after, limit }: DepositsAsked,
): Promise<Deposit[]> =>
  tx.rows<Deposit>(
    `SELECT ${columns} ${fromDeposits}
        AND ($1::bigint IS NULL OR d.bank_id = $1)
        AND ($2::text IS NULL OR CASE $2 WHEN 'UNDONE' THEN d.undone_at IS NOT NULL
                                         ELSE d.undone_at IS NULL AND d.shared_minor <> d.amount_minor END)
        AND ($3::date IS NULL OR d.value_date = $3)
        AND ($4::timestamptz IS NULL OR (d.added_at, d.id) < ($4, $5::bigint))
      ORDER BY d.added_at DESC, d.id DESC LIMIT $6`,
    [bankId ?? null, state ?? null, valueDate ?? null, after?.createdAt ?? null, after?.id ?? null, limit],
  );

export const selectDeposit = (tx: Tx, id: string): Promise<Deposit | null> =>
  tx.row<Deposit>(`SELECT ${columns} ${fromDeposits} AND d.id = $1`, [id]);

export const selectByRequest = (tx: Tx, requestId: string): Promise<Deposit | null> =>
  tx.row<Deposit>(`SELECT ${columns} ${fromDeposits} AND d.request_id = $1`, [requestId]);

/** Whoever enters or changes a deposit of a bank has the bank's deposits alone. */
export const lockDepositsOf = (tx: Tx, bankId: string): Promise<number> =>
  tx.change(
    `SELECT pg_advisory_xact_lock(hashtextextended('deposits of bank ' || tenant_id() || ' ' || $1, 0))`,
    [bankId],
  );

/** Those that count of the same bank, day, amount and currency, whatever their reference says. */
export const selectEqual = (
  tx: Tx,
  of: Pick<Deposit, 'bankId' | 'valueDate' | 'amountMinor' | 'currency'>,
): Promise<{ id: string; requestId: string }[]> =>
  tx.rows<{ id: string; requestId: string }>(
    `SELECT bank_deposits.id AS place, id::text, request_id::text AS "requestId" FROM bank_deposits
      WHERE merchant_id = tenant_id() AND undone_at IS NULL AND bank_id = $1 AND value_date = $2::date
        AND amount_minor = $3 AND currency = $4
      ORDER BY place`,
    [of.bankId, of.valueDate, of.amountMinor, of.currency],
  );

/** Those that count of a bank, amount and currency, of that day or an earlier one, the newest first; at most `limit`. */
export const selectUpTo = (
  tx: Tx,
  of: Pick<Deposit, 'bankId' | 'valueDate' | 'amountMinor' | 'currency'>,
  limit: number,
): Promise<Pick<Deposit, 'id' | 'valueDate' | 'amountMinor' | 'reference'>[]> =>
  tx.rows(
    `SELECT bank_deposits.id AS place, id::text, value_date::text AS "valueDate", amount_minor AS "amountMinor", reference
       FROM bank_deposits
      WHERE merchant_id = tenant_id() AND undone_at IS NULL AND bank_id = $1 AND value_date <= $2::date
        AND amount_minor = $3 AND currency = $4
      ORDER BY value_date DESC, place DESC LIMIT $5`,
    [of.bankId, of.valueDate, of.amountMinor, of.currency, limit],
  );

/** One that counts, of the same bank, day, amount and currency, whose reference does not tell it apart. */
export const selectAlike = (
  tx: Tx,
  of: Pick<Deposit, 'bankId' | 'valueDate' | 'amountMinor' | 'currency' | 'reference'>,
): Promise<{ id: string } | null> =>
  tx.row<{ id: string }>(
    `SELECT id::text FROM (SELECT *, bank_deposits.id AS place FROM bank_deposits) bank_deposits
      WHERE merchant_id = tenant_id() AND undone_at IS NULL AND bank_id = $1 AND value_date = $2::date
        AND amount_minor = $3 AND currency = $4 AND (reference = $5 OR reference = '' OR $5 = '')
      ORDER BY place LIMIT 1`,
    [of.bankId, of.valueDate, of.amountMinor, of.currency, of.reference],
  );

export type NewDeposit = Pick<
  Deposit,
  'bankId' | 'valueDate' | 'amountMinor' | 'currency' | 'reference' | 'note' | 'source'
> & { requestId: string };

/** Answers its id. */
export async function insertDeposit(tx: Tx, one: NewDeposit, by: Person, at: Date): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO bank_deposits (merchant_id, request_id, bank_id, value_date, amount_minor, currency, reference, note,
       source, added_at, added_by, added_by_name)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id::text`,
    [
      one.requestId,
      one.bankId,
      one.valueDate,
      one.amountMinor,
      one.currency,
      one.reference,
      one.note,
      one.source,
      at,
      by.userId,
      by.fullName,
    ],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

/** Shares that count, and how much of the deposit they have taken: a check keeps it from being more than there is. */
export async function insertShares(
  tx: Tx,
  { id, bankId, currency }: Pick<Deposit, 'id' | 'bankId' | 'currency'>,
  shares: readonly DepositShare[],
  by: Person,
  at: Date,
): Promise<void> {
  await tx.change(
    `INSERT INTO deposit_shares (merchant_id, deposit_id, bank_id, currency, business_day, scheme, amount_minor,
       shared_at, shared_by, shared_by_name)
     SELECT tenant_id(), $1, $2, $3, s.day, s.scheme, s.amount, $7, $8, $9
       FROM unnest($4::date[], $5::text[], $6::bigint[]) AS s (day, scheme, amount)
     RETURNING 1`,
    [
      id,
      bankId,
      currency,
      shares.map(({ day }) => day),
      shares.map(({ scheme }) => scheme),
      shares.map(({ amountMinor }) => amountMinor),
      at,
      by.userId,
      by.fullName,
    ],
  );
  await tx.change(
    'UPDATE bank_deposits SET shared_minor = shared_minor + $2 WHERE merchant_id = tenant_id() AND id = $1',
    [id, shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)],
  );
}

/** Those that count, by day. */
export const selectShares = (tx: Tx, depositId: string): Promise<DepositShare[]> =>
  tx.rows<DepositShare>(
    `SELECT business_day::text AS day, scheme, amount_minor AS "amountMinor"
       FROM deposit_shares WHERE merchant_id = tenant_id() AND deposit_id = $1 AND undone_at IS NULL
      ORDER BY business_day, scheme`,
    [depositId],
  );

/** Takes every share of a deposit back. */
export async function undoShares(tx: Tx, depositId: string, at: Date): Promise<void> {
  await tx.change(
    `UPDATE deposit_shares SET undone_at = $2
      WHERE merchant_id = tenant_id() AND deposit_id = $1 AND undone_at IS NULL`,
    [depositId, at],
  );
  await tx.change('UPDATE bank_deposits SET shared_minor = 0 WHERE merchant_id = tenant_id() AND id = $1', [
    depositId,
  ]);
}

export const updateUndone = (tx: Tx, depositId: string, by: Person, at: Date): Promise<number> =>
  tx.change(
    `UPDATE bank_deposits SET undone_at = $2, undone_by = $3, undone_by_name = $4
      WHERE merchant_id = tenant_id() AND id = $1`,
    [depositId, at, by.userId, by.fullName],
  );
