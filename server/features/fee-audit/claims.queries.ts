import type { FeeClaimKind, FeeClaimState } from '@mizan/contract/fee-claims.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { corrections } from './audit.queries.ts';
import { type JudgedLine, roundingMinorMax } from './audit-book.ts';
import type { SaidOfClaim } from './claim-said.ts';

/** Claims as they are kept: what one said when it was made is never changed. */

export interface ClaimRecord {
  id: string;
  name: string;
  kind: FeeClaimKind;
  bankId: string;
  currency: Currency;
  from: string;
  to: string;
  count: number;
  feeMinor: number | null;
  vatMinor: number | null;
  claimedMinor: number;
  said: SaidOfClaim;
  state: FeeClaimState;
  madeAt: Date;
  madeByName: string;
  sentOn: string | null;
  bankReference: string;
  answeredOn: string | null;
  paidMinor: number | null;
  depositId: string | null;
  answerNote: string;
}
const columns = `id::text, name, kind, bank_id::text AS "bankId", currency, from_day::text AS "from", to_day::text AS "to",
  line_count AS count, fee_minor AS "feeMinor", vat_minor AS "vatMinor", claimed_minor AS "claimedMinor", said, state,
  made_at AS "madeAt", made_by_name AS "madeByName", sent_on::text AS "sentOn", bank_reference AS "bankReference",
  answered_on::text AS "answeredOn", paid_minor AS "paidMinor", deposit_id::text AS "depositId",
  answer_note AS "answerNote"`;

/** The merchant's claims for this transaction alone: numbers follow each other, and a line is looked at once. */
export const lockClaims = (tx: Tx): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('fee claims of ' || tenant_id(), 0))`);

export const selectClaim = (tx: Tx, id: string): Promise<ClaimRecord | null> =>
  tx.row<ClaimRecord>(`SELECT ${columns} FROM fee_claims WHERE merchant_id = tenant_id() AND id = $1`, [id]);

/** `askedSha256`: null of one that was made before it was kept. */
export const selectClaimOfRequest = (
  tx: Tx,
  requestId: string,
): Promise<(ClaimRecord & { askedSha256: Buffer | null }) | null> =>
  tx.row(
    `SELECT ${columns}, asked_sha256 AS "askedSha256" FROM fee_claims WHERE merchant_id = tenant_id() AND request_id = $1`,
    [requestId],
  );

/** The newest first. Served by fee_claims_list. */
export const selectClaims = (
  tx: Tx,
  { after, limit }: { after: { createdAt: Date; id: string } | null; limit: number },
): Promise<ClaimRecord[]> =>
  tx.rows<ClaimRecord>(
    `SELECT ${columns} FROM (SELECT *, fee_claims.id AS place FROM fee_claims) fee_claims
      WHERE merchant_id = tenant_id() AND ($1::timestamptz IS NULL OR (made_at, id) < ($1, $2::bigint))
      ORDER BY made_at DESC, place DESC LIMIT $3`,
    [after?.createdAt ?? null, after?.id ?? null, limit],
  );

export const nextNumber = async (tx: Tx, year: number): Promise<number> => {
  const row = await tx.row<{ next: number }>(
    `SELECT coalesce(max(number), 0) + 1 AS next FROM fee_claims WHERE merchant_id = tenant_id() AND year = $1`,
    [year],
  );
  return row?.next ?? 1;
};

export interface NewClaim {
  requestId: string;
  askedSha256: Buffer;
  kind: FeeClaimKind;
  year: number;
  number: number;
  name: string;
  bankId: string;
  currency: Currency;
  from: string;
  to: string;
  count: number;
  feeMinor: number | null;
  vatMinor: number | null;
  claimedMinor: number;
  said: SaidOfClaim;
  at: Date;
  by: { userId: string; fullName: string };
}
/** Answers its id. */
export async function insertClaim(tx: Tx, claim: NewClaim): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO fee_claims (merchant_id, request_id, year, number, name, bank_id, currency, from_day, to_day, line_count,
       fee_minor, vat_minor, claimed_minor, said, made_at, made_by, made_by_name, asked_sha256, kind)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) RETURNING id::text`,
    [
      claim.requestId,
      claim.year,
      claim.number,
      claim.name,
      claim.bankId,
      claim.currency,
      claim.from,
      claim.to,
      claim.count,
      claim.feeMinor,
      claim.vatMinor,
      claim.claimedMinor,
      JSON.stringify(claim.said),
      claim.at,
      claim.by.userId,
      claim.by.fullName,
      claim.askedSha256,
      claim.kind,
    ],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

