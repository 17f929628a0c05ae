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
    `SELECT ${columns} FROM report_schedules WHERE merchant_id = tenant_id() AND next_at IS NOT NULL ORDER BY id`,
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

/** Those who add one take turns until their transactions end, so that they are counted one after the other. */
export const takeTurns = async (tx: Tx): Promise<void> =>
  void (await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('report_schedules', tenant_id()))`));

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

/** As the platform: what is due, over all merchants, the longest due first. */
export const selectDue = (
  db: Database,
  now: Date,
  limit: number,
): Promise<(ScheduleRow & { merchantId: string })[]> =>
  platformRows(
    db,
    `SELECT merchant_id::text AS "merchantId", ${columns} FROM report_schedules WHERE next_at <= $1
      ORDER BY next_at LIMIT $2`,
    [now, limit],
  );

/** As the platform: whether it is still due at this moment; it is locked then, and nobody else writes it. */
export const lockDue = async (tx: Tx, merchantId: string, id: string, dueAt: Date): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 FROM report_schedules WHERE merchant_id = $1 AND id = $2 AND next_at = $3 FOR UPDATE SKIP LOCKED`,
    [merchantId, id, dueAt],
  )) !== null;

export const setNext = (tx: Tx, merchantId: string, id: string, nextAt: Date): Promise<number> =>
  tx.change('UPDATE report_schedules SET next_at = $3 WHERE merchant_id = $1 AND id = $2', [
    merchantId,
    id,
    nextAt,
  ]);

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
  run: Omit<RunRow, 'id'> & { scheduleId: string },
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO report_runs (merchant_id, schedule_id, kind, format, from_day, to_day, due_at, written_at, recipients_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id::text`,
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
    ],
  );
  if (!row) throw new Error('a report was not written down');
  return row.id;
}

export const selectRuns = (tx: Tx, limit: number): Promise<RunRow[]> =>
  tx.rows<RunRow>(
    `SELECT id::text, kind, format, from_day::text AS "from", to_day::text AS "to", due_at AS "dueAt",
            written_at AS "writtenAt", recipients_count AS "recipientsCount"
       FROM report_runs WHERE merchant_id = tenant_id() ORDER BY id DESC LIMIT $1`,
    [limit],
  );
