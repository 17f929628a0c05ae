import type { BulkLine, BulkState, BulkVerdict } from '@mizan/contract/bulk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { withoutCopy } from '../../platform/database/without-copy.ts';
import type { CountsByKind } from './check/check-file.ts';
import type { Cells, CheckedLine, Wanted } from './check/checked-line.ts';
import type { MovedSeat } from './seats.queries.ts';

export interface RunRecord {
  id: string;
  byId: string;
  byName: string;
  fileName: string;
  state: BulkState;
  failure: 'changedSince' | 'notAllowed' | 'broken' | null;
  isWhole: boolean;
  counts: CountsByKind;
  written: number;
  toWrite: number;
  readMs: number;
  attempts: number;
  createdAt: Date;
  finishedAt: Date | null;
}

const columns = `id::text, by_id::text AS "byId", by_name AS "byName", file_name AS "fileName", state, failure,
  is_whole AS "isWhole", counts, written, to_write AS "toWrite", read_ms AS "readMs", attempts,
  created_at AS "createdAt", finished_at AS "finishedAt"`;

export async function insertRun(
  tx: Tx,
  merchantId: string,
  run: Pick<RunRecord, 'byId' | 'byName' | 'fileName' | 'counts' | 'readMs' | 'createdAt'>,
): Promise<string> {
  const { NEW, CHANGED } = run.counts.all;
  const row = await tx.row<{ id: string }>(
    `INSERT INTO bulk_runs (merchant_id, by_id, by_name, file_name, state, counts, to_write, read_ms, created_at)
     VALUES ($1, $2, $3, $4, 'CHECKED', $5, $6, $7, $8) RETURNING id::text`,
    [
      merchantId,
      run.byId,
      run.byName,
      run.fileName,
      JSON.stringify(run.counts),
      NEW + CHANGED,
      run.readMs,
      run.createdAt,
    ],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

/** By this they are written: branches, people, terminals; of each, what is new before what changes. */
const placeOf = ({ kind, verdict }: CheckedLine): number => {
  const kinds = { branch: 1, user: 3, terminal: 5 } as const;
  return kind === null ? 0 : kinds[kind] + Number(verdict === 'CHANGED');
};

export const insertLines = (
  tx: Tx,
  merchantId: string,
  runId: string,
  lines: readonly CheckedLine[],
): Promise<number> =>
  tx.change(
    `INSERT INTO bulk_lines (merchant_id, run_id, line, kind, place, verdict, name_en, name_ar, code, cells, changes,
       problems, wanted, target_id)
     SELECT $1, $2, line, kind, place, verdict, "nameEn", "nameAr", code, cells, changes, problems,
            nullif(wanted, 'null'::jsonb), "targetId"
       FROM jsonb_to_recordset($3) AS r(line integer, kind text, place smallint, verdict text, "nameEn" text,
         "nameAr" text, code text, cells jsonb, changes jsonb, problems jsonb, wanted jsonb, "targetId" bigint)
     ${withoutCopy}`,
    [merchantId, runId, JSON.stringify(lines.map((line) => ({ ...line, place: placeOf(line) })))],
  );

export const selectRuns = (tx: Tx, merchantId: string, limit: number): Promise<RunRecord[]> =>
  tx.rows<RunRecord>(
    `SELECT ${columns} FROM (SELECT *, bulk_runs.id AS place FROM bulk_runs) bulk_runs WHERE merchant_id = $1 ORDER BY place DESC LIMIT $2`,
    [merchantId, limit],
  );

export const selectRun = (tx: Tx, merchantId: string, id: string): Promise<RunRecord | null> =>
  tx.row<RunRecord>(`SELECT ${columns} FROM bulk_runs WHERE merchant_id = $1 AND id = $2`, [merchantId, id]);

export const lockRun = (tx: Tx, merchantId: string, id: string): Promise<RunRecord | null> =>
  tx.row<RunRecord>(`SELECT ${columns} FROM bulk_runs WHERE merchant_id = $1 AND id = $2 FOR UPDATE`, [
    merchantId,
    id,
  ]);

export const countRunning = async (tx: Tx, merchantId: string): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `SELECT count(*) FROM bulk_runs WHERE merchant_id = $1 AND state = 'RUNNING'`,
      [merchantId],
    )
  )?.count ?? 0;

