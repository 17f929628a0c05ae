import type { ReportFormat, ReportKind, ReportRhythm } from '@mizan/contract/reports.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** The statements behind reports.service.ts and report-run.ts. */
export interface ScheduleRow {
  id: string;
  kind: ReportKind;
  rhythm: ReportRhythm;
  atTime: string;
  format: ReportFormat;
  recipientIds: string[];
  nextAt: Date;
}
const columns = `id::text, kind, rhythm, at_time AS "atTime", format, recipient_ids::text[] AS "recipientIds",
  next_at AS "nextAt"`;

/** Those that were not stopped. */
export const selectSchedules = (tx: Tx): Promise<ScheduleRow[]> =>
  tx.rows<ScheduleRow>(
    `SELECT ${columns} FROM (SELECT *, report_schedules.id AS place FROM report_schedules) report_schedules WHERE merchant_id = tenant_id() AND next_at IS NOT NULL ORDER BY place`,
  );

export const selectSchedule = (tx: Tx, id: string): Promise<ScheduleRow | null> =>
  tx.row<ScheduleRow>(
    `SELECT ${columns} FROM report_schedules
      WHERE merchant_id = tenant_id() AND id = $1 AND next_at IS NOT NULL FOR UPDATE`,
    [id],
  );

/** Whether a merchant is in business: who is suspended cannot sign in, and is sent nothing to read either. */
export const isInBusiness = async (db: Database, merchantId: string): Promise<boolean> =>
  (await platformRows(db, `SELECT 1 FROM merchants WHERE id = $1 AND status = 'ACTIVE'`, [merchantId]))
    .length > 0;

/** Those who add one, or ask for one, take turns until their transactions end, so that they are counted one after the other. */
export const takeTurns = async (tx: Tx, merchantId: string): Promise<void> =>
  void (await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('report_schedules', $1::bigint))`, [
    merchantId,
  ]));

export const insertSchedule = (
  tx: Tx,
  row: Omit<ScheduleRow, 'id'> & { createdAt: Date },
): Promise<{ id: string } | null> =>
  tx.row<{ id: string }>(
    `INSERT INTO report_schedules (merchant_id, kind, rhythm, at_time, format, recipient_ids, next_at, created_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5::bigint[], $6, $7) RETURNING id::text`,
    [row.kind, row.rhythm, row.atTime, row.format, row.recipientIds, row.nextAt, row.createdAt],
  );

export const endSchedule = (tx: Tx, id: string): Promise<number> =>
  tx.change('UPDATE report_schedules SET next_at = NULL WHERE merchant_id = tenant_id() AND id = $1', [id]);

/** As the platform: what is due and nobody writes, over all merchants; what was tried before comes by its turn to be tried again. */
export const selectDue = (
  db: Database,
  now: Date,
  limit: number,
): Promise<(ScheduleRow & { merchantId: string })[]> =>
  platformRows(
    db,
    `SELECT merchant_id::text AS "merchantId", ${columns} FROM report_schedules
      WHERE next_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)
      ORDER BY coalesce(claimed_until, next_at) LIMIT $2`,
    [now, limit],
  );

/** As the platform: takes what is due at this moment until an instant; false where somebody else has it or it is done. */
export const claimDue = async (
  tx: Tx,
  { merchantId, id, nextAt: dueAt }: ScheduleRow & { merchantId: string },
  now: Date,
  until: Date,
): Promise<boolean> =>
  (await tx.change(
    `UPDATE report_schedules SET claimed_until = $5
      WHERE merchant_id = $1 AND id = $2 AND next_at = $3 AND (claimed_until IS NULL OR claimed_until <= $4)`,
    [merchantId, id, dueAt, now, until],
  )) === 1;

/** As the platform: whether it is still due at this moment; it is locked then, and nobody else writes it. */
export const lockDue = async (tx: Tx, merchantId: string, id: string, dueAt: Date): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 FROM report_schedules WHERE merchant_id = $1 AND id = $2 AND next_at = $3 FOR UPDATE SKIP LOCKED`,
    [merchantId, id, dueAt],
  )) !== null;

export const setNext = (tx: Tx, merchantId: string, id: string, nextAt: Date): Promise<number> =>
  tx.change(
    'UPDATE report_schedules SET next_at = $3, claimed_until = NULL WHERE merchant_id = $1 AND id = $2',
    [merchantId, id, nextAt],
  );

export interface RunRow {
  id: string;
  kind: ReportKind;
  format: ReportFormat;
  from: string;
  to: string;
  dueAt: Date | null;
  writtenAt: Date;
  recipientsCount: number;
}

export async function insertRun(
  tx: Tx,
  merchantId: string,
  run: Omit<RunRow, 'id'> & { scheduleId: string; isWritten: boolean },
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO report_runs (merchant_id, schedule_id, kind, format, from_day, to_day, due_at, written_at, recipients_count,
       is_written)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id::text`,
    [
      merchantId,
      run.scheduleId,
      run.kind,
      run.format,
      run.from,
      run.to,
      run.dueAt,
      run.writtenAt,
      run.recipientsCount,
      run.isWritten,
    ],
  );
  if (!row) throw new Error('a report was not written down');
  return row.id;
}

export const updateRunWritten = (tx: Tx, merchantId: string, id: string): Promise<number> =>
  tx.change('UPDATE report_runs SET is_written = true WHERE merchant_id = $1 AND id = $2', [merchantId, id]);

/** As the platform: how many were asked for since an instant, and the first of them. */
export const selectAsked = async (
  tx: Tx,
  merchantId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> =>
  (await tx.row<{ count: number; first: Date | null }>(
    `SELECT count(*)::int AS count, min(written_at) AS first FROM report_runs
      WHERE merchant_id = $1 AND due_at IS NULL AND written_at > $2`,
    [merchantId, since],
  )) ?? { count: 0, first: null };

export const selectRuns = (tx: Tx, limit: number): Promise<RunRow[]> =>
  tx.rows<RunRow>(
    `SELECT id AS place, id::text, kind, format, from_day::text AS "from", to_day::text AS "to", due_at AS "dueAt",
            written_at AS "writtenAt", recipients_count AS "recipientsCount"
       FROM report_runs WHERE merchant_id = tenant_id() AND is_written ORDER BY place DESC LIMIT $1`,
    [limit],
  );
