import type { AskedLines, CorrectedLines, GivenAnswer } from '@mizan/contract/earlier-files.ts';
import type { LineAnswerKind } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { LineAnswer } from '../../reconciliation/match/brought-before.ts';
import { heldBy } from './held-payments.queries.ts';

/** What people said of lines that earlier files seem to have brought, and what there is to be said. */

/** The answers that stand, as the engine takes them. */
export const selectAnswers = (tx: Tx, bankFileId: string): Promise<LineAnswer[]> =>
  tx.rows<LineAnswer>(
    `SELECT earlier_file_id::text AS "earlierFileId", line, answer = 'SAME' AS "isSame" FROM bank_line_answers
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND answer IS NOT NULL`,
    [bankFileId],
  );

type GivenRecord = Omit<GivenAnswer, 'at'> & { at: Date };

/** The answers that stand, the newest first. */
export const selectGiven = (tx: Tx, bankFileId: string): Promise<GivenRecord[]> =>
  tx.rows<GivenRecord>(
    `SELECT a.earlier_file_id::text AS "bankFileId", f.file_name AS "fileName", nullif(a.line, 0) AS line, a.answer,
            a.by_name AS "byName", a.at
       FROM bank_line_answers a
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = a.earlier_file_id
      WHERE a.merchant_id = tenant_id() AND a.bank_file_id = $1 AND a.answer IS NOT NULL
      ORDER BY a.at DESC, a.earlier_file_id, a.line LIMIT 200`,
    [bankFileId],
  );

const earlierFile = `JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = (e.detail -> 'params' ->> 'bankFileId')::bigint`;

/** Lines that are asked about, by the earlier file. Served by bank_entries_by_outcome. */
export const selectAsked = (tx: Tx, bankFileId: string): Promise<AskedLines[]> =>
  tx.rows<AskedLines>(
    `SELECT f.id AS place, f.id::text AS "bankFileId", f.file_name AS "fileName", e.currency, count(*) AS count,
            sum(e.bank_minor)::bigint AS "bankMinor"
       FROM bank_entries e ${earlierFile}
      WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.outcome = 'sameAsBefore' AND e.outcome <> 'matched'
      GROUP BY f.id, f.file_name, e.currency ORDER BY place, e.currency`,
    [bankFileId],
  );

/** Lines that came with other figures than before, by the earlier file, where that one may be replaced. */
export const selectCorrected = (
  tx: Tx,
  bankFileId: string,
): Promise<Omit<CorrectedLines, 'heldCount' | 'takenCount'>[]> =>
  tx.rows<Omit<CorrectedLines, 'heldCount' | 'takenCount'>>(
    `SELECT f.id AS place, f.id::text AS "bankFileId", f.file_name AS "fileName", e.currency, count(*) AS count,
            sum(e.difference_minor)::bigint AS "differenceMinor"
       FROM bank_entries e ${earlierFile}
      WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.outcome IN ('amountDiffers', 'feeDiffers')
        AND e.outcome <> 'matched' AND e.reason = 'corrected' AND f.state = 'DONE'
      GROUP BY f.id, f.file_name, e.currency ORDER BY place, e.currency`,
    [bankFileId],
  );

/** Payments that a file holds, and those of them that a later file has a line of. */
export async function countTakenOver(
  tx: Tx,
  bankFileId: string,
  earlierFileId: string,
): Promise<{ heldCount: number; takenCount: number }> {
  const row = await tx.row<{ heldCount: number; takenCount: number }>(
    `SELECT (SELECT count(*) FROM ${heldBy('$2')} AS c) AS "heldCount",
            (SELECT count(DISTINCT e.transaction_id) FROM bank_entries e
               JOIN ${heldBy('$2')} AS c ON c.transaction_id = e.transaction_id
              WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.line IS NOT NULL) AS "takenCount"`,
    [bankFileId, earlierFileId],
  );
  return row ?? { heldCount: 0, takenCount: 0 };
}

/** Whether there is anything to answer: the line, or any line, is asked about, or was and has an answer. */
export const isAskedAbout = async (
  tx: Tx,
  { bankFileId, earlierFileId, line }: { bankFileId: string; earlierFileId: string; line: number | null },
): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM bank_entries e
      WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1
        AND e.outcome IN ('sameAsBefore', 'confirmedBefore', 'duplicate') AND e.outcome <> 'matched'
        AND ($3::bigint IS NULL OR e.line = $3) AND e.detail -> 'params' ->> 'bankFileId' = $2
        AND (e.outcome = 'sameAsBefore' OR e.detail -> 'params' ? 'isAnswered')
      LIMIT 1`,
    [bankFileId, earlierFileId, line],
  )) !== null;

export interface NewAnswer {
  bankFileId: string;
  earlierFileId: string;
  /** 0 is every line that has no answer of its own. */
  line: number;
  answer: LineAnswerKind | null;
  byId: string;
  byName: string;
  at: Date;
}

/** Locks the answer that stands; undefined where there never was one. */
export const lockAnswer = async (
  tx: Tx,
  { bankFileId, earlierFileId, line }: Pick<NewAnswer, 'bankFileId' | 'earlierFileId' | 'line'>,
): Promise<LineAnswerKind | null> => {
  const row = await tx.row<{ answer: LineAnswerKind | null }>(
    `SELECT answer FROM bank_line_answers
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND earlier_file_id = $2 AND line = $3 FOR UPDATE`,
    [bankFileId, earlierFileId, line],
  );
  return row?.answer ?? null;
};

export const saveAnswer = (tx: Tx, one: NewAnswer): Promise<number> =>
  tx.change(
    `INSERT INTO bank_line_answers (merchant_id, bank_file_id, earlier_file_id, line, answer, by_id, by_name, at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (merchant_id, bank_file_id, earlier_file_id, line)
     DO UPDATE SET answer = excluded.answer, by_id = excluded.by_id, by_name = excluded.by_name, at = excluded.at`,
    [one.bankFileId, one.earlierFileId, one.line, one.answer, one.byId, one.byName, one.at],
  );