/** Its lines as they stand; one that is in another claim fails fee_claim_lines_once, and the transaction. */
export const insertClaimLines = (tx: Tx, claimId: string, lines: readonly JudgedLine[]): Promise<number> =>
  tx.change(
    `INSERT INTO fee_claim_lines (merchant_id, claim_id, transaction_id, bank_file_id, day, scheme, cause, tid, rrn,
       approval_code, last_four, amount_minor, agreed_fee_minor, agreed_vat_minor, charged_minor, charged_fee_minor,
       charged_vat_minor)
     SELECT tenant_id(), $1, transaction_id, bank_file_id, day, scheme, cause, tid, rrn, approval_code, last_four,
            amount_minor, agreed_fee_minor, agreed_vat_minor, charged_minor, charged_fee_minor, charged_vat_minor
       FROM json_to_recordset($2::json) AS line
            (transaction_id bigint, bank_file_id bigint, day date, scheme text, cause text, tid text, rrn text,
             approval_code text, last_four text, amount_minor bigint, agreed_fee_minor bigint, agreed_vat_minor bigint,
             charged_minor bigint, charged_fee_minor bigint, charged_vat_minor bigint)
     ${tx.distributed ? 'ON CONFLICT (merchant_id, claim_id, transaction_id) DO NOTHING' : ''}`,
    [
      claimId,
      JSON.stringify(
        lines.map((line) => ({
          transaction_id: line.transactionId,
          bank_file_id: line.bankFileId,
          day: line.day,
          scheme: line.scheme,
          cause: line.cause.key,
          tid: line.tid,
          rrn: line.rrn,
          approval_code: line.approvalCode,
          last_four: line.lastFour,
          amount_minor: line.amountMinor,
          agreed_fee_minor: line.agreedFeeMinor,
          agreed_vat_minor: line.agreedVatMinor,
          charged_minor: line.chargedMinor,
          charged_fee_minor: line.chargedFeeMinor,
          charged_vat_minor: line.chargedVatMinor,
        })),
      ),
    ],
  );

export interface ClaimLine {
  transactionId: string;
  day: string;
  scheme: string;
  tid: string;
  rrn: string | null;
  approvalCode: string | null;
  lastFour: string | null;
  amountMinor: number;
  agreedFeeMinor: number;
  agreedVatMinor: number;
  chargedMinor: number;
  chargedFeeMinor: number | null;
  chargedVatMinor: number | null;
}
/** Its lines by number, after one of them. */
export const selectClaimLines = (
  tx: Tx,
  claimId: string,
  { after, limit }: { after: string; limit: number },
): Promise<ClaimLine[]> =>
  tx.rows<ClaimLine>(
    `SELECT transaction_id::text AS "transactionId", day::text, scheme, tid, rrn, approval_code AS "approvalCode",
            last_four AS "lastFour", amount_minor AS "amountMinor", agreed_fee_minor AS "agreedFeeMinor",
            agreed_vat_minor AS "agreedVatMinor", charged_minor AS "chargedMinor",
            charged_fee_minor AS "chargedFeeMinor", charged_vat_minor AS "chargedVatMinor"
       FROM fee_claim_lines
      WHERE merchant_id = tenant_id() AND claim_id = $1 AND transaction_id > $2
      ORDER BY fee_claim_lines.transaction_id LIMIT $3`,
    [claimId, after, limit],
  );

export interface ClaimNow {
  /** Of its lines those that no file that counts says were charged too much, another amount, or against another agreed fee. */
  goneCount: number;
  otherChargeCount: number;
  otherAgreedCount: number;
  acceptedCount: number;
  /** What files and rates say today was charged too much by its lines. */
  overMinor: number;
}
/** What files and rates say today of the lines of a claim. Served by bank_entries_claim. */
export const selectClaimNow = async (tx: Tx, claimId: string): Promise<ClaimNow> => {
  const row = await tx.row<ClaimNow>(
    `SELECT count(*) FILTER (WHERE w.is_over IS NOT TRUE) AS "goneCount",
            count(*) FILTER (WHERE w.is_over AND w.charge_minor <> l.charged_minor) AS "otherChargeCount",
            count(*) FILTER (WHERE w.is_over AND w.charge_minor = l.charged_minor
              AND (o.fee_minor <> l.agreed_fee_minor OR o.vat_minor <> l.agreed_vat_minor)) AS "otherAgreedCount",
            count(*) FILTER (WHERE w.is_over AND x.id IS NOT NULL) AS "acceptedCount",
            coalesce(sum(w.charge_minor - o.fee_minor - o.vat_minor) FILTER (WHERE w.is_over), 0)::bigint AS "overMinor"
       FROM fee_claim_lines l
       JOIN fee_claims m ON m.merchant_id = tenant_id() AND m.id = l.claim_id
       LEFT JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.transaction_id = l.transaction_id AND e.claims
       LEFT JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = e.bank_file_id
       LEFT JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = l.transaction_id
       LEFT JOIN (${corrections}) c ON c.transaction_id = l.transaction_id
       LEFT JOIN bank_exceptions x ON x.merchant_id = tenant_id() AND x.state = 'ACCEPTED'
         AND x.bank_file_id = coalesce(c.bank_file_id, e.bank_file_id) AND x.seq = coalesce(c.seq, e.seq)
      CROSS JOIN LATERAL (
        SELECT coalesce(c.charge_minor, e.charge_minor) AS charge_minor,
               o.is_owed AND o.bank_id = m.bank_id AND o.business_day BETWEEN m.from_day AND m.to_day
               AND CASE WHEN c.transaction_id IS NULL
                        THEN f.state = 'DONE' AND e.outcome = 'feeDiffers' AND e.charge_minor > o.fee_minor + o.vat_minor
                        ELSE c.bank_minor = o.gross_minor
                         AND c.charge_minor - o.fee_minor - o.vat_minor > ${roundingMinorMax} END AS is_over) w
      WHERE l.merchant_id = tenant_id() AND l.claim_id = $1`,
    [claimId],
  );
  return row ?? { goneCount: 0, otherChargeCount: 0, otherAgreedCount: 0, acceptedCount: 0, overMinor: 0 };
};

