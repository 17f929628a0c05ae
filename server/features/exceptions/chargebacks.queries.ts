import type { BankNames } from '@mizan/contract/bank-names.ts';
import type { AnswerByKind } from '@mizan/contract/chargeback-days.ts';
import type { ChargebackStage } from '@mizan/contract/chargebacks.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import { bankCalled } from '../banks/bank-called.ts';
import { disputed } from '../expectations/line-says.ts';
import { isOpenChargeback, withAnswerDay } from './chargeback-days.queries.ts';

/** Chargebacks as people work on them, and the files attached to them. */

export interface ChargebackRecord {
  stage: ChargebackStage;
  answeredOn: string | null;
  deadlineDay: string | null;
  deadlineByName: string | null;
  deadlineAt: Date | null;
}

export const selectChargeback = (tx: Tx, exceptionId: string): Promise<ChargebackRecord | null> =>
  tx.row<ChargebackRecord>(
    `SELECT stage, answered_on AS "answeredOn", deadline_day AS "deadlineDay", deadline_by_name AS "deadlineByName",
            deadline_at AS "deadlineAt"
       FROM bank_chargebacks WHERE merchant_id = tenant_id() AND exception_id = $1`,
    [exceptionId],
  );

export const upsertChargeback = (tx: Tx, exceptionId: string, one: ChargebackRecord): Promise<number> =>
  tx.change(
    `INSERT INTO bank_chargebacks
       (merchant_id, exception_id, stage, answered_on, deadline_day, deadline_by_name, deadline_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6)
     ON CONFLICT (merchant_id, exception_id) DO UPDATE
        SET stage = excluded.stage, answered_on = excluded.answered_on, deadline_day = excluded.deadline_day,
            deadline_by_name = excluded.deadline_by_name, deadline_at = excluded.deadline_at`,
    [exceptionId, one.stage, one.answeredOn, one.deadlineDay, one.deadlineByName, one.deadlineAt],
  );

export interface ReturnRecord {
  exceptionId: string;
  bankFileId: string;
  fileName: string;
  line: number;
  currency: Currency;
  amountMinor: number;
}

/**
 * Lines of any file that stands by which the bank gave back what it had taken for the payment of this chargeback, the
 * oldest first; none where the engine found no payment for it. What came before a second chargeback answers the first, and what
 * settles another one answers that.
 */
export const selectReturns = (tx: Tx, exceptionId: string, limit: number): Promise<ReturnRecord[]> =>
  tx.rows<ReturnRecord>(
    `SELECT r.id AS place, r.id::text AS "exceptionId", r.bank_file_id::text AS "bankFileId", f.file_name AS "fileName", r.of_row AS line, r.currency,
            r.difference_minor AS "amountMinor"
       FROM bank_exceptions x
       JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.bank_file_id = x.bank_file_id AND e.seq = x.seq
       JOIN bank_exceptions r ON r.merchant_id = tenant_id() AND r.outcome = 'chargeback' AND r.difference_minor > 0
        AND r.currency = x.currency AND r.gone IS NULL AND (r.settled_with IS NULL OR r.settled_with = x.id)
       JOIN bank_entries b ON b.merchant_id = tenant_id() AND b.bank_file_id = r.bank_file_id AND b.seq = r.seq
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = r.bank_file_id
      WHERE x.merchant_id = tenant_id() AND x.id = $1 AND x.gone IS NULL AND ${disputed('b')} = ${disputed('e')}
        AND (r.id > x.id OR NOT EXISTS (
          SELECT 1 FROM bank_exceptions y
            JOIN bank_entries d ON d.merchant_id = tenant_id() AND d.bank_file_id = y.bank_file_id AND d.seq = y.seq
           WHERE y.merchant_id = tenant_id() AND y.outcome = 'chargeback' AND y.difference_minor < 0 AND y.gone IS NULL
             AND y.id < x.id AND ${disputed('d')} = ${disputed('e')}))
      ORDER BY place LIMIT $2`,
    [exceptionId, limit],
  );

