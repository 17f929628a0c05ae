import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import type { ReviewReason, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import { keptAs } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { endsHoldSql, givesBackSql } from '../../platform/database/type-sql.ts';
import type { BeforeBank, Payment } from './payment-row.ts';

/** The bank of a payment, its rate and what it charges: field of the row, column, and the column's type. */
export const chargeColumns = [
  ['bankId', 'bank_id', 'bigint'],
  ['mdrBps', 'mdr_bps', 'integer'],
  ['vatBps', 'vat_bps', 'integer'],
  ['capLimitMinor', 'cap_limit_minor', 'bigint'],
  ['processingFeeMinor', 'processing_fee_minor', 'bigint'],
  ['mdrMinor', 'mdr_minor', 'bigint'],
  ['feeMinor', 'fee_minor', 'bigint'],
  ['vatMinor', 'vat_minor', 'bigint'],
  ['netMinor', 'net_minor', 'bigint'],
] as const satisfies readonly (readonly [keyof Payment, string, string])[];

/** What of a payment may still change: field of the row, column, and the column's type. */
const changing = [
  ['status', 'status', 'text'],
  ['scheme', 'scheme', 'text'],
  ['cashMinor', 'cash_minor', 'bigint'],
  ['firstSix', 'first_six', 'text'],
  ['lastFour', 'last_four', 'text'],
  ['rrn', 'rrn', 'text'],
  ['stan', 'stan', 'text'],
  ['approvalCode', 'approval_code', 'text'],
  ['acquirerCode', 'acquirer_code', 'text'],
  ['providerCode', 'provider_code', 'text'],
  ['actionCode', 'action_code', 'text'],
  ['refusal', 'refusal', 'text'],
  ...chargeColumns,
  ['sentAt', 'sent_at', 'timestamptz'],
  ['ackedAt', 'acked_at', 'timestamptz'],
  ['step', 'step', 'text'],
  ['stepAt', 'step_at', 'timestamptz'],
  ['cancelAskedAt', 'cancel_asked_at', 'timestamptz'],
  ['decidedAt', 'decided_at', 'timestamptz'],
  ['resultSeq', 'result_seq', 'integer'],
  ['nextQueryAt', 'next_query_at', 'timestamptz'],
  ['queryCount', 'query_count', 'integer'],
  ['holdsLock', 'holds_lock', 'boolean'],
  ['underReview', 'under_review', 'boolean'],
  ['lateApproval', 'late_approval', 'boolean'],
  ['receipt', 'receipt', 'jsonb'],
] as const satisfies readonly (readonly [keyof Payment, string, string])[];

/** A payment as its row has it. */
export const paymentColumns = `id::text, uuid, merchant_id::text AS "merchantId", type, amount_minor AS "amountMinor", currency,
  terminal_id::text AS "terminalId", tid, branch_id::text AS "branchId", cashier_id::text AS "cashierId",
  created_at AS "createdAt", business_day AS "businessDay", bank_confirmed_at IS NOT NULL AS "bankConfirmed",
  retry_of_id::text AS "retryOfId", original_id::text AS "originalId",
  ${changing.map(([field, column]) => `${field === 'bankId' ? `${column}::text` : column} AS "${field}"`).join(', ')}`;

/** One payment, locked until the transaction ends: nobody else decides it meanwhile. */
export const lockPayment = (tx: Tx, id: string): Promise<Payment | null> =>
  tx.row<Payment>(
    `SELECT ${paymentColumns} FROM transactions WHERE merchant_id = tenant_id() AND id = $1 FOR UPDATE`,
    [id],
  );

export const lockPaymentByUuid = (tx: Tx, uuid: string): Promise<Payment | null> =>
  tx.row<Payment>(
    `SELECT ${paymentColumns} FROM transactions WHERE merchant_id = tenant_id() AND uuid = $1 FOR UPDATE`,
    [uuid],
  );

/** The same where nobody else holds it at this moment; what is held is being decided. */
export const lockPaymentIfFree = (tx: Tx, id: string): Promise<Payment | null> =>
  tx.row<Payment>(
    `SELECT ${paymentColumns} FROM transactions WHERE merchant_id = tenant_id() AND id = $1 FOR UPDATE SKIP LOCKED`,
    [id],
  );

const assignments = changing
  .map(([, column, type], place) => `${column} = $${place + 2}::${type}`)
  .join(', ');

const valueOf = (payment: Payment, field: keyof Payment): unknown =>
  field === 'receipt' && payment.receipt ? JSON.stringify(payment.receipt) : payment[field];

/** Writes whatever may change of a payment that this transaction has locked. */
export async function updatePayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.change(`UPDATE transactions SET ${assignments} WHERE merchant_id = tenant_id() AND id = $1`, [
    payment.id,
    ...changing.map(([field]) => valueOf(payment, field)),
  ]);
}