export interface FileRecord {
  id: string;
  name: string;
  sha256: string;
  isThere: boolean;
}
export const selectFilesOf = (tx: Tx, ids: readonly string[]): Promise<FileRecord[]> =>
  tx.rows<FileRecord>(
    `SELECT id::text, file_name AS name, encode(sha256, 'hex') AS sha256, state = 'DONE' AS "isThere"
       FROM (SELECT *, bank_files.id AS place FROM bank_files) bank_files WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[]) ORDER BY place`,
    [ids],
  );

export const updateSent = (tx: Tx, id: string, sentOn: string, reference: string): Promise<number> =>
  tx.change(
    `UPDATE fee_claims SET state = 'SENT', sent_on = $2::date, bank_reference = $3
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, sentOn, reference],
  );

export const updateAnswered = (
  tx: Tx,
  id: string,
  answer: { answeredOn: string; paidMinor: number; depositId: string | null; note: string },
): Promise<number> =>
  tx.change(
    `UPDATE fee_claims SET state = 'ANSWERED', answered_on = $2::date, paid_minor = $3, deposit_id = $4, answer_note = $5
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, answer.answeredOn, answer.paidMinor, answer.depositId, answer.note],
  );

/** Its lines may stand in another claim from now on. */
export async function updateWithdrawn(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.change(
    `UPDATE fee_claims SET state = 'WITHDRAWN', withdrawn_at = $2 WHERE merchant_id = tenant_id() AND id = $1`,
    [id, at],
  );
  await tx.change(
    `UPDATE fee_claim_lines SET is_live = false WHERE merchant_id = tenant_id() AND claim_id = $1 AND is_live`,
    [id],
  );
  await tx.change(
    `UPDATE missing_claim_lines SET is_live = false WHERE merchant_id = tenant_id() AND claim_id = $1 AND is_live`,
    [id],
  );
  await tx.change(
    `UPDATE rent_claim_lines SET is_live = false WHERE merchant_id = tenant_id() AND claim_id = $1 AND is_live`,
    [id],
  );
}

/** A deposit of the bank in the claim's currency that was not taken back. */
export const hasDeposit = async (
  tx: Tx,
  id: string,
  { bankId, currency }: Pick<ClaimRecord, 'bankId' | 'currency'>,
): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM bank_deposits
      WHERE merchant_id = tenant_id() AND id = $1 AND bank_id = $2 AND currency = $3 AND undone_at IS NULL`,
    [id, bankId, currency],
  )) !== null;

export interface Claimant {
  nameEn: string;
  nameAr: string;
  /** Of the application that was approved; null of a merchant without one. */
  cr: string | null;
}
/** Who claims. What a merchant applied with is the platform's. */
export const claimantOf = (db: Database, merchantId: string): Promise<Claimant> =>
  inPlatform(db, async (tx) => {
    const merchant = await tx.row<{ nameEn: string; nameAr: string }>(
      'SELECT name_en AS "nameEn", name_ar AS "nameAr" FROM merchants WHERE id = $1',
      [merchantId],
    );
    if (!merchant) throw new Error('the merchant of a claim is not there');
    const application = await tx.row<{ cr: string }>(
      'SELECT cr FROM applications WHERE merchant_id = $1 ORDER BY id DESC LIMIT 1',
      [merchantId],
    );
    return { ...merchant, cr: application?.cr ?? null };
  });