export const beginRun = (tx: Tx, merchantId: string, id: string, isWhole: boolean): Promise<number> =>
  tx.change(
    `UPDATE bulk_runs SET state = 'RUNNING', is_whole = $3 WHERE merchant_id = $1 AND id = $2 AND state = 'CHECKED'`,
    [merchantId, id, isWhole],
  );

/** Gives the run to a process, also from one that died; null where it is over. */
export const takeRun = (tx: Tx, merchantId: string, id: string, lease: string): Promise<RunRecord | null> =>
  tx.row<RunRecord>(
    `UPDATE bulk_runs SET lease = $3, attempts = attempts + 1
      WHERE merchant_id = $1 AND id = $2 AND state = 'RUNNING' RETURNING ${columns}`,
    [merchantId, id, lease],
  );

/** @returns 0 where the process has lost its hold, or somebody cancelled. */
export const tellWritten = (
  tx: Tx,
  merchantId: string,
  id: string,
  { lease, written }: { lease: string; written: number },
): Promise<number> =>
  tx.change(
    `UPDATE bulk_runs SET written = $4
      WHERE merchant_id = $1 AND id = $2 AND lease = $3 AND state = 'RUNNING'`,
    [merchantId, id, lease, written],
  );

/** @returns 0 where the process has lost its hold, or somebody cancelled. */
export const endRun = (
  tx: Tx,
  merchantId: string,
  id: string,
  { lease, state, failure, at }: { lease: string; state: BulkState; failure: RunRecord['failure']; at: Date },
): Promise<number> =>
  tx.change(
    `UPDATE bulk_runs SET state = $4, failure = $5, finished_at = $6
      WHERE merchant_id = $1 AND id = $2 AND lease = $3 AND state = 'RUNNING'`,
    [merchantId, id, lease, state, failure, at],
  );

export const setState = (
  tx: Tx,
  merchantId: string,
  id: string,
  { state, at }: { state: BulkState; at: Date },
): Promise<number> =>
  tx.change('UPDATE bulk_runs SET state = $3, finished_at = $4 WHERE merchant_id = $1 AND id = $2', [
    merchantId,
    id,
    state,
    at,
  ]);

/** What the lines come to now, after some were rejected while they were written. */
export const recount = (tx: Tx, merchantId: string, id: string): Promise<number> =>
  tx.change(
    `UPDATE bulk_runs SET counts = c.counts, written = c.written, to_write = c."toWrite"
       FROM (SELECT jsonb_object_agg(part, by_verdict) AS counts, max(written) AS written, max("toWrite") AS "toWrite"
               FROM (SELECT p.part, jsonb_build_object('NEW', count(*) FILTER (WHERE verdict = 'NEW'),
                              'CHANGED', count(*) FILTER (WHERE verdict = 'CHANGED'),
                              'SAME', count(*) FILTER (WHERE verdict = 'SAME'),
                              'REJECTED', count(*) FILTER (WHERE verdict = 'REJECTED')) AS by_verdict,
                            count(written_at) AS written,
                            count(*) FILTER (WHERE verdict IN ('NEW', 'CHANGED')) AS "toWrite"
                       FROM (SELECT unnest(ARRAY['all', 'branch', 'user', 'terminal']) AS part) p
                       LEFT JOIN bulk_lines l ON l.merchant_id = $1 AND l.run_id = $2
                        AND (p.part = 'all' OR l.kind = p.part)
                      GROUP BY p.part) each) c
      WHERE merchant_id = $1 AND id = $2`,
    [merchantId, id],
  );

export const deleteRun = async (tx: Tx, merchantId: string, id: string): Promise<void> => {
  await tx.change('DELETE FROM bulk_lines WHERE merchant_id = $1 AND run_id = $2', [merchantId, id]);
  await tx.change('DELETE FROM bulk_runs WHERE merchant_id = $1 AND id = $2', [merchantId, id]);
};

/** Files that were never registered, of all merchants. */
export const selectForgotten = (
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ merchantId: string; id: string }[]> =>
  tx.rows(
    `SELECT merchant_id::text AS "merchantId", id::text FROM bulk_runs
      WHERE state IN ('CHECKED', 'FAILED') AND created_at < $1 LIMIT $2`,
    [before, limit],
  );

