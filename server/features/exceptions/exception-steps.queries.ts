import type { ChargebackStage } from '@mizan/contract/chargebacks.ts';
import type { ExceptionStepKind } from '@mizan/contract/exceptions.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What people do with an exception, and what they said of it. */

export interface NewStep {
  exceptionId: string;
  kind: ExceptionStepKind;
  byId: string;
  byName: string;
  at: Date;
  note: string;
  otherName: string | null;
  /** Of a chargeback: how it stands from then on. */
  stage?: ChargebackStage;
}

export interface StepRecord {
  id: string;
  kind: ExceptionStepKind;
  byName: string;
  at: Date;
  note: string;
  otherName: string | null;
  stage: ChargebackStage | null;
}

const columns = `s.id AS place, s.id::text, s.kind, s.by_name AS "byName", s.at, s.note, s.other_name AS "otherName", s.stage`;

export async function insertStep(tx: Tx, step: NewStep): Promise<StepRecord> {
  const row = await tx.row<StepRecord>(
    `INSERT INTO bank_exception_steps AS s (merchant_id, exception_id, kind, by_id, by_name, at, note, other_name, stage)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
    [
      step.exceptionId,
      step.kind,
      step.byId,
      step.byName,
      step.at,
      step.note,
      step.otherName,
      step.stage ?? null,
    ],
  );
  if (!row) throw new Error('the step was not written');
  return row;
}

/** The newest first. Served by the primary key. */
export const selectSteps = (tx: Tx, exceptionId: string, limit: number): Promise<StepRecord[]> =>
  tx.rows<StepRecord>(
    `SELECT ${columns} FROM bank_exception_steps s
      WHERE s.merchant_id = tenant_id() AND s.exception_id = $1 ORDER BY place DESC LIMIT $2`,
    [exceptionId, limit],
  );

export interface StepOfMatch {
  bankFileId: string;
  lines: readonly number[];
  transactionIds: readonly string[];
  kind: 'MATCHED' | 'MATCH_UNDONE';
  byId: string;
  byName: string;
  at: Date;
  note: string;
}

/** A step of every exception that a match by hand is of. */
export async function addStepsOf(tx: Tx, of: StepOfMatch): Promise<void> {
  const exceptions = await tx.rows<{ id: string }>(
    `SELECT x.id::text FROM bank_exceptions x
      WHERE x.merchant_id = tenant_id()
        AND (x.of_file = $1 AND x.of_row = ANY ($2::bigint[]) OR x.of_file = 0 AND x.of_row = ANY ($3::bigint[]))`,
    [of.bankFileId, of.lines, of.transactionIds],
  );
  for (const { id } of exceptions) await insertStep(tx, { ...of, exceptionId: id, otherName: null });
}

/** An exception with what was said of it, for whoever changes it. */
export interface SaidRecord {
  said: 'ASKED' | 'ACCEPTED' | 'SETTLED' | null;
  saidOutcome: Outcome | null;
  saidCurrency: Currency | null;
  saidMinor: number | null;
  saidNote: string | null;
  askedById: string | null;
  askedByName: string | null;
  askedAt: Date | null;
  askedOfName: string | null;
  approvedByName: string | null;
  approvedAt: Date | null;
}

const saidColumns = `said, said_outcome AS "saidOutcome", said_currency AS "saidCurrency", said_minor AS "saidMinor",
  said_note AS "saidNote", asked_by_id::text AS "askedById", asked_by_name AS "askedByName", asked_at AS "askedAt",
  asked_of_name AS "askedOfName", approved_by_name AS "approvedByName", approved_at AS "approvedAt"`;

/** What was said, with the row locked: two answers at once come one after the other. Null where there is no such exception. */
export const lockSaid = (tx: Tx, id: string): Promise<SaidRecord | null> =>
  tx.row<SaidRecord>(
    `SELECT ${saidColumns} FROM bank_exceptions WHERE merchant_id = tenant_id() AND id = $1 FOR UPDATE`,
    [id],
  );

export const selectSaid = (tx: Tx, id: string): Promise<SaidRecord | null> =>
  tx.row<SaidRecord>(
    `SELECT ${saidColumns} FROM bank_exceptions WHERE merchant_id = tenant_id() AND id = $1`,
    [id],
  );

export interface NewSaid {
  id: string;
  said: 'ASKED' | 'ACCEPTED';
  outcome: Outcome;
  currency: Currency;
  differenceMinor: number;
  note: string;
  limitMinor: number;
  byId: string;
  byName: string;
  at: Date;
  askedOf: { id: string; name: string } | null;
}

/** Keeps what one person says of the figures as they are. */
export const saveSaid = (tx: Tx, one: NewSaid): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions
        SET said = $2, said_outcome = $3, said_currency = $4, said_minor = $5, said_note = $6, limit_minor = $7,
            asked_by_id = $8, asked_by_name = $9, asked_at = $10, asked_of_id = $11, asked_of_name = $12,
            approved_by_id = NULL, approved_by_name = NULL, approved_at = NULL
      WHERE merchant_id = tenant_id() AND id = $1`,
    [
      one.id,
      one.said,
      one.outcome,
      one.currency,
      one.differenceMinor,
      one.note,
      one.limitMinor,
      one.byId,
      one.byName,
      one.at,
      one.askedOf?.id ?? null,
      one.askedOf?.name ?? null,
    ],
  );

/** The second person's word; a check of the table refuses the first one's. */
export const saveApproval = (
  tx: Tx,
  id: string,
  by: { userId: string; fullName: string },
  at: Date,
): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions SET said = 'ACCEPTED', approved_by_id = $2, approved_by_name = $3, approved_at = $4
      WHERE merchant_id = tenant_id() AND id = $1 AND said = 'ASKED'`,
    [id, by.userId, by.fullName, at],
  );

export const forgetSaid = (tx: Tx, id: string): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions
        SET said = NULL, said_outcome = NULL, said_currency = NULL, said_minor = NULL, said_note = NULL,
            limit_minor = NULL, asked_by_id = NULL, asked_by_name = NULL, asked_at = NULL, asked_of_id = NULL,
            asked_of_name = NULL, approved_by_id = NULL, approved_by_name = NULL, approved_at = NULL
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id],
  );

export const saveAssignee = (
  tx: Tx,
  id: string,
  person: { id: string; name: string } | null,
): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions SET assignee_id = $2, assignee_name = $3 WHERE merchant_id = tenant_id() AND id = $1`,
    [id, person?.id ?? null, person?.name ?? null],
  );