/** As SQL: open chargebacks x of which nobody noted an answer, with the day a.day by which it is wanted. */
const unanswered = `bank_exceptions x
  LEFT JOIN bank_chargebacks c ON c.merchant_id = tenant_id() AND c.exception_id = x.id
  ${withAnswerDay}`;
const isUnanswered = `${isOpenChargeback} AND coalesce(c.stage, 'RECEIVED') = 'RECEIVED'`;

export interface UnansweredRecord {
  bankName: string;
  bank: BankNames | null;
  fileName: string;
  line: number;
  currency: Currency;
  amountMinor: number;
  deadlineDay: string;
  kind: AnswerByKind;
}

/** Those with a day up to this one, the earliest first; amounts as the bank took them, without a sign. Served by bank_exceptions_open. */
export const selectUnanswered = (tx: Tx, upToDay: string, limit: number): Promise<UnansweredRecord[]> =>
  tx.rows<UnansweredRecord>(
    `SELECT x.id AS place, f.bank_name AS "bankName", ${bankCalled('f.bank_name')} AS bank,
            f.file_name AS "fileName", x.of_row AS line, x.currency,
            -x.difference_minor AS "amountMinor", a.day AS "deadlineDay", a.kind
       FROM ${unanswered}
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = x.bank_file_id
      WHERE ${isUnanswered} AND a.day <= $1
      ORDER BY a.day, place LIMIT $2`,
    [upToDay, limit],
  );

export interface UnansweredSums {
  soon: number;
  soonId: string | null;
  missed: number;
  missedId: string | null;
}

/** How many have a day before today, and from today up to a day. */
export const countUnanswered = (tx: Tx, today: string, upToDay: string): Promise<UnansweredSums | null> =>
  tx.row<UnansweredSums>(
    `SELECT count(*) FILTER (WHERE a.day >= $1) AS soon,
            min(x.id) FILTER (WHERE a.day >= $1)::text AS "soonId",
            count(*) FILTER (WHERE a.day < $1) AS missed,
            min(x.id) FILTER (WHERE a.day < $1)::text AS "missedId"
       FROM ${unanswered} WHERE ${isUnanswered} AND a.day <= $2`,
    [today, upToDay],
  );

/** Of how many no day is known, and nobody noted an answer. Served by bank_exceptions_open. */
export const countWithoutDeadline = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `SELECT count(*) AS count FROM ${unanswered} WHERE ${isUnanswered} AND a.day IS NULL`,
      [],
    )
  )?.count ?? 0;

interface EvidenceRecord {
  id: string;
  fileName: string;
  sizeBytes: number;
  byName: string;
  at: Date;
}

const evidenceColumns = `id AS place, id::text, file_name AS "fileName", octet_length(content) AS "sizeBytes",
  by_name AS "byName", at`;

export const selectEvidence = (tx: Tx, exceptionId: string): Promise<EvidenceRecord[]> =>
  tx.rows<EvidenceRecord>(
    `SELECT ${evidenceColumns} FROM chargeback_evidence
      WHERE merchant_id = tenant_id() AND exception_id = $1 ORDER BY place`,
    [exceptionId],
  );

export interface NewEvidence {
  exceptionId: string;
  fileName: string;
  mediaType: string;
  content: Buffer;
  byId: string;
  byName: string;
  at: Date;
}

export async function insertEvidence(tx: Tx, one: NewEvidence): Promise<EvidenceRecord> {
  const row = await tx.row<EvidenceRecord>(
    `INSERT INTO chargeback_evidence (merchant_id, exception_id, file_name, media_type, content, by_id, by_name, at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7) RETURNING ${evidenceColumns}`,
    [one.exceptionId, one.fileName, one.mediaType, one.content, one.byId, one.byName, one.at],
  );
  if (!row) throw new Error('the evidence was not written');
  return row;
}

export const selectEvidenceFile = (
  tx: Tx,
  id: string,
): Promise<{ fileName: string; mediaType: string; content: Buffer } | null> =>
  tx.row(
    `SELECT file_name AS "fileName", media_type AS "mediaType", content FROM chargeback_evidence
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id],
  );
