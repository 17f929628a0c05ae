import type { ExportState, FileFormat } from '@mizan/contract/export-terms.ts';
import type { FileSubject } from '@mizan/contract/exports.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Reader } from '../../platform/words.ts';

export interface ExportRecord {
  id: string;
  askedBy: string;
  subject: FileSubject;
  format: FileFormat;
  state: ExportState;
  reader: Reader;
  fileName: string;
  rowsDone: number;
  rowsTotal: number;
  sizeBytes: number | null;
  fileUuid: string | null;
  attempts: number;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
}

const columns = `id::text, asked_by::text AS "askedBy", subject, format, state, reader, file_name AS "fileName", rows_done AS "rowsDone",
  rows_total AS "rowsTotal", size_bytes AS "sizeBytes", file_uuid::text AS "fileUuid", attempts,
  created_at AS "createdAt", finished_at AS "finishedAt", expires_at AS "expiresAt"`;

/** Those of the merchant that are not over; under a lock, so that two askers are counted one after the other. */
export async function countOpen(tx: Tx): Promise<number> {
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('export_jobs', tenant_id()))`);
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM export_jobs
      WHERE merchant_id = tenant_id() AND state IN ('WAITING', 'RUNNING')`,
  );
  return row?.count ?? 0;
}

/**
 * Makes room for another file of everything: those that are there go with the next look at what is over. False where one is
 * being written. After countOpen, which takes the lock.
 */
export async function giveWay(tx: Tx, kind: FileSubject['kind'], at: Date): Promise<boolean> {
  const open = await tx.row(
    `SELECT 1 FROM export_jobs
      WHERE merchant_id = tenant_id() AND subject ->> 'kind' = $1 AND state IN ('WAITING', 'RUNNING') LIMIT 1`,
    [kind],
  );
  if (open) return false;
  await tx.change(
    `UPDATE export_jobs SET expires_at = $2
      WHERE merchant_id = tenant_id() AND subject ->> 'kind' = $1 AND state = 'DONE' AND expires_at > $2`,
    [kind, at],
  );
  return true;
}

export const insertJob = (
  tx: Tx,
  job: Pick<
    ExportRecord,
    'askedBy' | 'subject' | 'format' | 'reader' | 'fileName' | 'rowsTotal' | 'createdAt'
  >,
): Promise<ExportRecord | null> =>
  tx.row<ExportRecord>(
    `INSERT INTO export_jobs (merchant_id, asked_by, subject, format, reader, file_name, state, rows_total, created_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, 'WAITING', $6, $7) RETURNING ${columns}`,
    [
      job.askedBy,
      JSON.stringify(job.subject),
      job.format,
      JSON.stringify(job.reader),
      job.fileName,
      job.rowsTotal,
      job.createdAt,
    ],
  );

/** The own one: a file may hold what another person of the merchant may not see. */
export const selectJob = (tx: Tx, id: string, askedBy: string): Promise<ExportRecord | null> =>
  tx.row<ExportRecord>(
    `SELECT ${columns} FROM export_jobs WHERE merchant_id = tenant_id() AND id = $1 AND asked_by = $2`,
    [id, askedBy],
  );

/** Those of one person, the newest first. */
export const selectNewest = (
  tx: Tx,
  askedBy: string,
  kind: FileSubject['kind'],
  limit: number,
): Promise<ExportRecord[]> =>
  tx.rows<ExportRecord>(
    `SELECT ${columns} FROM (SELECT *, export_jobs.id AS place FROM export_jobs) export_jobs
      WHERE merchant_id = tenant_id() AND asked_by = $1 AND subject ->> 'kind' = $2
      ORDER BY place DESC LIMIT $3`,
    [askedBy, kind, limit],
  );

/** Gives the job to a run, also from one that died; null where it is over. */
export const takeJob = (tx: Tx, id: string, run: string): Promise<ExportRecord | null> =>
  tx.row<ExportRecord>(
    `UPDATE export_jobs SET state = 'RUNNING', file_uuid = $2, rows_done = 0, attempts = attempts + 1
      WHERE merchant_id = tenant_id() AND id = $1 AND state IN ('WAITING', 'RUNNING') RETURNING ${columns}`,
    [id, run],
  );

/** @returns 0 where the run has lost its lease. */
export const tellProgress = (tx: Tx, id: string, run: string, rowsDone: number): Promise<number> =>
  tx.change(
    `UPDATE export_jobs SET rows_done = $3
      WHERE merchant_id = tenant_id() AND id = $1 AND file_uuid = $2 AND state = 'RUNNING'`,
    [id, run, rowsDone],
  );

/** As `tellProgress`, of a file whose rows are counted only while it is written. */
export const tellProgressOf = (
  tx: Tx,
  id: string,
  run: string,
  { done, total }: { done: number; total: number },
): Promise<number> =>
  tx.change(
    `UPDATE export_jobs SET rows_done = $3, rows_total = $4
      WHERE merchant_id = tenant_id() AND id = $1 AND file_uuid = $2 AND state = 'RUNNING'`,
    [id, run, done, total],
  );

/** @returns 0 where the run has lost its lease. */
export const finishJob = (
  tx: Tx,
  id: string,
  run: string,
  { at, expiresAt, sizeBytes }: { at: Date; expiresAt: Date; sizeBytes: number },
): Promise<number> =>
  tx.change(
    `UPDATE export_jobs SET state = 'DONE', finished_at = $3, expires_at = $4, size_bytes = $5
      WHERE merchant_id = tenant_id() AND id = $1 AND file_uuid = $2 AND state = 'RUNNING'`,
    [id, run, at, expiresAt, sizeBytes],
  );

export const failJob = (tx: Tx, id: string, run: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE export_jobs SET state = 'FAILED', finished_at = $3
      WHERE merchant_id = tenant_id() AND id = $1 AND file_uuid = $2 AND state = 'RUNNING'`,
    [id, run, at],
  );

/** A running one is CANCELED, a finished one EXPIRED before its time; null where it is over already. */
export const giveUpJob = (tx: Tx, id: string, askedBy: string, at: Date): Promise<ExportRecord | null> =>
  tx.row<ExportRecord>(
    `UPDATE export_jobs SET state = CASE WHEN state = 'DONE' THEN 'EXPIRED' ELSE 'CANCELED' END,
        finished_at = coalesce(finished_at, $3)
      WHERE merchant_id = tenant_id() AND id = $1 AND asked_by = $2 AND state IN ('WAITING', 'RUNNING', 'DONE')
      RETURNING ${columns}`,
    [id, askedBy, at],
  );

/** As the platform: files of all merchants whose time is over. */
export const expireJobs = (tx: Tx, at: Date): Promise<{ fileUuid: string }[]> =>
  tx.rows<{ fileUuid: string }>(
    `UPDATE export_jobs SET state = 'EXPIRED' WHERE state = 'DONE' AND expires_at <= $1
      RETURNING file_uuid::text AS "fileUuid"`,
    [at],
  );

/** As the platform. */
export const deleteOldJobs = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM export_jobs WHERE created_at < $1', [before]);