export interface LimitRecord {
  limitMinor: number;
  byName: string;
  at: Date;
}

export const selectLimit = (tx: Tx): Promise<LimitRecord | null> =>
  tx.row<LimitRecord>(
    `SELECT limit_minor AS "limitMinor", by_name AS "byName", at FROM exception_limits WHERE merchant_id = tenant_id()`,
  );

export const upsertLimit = (tx: Tx, one: LimitRecord & { byId: string }): Promise<number> =>
  tx.change(
    `INSERT INTO exception_limits (merchant_id, limit_minor, by_id, by_name, at) VALUES (tenant_id(), $1, $2, $3, $4)
     ON CONFLICT (merchant_id) DO UPDATE
        SET limit_minor = excluded.limit_minor, by_id = excluded.by_id, by_name = excluded.by_name, at = excluded.at`,
    [one.limitMinor, one.byId, one.byName, one.at],
  );

/** Until the transaction ends: what one person accepts comes one after the other, so that each sees the sum before it. */
export const lockAlone = (tx: Tx, personId: string): Promise<number> =>
  tx.change(
    `SELECT pg_advisory_xact_lock(hashtextextended('accepted by ' || tenant_id() || ' ' || $1::text, 0))`,
    [personId],
  );

/** What a person accepted alone since then and nobody took back, in halalas without signs. Served by bank_exceptions_alone. */
export const sumAlone = async (tx: Tx, personId: string, since: Date): Promise<number> =>
  (
    await tx.row<{ aloneMinor: number }>(
      `SELECT coalesce(sum(abs(said_minor)), 0)::bigint AS "aloneMinor" FROM bank_exceptions
        WHERE merchant_id = tenant_id() AND said = 'ACCEPTED' AND approved_by_id IS NULL AND asked_by_id = $1
          AND asked_at > $2 AND said_currency = 'SAR'`,
      [personId, since],
    )
  )?.aloneMinor ?? 0;