/** A payment before the database gave it a number. */
export interface NewPayment {
  uuid: string;
  /** Its terminal is a test terminal: whatever `type` says, it is kept as a test. */
  isTest: boolean;
  type: Payment['type'];
  amountMinor: number;
  currency: string;
  orderRef: string | null;
  terminalId: string;
  tid: string;
  branchId: string;
  cashierId: string | null;
  cashierName: string | null;
  /** Who asked for it in the portal; null where the terminal began it itself. */
  startedById: string | null;
  startedByName: string | null;
  createdAt: Date;
  businessDay: string;
  sentAt: Date | null;
  ackedAt: Date | null;
  nextQueryAt: Date | null;
  holdsLock: boolean;
  retryOfId: string | null;
  /** The purchase that it gives back. */
  originalId?: string | null;
  /** What a terminal says of that purchase: the bank's number. */
  originalRrn?: string | null;
  /** A number that was drawn before; the next one where there is none. */
  id?: string | null;
  /** The shift of the cashier who asked for it. */
  shiftId?: string | null;
}

/** Null where the id is taken already, or where another payment of this amount locks this terminal. */
export const insertPayment = (tx: Tx, row: NewPayment): Promise<Payment | null> =>
  tx.row<Payment>(
    `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, order_ref, terminal_id, tid,
       branch_id, cashier_id, cashier_name, started_by_id, started_by_name, created_at, business_day, sent_at, acked_at, next_query_at, holds_lock,
       retry_of_id, original_id, shift_id, original_rrn${row.id ? ', id' : ''})
     VALUES (tenant_id(), $1, $2, 'INITIALIZED', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       $18, $19, $20, $21, $22${row.id ? ', $23' : ''})
     ON CONFLICT DO NOTHING
     RETURNING ${paymentColumns}`,
    [
      row.uuid,
      keptAs(row.type, row),
      row.amountMinor,
      row.currency,
      row.orderRef,
      row.terminalId,
      row.tid,
      row.branchId,
      row.cashierId,
      row.cashierName,
      row.startedById,
      row.startedByName,
      row.createdAt,
      row.businessDay,
      row.sentAt,
      row.ackedAt,
      row.nextQueryAt,
      row.holdsLock,
      row.retryOfId,
      row.originalId ?? null,
      row.shiftId ?? null,
      row.originalRrn ?? null,
      ...(row.id ? [row.id] : []),
    ],
  );