/** A page of lines in the order of the file, behind a line. */
export const selectLines = (
  tx: Tx,
  merchantId: string,
  runId: string,
  { verdict, after, limit }: { verdict: BulkVerdict | null; after: number; limit: number },
): Promise<(BulkLine & { cells: Cells })[]> =>
  tx.rows(
    `SELECT line, kind, verdict, name_en AS "nameEn", name_ar AS "nameAr", code, cells, changes, problems,
            written_at IS NOT NULL AS "isWritten"
       FROM bulk_lines
      WHERE merchant_id = $1 AND run_id = $2 AND ($3::text IS NULL OR verdict = $3) AND line > $4
      ORDER BY line LIMIT $5`,
    [merchantId, runId, verdict, after, limit],
  );

/**
 * A plan for each block, to the end of the transaction: the tables grow by thousands of rows below it, and one that was made while
 * they were small reads all of them for each line.
 */
export const planEachTime = (tx: Tx): Promise<number> =>
  tx.change('SET LOCAL plan_cache_mode = force_custom_plan');

/** Active owners who will be none by a line that is still to be written. */
export const selectOwnersNoMore = (tx: Tx, merchantId: string, runId: string): Promise<{ id: string }[]> =>
  tx.rows(
    `SELECT u.id::text FROM bulk_lines l JOIN users u ON u.id = l.target_id AND u.status = 'ACTIVE'
      WHERE l.merchant_id = $1 AND l.run_id = $2 AND l.verdict = 'CHANGED' AND l.written_at IS NULL AND l.kind = 'user'
        AND l.changes @> '[{"field": "role", "was": "owner"}]'`,
    [merchantId, runId],
  );

export interface LineToWrite {
  line: number;
  kind: 'branch' | 'user' | 'terminal';
  verdict: 'NEW' | 'CHANGED';
  place: number;
  wanted: Wanted;
  targetId: string | null;
}

/** The next lines that are not written, all of one place. */
export const selectNextLines = (
  tx: Tx,
  merchantId: string,
  runId: string,
  limit: number,
): Promise<LineToWrite[]> =>
  tx.rows<LineToWrite>(
    `SELECT line, kind, verdict, place, wanted, target_id::text AS "targetId" FROM bulk_lines
      WHERE merchant_id = $1 AND run_id = $2 AND written_at IS NULL AND verdict IN ('NEW', 'CHANGED')
        AND place = (SELECT place FROM bulk_lines
                      WHERE merchant_id = $1 AND run_id = $2 AND written_at IS NULL AND verdict IN ('NEW', 'CHANGED')
                      ORDER BY place, line LIMIT 1)
      ORDER BY line LIMIT $3`,
    [merchantId, runId, limit],
  );

export interface WrittenLine {
  line: number;
  /** Null where it was rejected after all, with why. */
  targetId: string | null;
  problems: BulkLine['problems'];
  before: unknown;
  after: unknown;
  /** Cashiers who have another place by it; null where there is none. */
  seats: readonly MovedSeat[] | null;
}

/** Its lines are named twice: without statistics of a table just filled, a join alone reads every line of the run for each block. */
export const markLines = (
  tx: Tx,
  merchantId: string,
  runId: string,
  lines: readonly WrittenLine[],
  at: Date,
): Promise<number> =>
  tx.change(
    `UPDATE bulk_lines l SET
        verdict = CASE WHEN r."targetId" IS NULL THEN 'REJECTED' ELSE l.verdict END,
        problems = r.problems, target_id = coalesce(r."targetId", l.target_id), before = nullif(r.before, 'null'::jsonb),
        after = nullif(r.after, 'null'::jsonb), seats = nullif(r.seats, 'null'::jsonb), written_at = CASE WHEN r."targetId" IS NULL THEN NULL ELSE $4::timestamptz END,
        changes = CASE WHEN r."targetId" IS NULL THEN '[]' ELSE l.changes END
       FROM jsonb_to_recordset($3) AS r(line integer, "targetId" bigint, problems jsonb, before jsonb, after jsonb, seats jsonb)
      WHERE l.merchant_id = $1 AND l.run_id = $2 AND l.line = ANY($5::integer[]) AND l.line = r.line`,
    [merchantId, runId, JSON.stringify(lines), at, lines.map(({ line }) => line)],
  );
