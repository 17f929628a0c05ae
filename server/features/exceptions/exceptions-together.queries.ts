import type { ExceptionState, ExceptionStepKind } from '@mizan/contract/exceptions.ts';
import type { TogetherAnswer } from '@mizan/contract/exceptions-together.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Several exceptions at once: each statement changes all that were locked before. */

export interface Asking {
  requestId: string;
  askedSha256: Buffer;
  byId: string;
  byName: string;
  at: Date;
}

/** Keeps the question; false where it was asked before, by somebody whose transaction is over. */
export const insertRequest = async (tx: Tx, one: Asking): Promise<boolean> =>
  (await tx.change(
    `INSERT INTO exception_requests (merchant_id, request_id, asked_sha256, by_id, by_name, at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5) ON CONFLICT (merchant_id, request_id) DO NOTHING`,
    [one.requestId, one.askedSha256, one.byId, one.byName, one.at],
  )) === 1;

export const selectRequest = (
  tx: Tx,
  requestId: string,
): Promise<{ askedSha256: Buffer; answer: TogetherAnswer; byId: string } | null> =>
  tx.row(
    `SELECT asked_sha256 AS "askedSha256", answer, by_id::text AS "byId" FROM exception_requests
      WHERE merchant_id = tenant_id() AND request_id = $1`,
    [requestId],
  );

export const saveAnswer = (tx: Tx, requestId: string, answer: TogetherAnswer): Promise<number> =>
  tx.change('UPDATE exception_requests SET answer = $2 WHERE merchant_id = tenant_id() AND request_id = $1', [
    requestId,
    JSON.stringify(answer),
  ]);

export interface TogetherRecord {
  id: string;
  state: ExceptionState;
  outcome: Outcome;
  currency: Currency;
  differenceMinor: number;
  askedById: string | null;
  bankFileId: string;
  transactionId: string | null;
}

const columns = `id AS place, id::text, state, outcome, currency, difference_minor AS "differenceMinor",
  asked_by_id::text AS "askedById", bank_file_id::text AS "bankFileId",
  CASE WHEN of_file = 0 THEN of_row::text END AS "transactionId"`;

/**
 * Those of them that nobody else holds, locked. Waiting for the others could stop with a judging that holds them and waits for
 * one of these: they are answered as busy instead.
 */
export const lockFree = (tx: Tx, ids: readonly string[]): Promise<TogetherRecord[]> =>
  tx.rows<TogetherRecord>(
    `SELECT ${columns} FROM bank_exceptions WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])
      ORDER BY place FOR UPDATE SKIP LOCKED`,
    [ids],
  );

export const selectTogether = (tx: Tx, ids: readonly string[]): Promise<TogetherRecord[]> =>
  tx.rows<TogetherRecord>(
    `SELECT ${columns} FROM bank_exceptions WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[]) ORDER BY place`,
    [ids],
  );

export interface SaidTogether {
  said: 'ASKED' | 'ACCEPTED';
  note: string;
  limitMinor: number;
  byId: string;
  byName: string;
  at: Date;
  askedOf: { id: string; name: string } | null;
}

/** Keeps what one person says of the figures as they are. */
export const saveSaidTogether = (tx: Tx, ids: readonly string[], one: SaidTogether): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions
        SET said = $2, said_outcome = outcome, said_currency = currency, said_minor = difference_minor, said_note = $3,
            limit_minor = $4, asked_by_id = $5, asked_by_name = $6, asked_at = $7, asked_of_id = $8,
            asked_of_name = $9, approved_by_id = NULL, approved_by_name = NULL, approved_at = NULL
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])`,
    [
      ids,
      one.said,
      one.note,
      one.limitMinor,
      one.byId,
      one.byName,
      one.at,
      one.askedOf?.id ?? null,
      one.askedOf?.name ?? null,
    ],
  );

export const saveApprovals = (
  tx: Tx,
  ids: readonly string[],
  by: { userId: string; fullName: string },
  at: Date,
): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions SET said = 'ACCEPTED', approved_by_id = $2, approved_by_name = $3, approved_at = $4
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[]) AND said = 'ASKED'`,
    [ids, by.userId, by.fullName, at],
  );

export const forgetSaidTogether = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions
        SET said = NULL, said_outcome = NULL, said_currency = NULL, said_minor = NULL, said_note = NULL,
            limit_minor = NULL, asked_by_id = NULL, asked_by_name = NULL, asked_at = NULL, asked_of_id = NULL,
            asked_of_name = NULL, approved_by_id = NULL, approved_by_name = NULL, approved_at = NULL
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])`,
    [ids],
  );

export const saveAssignees = (
  tx: Tx,
  ids: readonly string[],
  person: { id: string; name: string } | null,
): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions SET assignee_id = $2, assignee_name = $3
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])`,
    [ids, person?.id ?? null, person?.name ?? null],
  );

/** The same step of each of them. */
export const insertSteps = (
  tx: Tx,
  ids: readonly string[],
  step: {
    kind: ExceptionStepKind;
    byId: string;
    byName: string;
    at: Date;
    note: string;
    otherName: string | null;
  },
): Promise<unknown> =>
  tx.rows(
    `INSERT INTO bank_exception_steps (merchant_id, exception_id, kind, by_id, by_name, at, note, other_name)
     SELECT tenant_id(), one, $2, $3, $4, $5, $6, $7 FROM unnest($1::bigint[]) AS one RETURNING id`,
    [ids, step.kind, step.byId, step.byName, step.at, step.note, step.otherName],
  );

/** As the platform, of all merchants: what was asked before then. */
export const deleteOldRequests = (tx: Tx, before: Date, most: number): Promise<number> =>
  tx.change(
    `DELETE FROM exception_requests WHERE (merchant_id, request_id) IN (
       SELECT merchant_id, request_id FROM exception_requests WHERE at < $1 LIMIT $2)`,
    [before, most],
  );