/** False where this answer was applied before: the same number, and the same said of money and card. */
export const insertResult = async (
  tx: Tx,
  transactionId: string,
  at: Date,
  body: ResultBody,
  original: Buffer | null,
): Promise<boolean> =>
  (await tx.change(
    `INSERT INTO terminal_results (merchant_id, transaction_id, result_seq, received_at, body, original)
     VALUES (tenant_id(), $1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [transactionId, body.resultSeq, at, JSON.stringify(body), original],
  )) === 1;

/** The reasons of a payment's reviews that nobody decided yet. */
export async function openReviews(tx: Tx, transactionId: string): Promise<ReviewReason[]> {
  const rows = await tx.rows<{ reason: ReviewReason }>(
    `SELECT reason FROM reviews WHERE merchant_id = tenant_id() AND transaction_id = $1 AND decided_at IS NULL`,
    [transactionId],
  );
  return rows.map((row) => row.reason);
}

export const insertReview = (
  tx: Tx,
  transactionId: string,
  reason: ReviewReason,
  at: Date,
): Promise<number> =>
  tx.change(
    `INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at) VALUES (tenant_id(), $1, $2, $3)`,
    [transactionId, reason, at],
  );

export interface Decision {
  at: Date;
  status: TransactionStatus;
  /** Null where the terminal itself answered at last, or the bank's file did. */
  byUser: string | null;
  /** The bank file that decided, and what an undo of it puts back. */
  byBankFile?: { id: string; before: BeforeBank };
  note: string;
}

/** Decides the open reviews of a payment that have one of these reasons. */
export const decideReviews = (
  tx: Tx,
  transactionId: string,
  reasons: readonly ReviewReason[],
  decision: Decision,
): Promise<number> =>
  tx.change(
    `UPDATE reviews SET decided_at = $3, decided_by = $5, note = $6, decided_by_bank_file = $7, before = $8,
            decision = CASE WHEN $4::text IN ('APPROVED', 'DECLINED', 'CANCELED') THEN $4::text END
      WHERE merchant_id = tenant_id() AND transaction_id = $1 AND decided_at IS NULL AND reason = ANY($2)`,
    [
      transactionId,
      reasons,
      decision.at,
      decision.status,
      decision.byUser,
      decision.note,
      decision.byBankFile?.id ?? null,
      decision.byBankFile ? JSON.stringify(decision.byBankFile.before) : null,
    ],
  );

/** Opens the reviews again that a bank file decided; answers what it changed, or null where it decided none. */
export async function reopenReviews(
  tx: Tx,
  transactionId: string,
  bankFileId: string,
): Promise<{ decidedAt: Date; before: BeforeBank | null } | null> {
  const rows = await tx.rows<{ decidedAt: Date; before: BeforeBank | null }>(
    `UPDATE reviews r
        SET decided_at = NULL, decision = NULL, note = NULL, decided_by_bank_file = NULL, before = NULL
       FROM reviews was
      WHERE r.merchant_id = tenant_id() AND r.transaction_id = $1 AND r.decided_by_bank_file = $2
        AND was.merchant_id = r.merchant_id AND was.id = r.id
      RETURNING was.decided_at AS "decidedAt", was.before`,
    [transactionId, bankFileId],
  );
  return rows[0] ?? null;
}

/** What terminals answered of a payment since a moment. */
export const resultsSince = async (tx: Tx, transactionId: string, since: Date): Promise<ResultBody[]> => {
  const rows = await tx.rows<{ body: ResultBody }>(
    `SELECT body FROM terminal_results
      WHERE merchant_id = tenant_id() AND transaction_id = $1 AND received_at >= $2`,
    [transactionId, since],
  );
  return rows.map(({ body }) => body);
};

/** Whether another payment of this amount locks this payment's terminal. Served by the unique index of locks. */
export const isLockTaken = async (
  tx: Tx,
  { id, terminalId, amountMinor, currency }: Payment,
): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS taken FROM transactions
      WHERE merchant_id = tenant_id() AND terminal_id = $2 AND amount_minor = $3 AND currency = $4 AND holds_lock
        AND id <> $1`,
    [id, terminalId, amountMinor, currency],
  )) !== null;

/** Whether a refund or a reversal of this payment was begun that may have given money back. Served by transactions_by_original. */
export const isFollowed = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS followed FROM transactions
      WHERE merchant_id = tenant_id() AND original_id = $1 AND (status NOT IN ('DECLINED', 'CANCELED') OR under_review)
      LIMIT 1`,
    [id],
  )) !== null;

/** The number that the next transaction would have: whoever takes it writes that transaction with it, or none. */
export async function drawNumber(tx: Tx): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence('transactions', 'id'))::text AS id`,
  );
  if (!row) throw new Error('a sequence has no next number');
  return row.id;
}

/** What is on record as given back of a purchase, in halalas. Served by transactions_by_original. */
export const sumApprovedOf = async (tx: Tx, originalId: string, without: string): Promise<number> =>
  (
    await tx.row<{ sum: number }>(
      `SELECT coalesce(sum(amount_minor), 0)::bigint AS sum FROM transactions
        WHERE merchant_id = tenant_id() AND original_id = $1 AND id <> $2 AND ${givesBackSql()}
          AND status = 'APPROVED'`,
      [originalId, without],
    )
  )?.sum ?? 0;

/** Whether a pre-authorisation was completed or let go, as far as is on record. Served by transactions_by_original. */
export const hasOtherEnd = async (tx: Tx, heldId: string, without: string): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS ended FROM transactions
      WHERE merchant_id = tenant_id() AND original_id = $1 AND id <> $2 AND ${endsHoldSql()} AND status = 'APPROVED' LIMIT 1`,
    [heldId, without],
  )) !== null;

/** Approved with this number of the bank and of these types, two at most. Served by transactions_by_rrn. */
export const selectOriginalsByRrn = (
  tx: Tx,
  rrn: string,
  types: string,
): Promise<{ id: string; currency: string }[]> =>
  tx.rows(
    `SELECT id::text, currency FROM transactions
      WHERE merchant_id = tenant_id() AND rrn = $1 AND ${types} AND status = 'APPROVED' LIMIT 2`,
    [rrn],
  );
