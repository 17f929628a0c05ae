import type { BankNames } from '@mizan/contract/bank-names.ts';
import type {
  BankFileRefusal,
  BankFileResult,
  BankFileStage,
  BankFileState,
  JudgementCause,
} from '@mizan/contract/reconciliation.ts';
import { storableJson } from '@mizan/contract/storable-text.ts';
import { type TableForm } from '@mizan/contract/table-form.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Layout } from '../../reconciliation/read/columns.ts';
import { bankCalled, namesOfBankCalled } from '../banks/bank-called.ts';
import type { ReadingTrial } from './bank-file-work.queries.ts';
import type { KeptProposal } from './layout-proposal.ts';
import type { SetRight } from './open-differences.ts';

export interface BankFileRecord {
  id: string;
  uuid: string;
  fileName: string;
  sizeBytes: number;
  state: BankFileState;
  stage: BankFileStage | null;
  stagePart: number | null;
  stageTotal: number | null;
  refusal: BankFileRefusal | null;
  proposal: KeptProposal | null;
  layout: Layout | null;
  bankName: string;
  /** The bank that is called so. */
  bank: BankNames | null;
  uploadedByName: string;
  createdAt: Date;
  finishedAt: Date | null;
  linesRead: number;
  linesRejected: number;
  firstDay: string | null;
  lastDay: string | null;
  verdict: Verdict | null;
  summary: BankFileResult | null;
  confirming: boolean;
  /** What of its differences below zero a later file set right, and what above zero sets an earlier one right; null where nothing. */
  setRight: SetRight | null;
  /** Whether lines of other files settle all that its verdict names. */
  isSettled: boolean;
  rejudgeCause: JudgementCause | null;
  trial: ReadingTrial | null;
  layoutId: string | null;
  partId: string | null;
}

/** Exceptions x that the verdict of a row of bank_files names. Served by bank_exceptions_by_file. */
const named =
  'bank_exceptions x WHERE x.merchant_id = tenant_id() AND x.bank_file_id = bank_files.id AND x.gone IS NULL';

/**
 * As SQL: it lacks nothing, and every line that its verdict names is settled with one of another file. Counted, as a payment without a
 * line that several files name stands with one of them alone.
 */
const isSettled = `(verdict = 'UNBALANCED' AND summary -> 'absent' = '[]'
  AND NOT summary @? '$.outcomes[*] ? (@.outcome == "waits")'
  AND (summary ->> 'exceptionCount')::bigint = (SELECT count(*) FROM ${named} AND x.state = 'SETTLED'))`;

const columns = `id::text, uuid::text, file_name AS "fileName", size_bytes AS "sizeBytes", state, stage,
  stage_part AS "stagePart", stage_total AS "stageTotal", refusal, proposal, layout, bank_name AS "bankName", ${bankCalled('bank_name')} AS bank,
  uploaded_by_name AS "uploadedByName", created_at AS "createdAt", finished_at AS "finishedAt",
  lines_read AS "linesRead", lines_rejected AS "linesRejected", first_day AS "firstDay", last_day AS "lastDay",
  verdict, summary, confirming, coalesce(${isSettled}, false) AS "isSettled",
  (SELECT jsonb_object_agg(s.currency, jsonb_build_object('lackedMinor', s.lacked, 'givenMinor', s.given))
     FROM (SELECT x.currency, sum(least(x.difference_minor, 0)) AS lacked, sum(greatest(x.difference_minor, 0)) AS given
             FROM ${named} AND x.state = 'SETTLED' AND x.outcome IN ('feeDiffers', 'amountDiffers') GROUP BY x.currency) s) AS "setRight",
  rejudge_cause AS "rejudgeCause", trial, layout_id::text AS "layoutId",
  part_id::text AS "partId"`;

/** Files that ask for a person, as the index bank_files_open has them, less those of which other files settle everything. */
const openCondition = `(state = 'WAITING_LAYOUT' OR (state = 'DONE' AND verdict IN ('UNBALANCED', 'INCOMPLETE')))
  AND NOT coalesce(${isSettled}, false)`;

/**
 * Served by bank_files_list, and bank_files_open. `before` is the last row of the page before; a search ('' for none) walks
 * the merchant's own files, of which there are some a day.
 */
export const selectBankFiles = (
  tx: Tx,
  { only, search }: { only: 'open' | undefined; search: string },
  before: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<BankFileRecord[]> =>
  tx.rows<BankFileRecord>(
    `SELECT ${columns} FROM (SELECT *, bank_files.id AS place FROM bank_files) bank_files
      WHERE merchant_id = tenant_id()
        ${only === 'open' ? `AND ${openCondition}` : ''}
        AND ($1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::bigint))
        AND ($4 = '' OR strpos(lower(concat_ws(' ', file_name, bank_name, ${namesOfBankCalled('bank_name')})), lower($4)) > 0)
      ORDER BY created_at DESC, place DESC
      LIMIT $3`,
    [before?.createdAt ?? null, before?.id ?? null, limit, search],
  );

export const selectBankFile = (tx: Tx, id: string): Promise<BankFileRecord | null> =>
  tx.row<BankFileRecord>(`SELECT ${columns} FROM bank_files WHERE merchant_id = tenant_id() AND id = $1`, [
    id,
  ]);

export const selectBankFilesOf = (tx: Tx, ids: readonly string[]): Promise<BankFileRecord[]> =>
  tx.rows<BankFileRecord>(
    `SELECT ${columns} FROM (SELECT *, bank_files.id AS place FROM bank_files) bank_files
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[]) ORDER BY created_at, place`,
    [ids],
  );

/** The bank file that holds these bytes, whatever became of it but refused or undone. Served by bank_files_same. */
export const selectSameBankFile = (tx: Tx, sha256: Buffer): Promise<BankFileRecord | null> =>
  tx.row<BankFileRecord>(
    `SELECT ${columns} FROM bank_files
      WHERE merchant_id = tenant_id() AND sha256 = $1 AND state NOT IN ('REFUSED', 'UNDONE')`,
    [sha256],
  );

/** The bank file that runs for this merchant, if any. Served by bank_files_running. */
export const selectRunningBankFile = (tx: Tx): Promise<{ id: string } | null> =>
  tx.row<{ id: string }>(
    `SELECT id::text FROM bank_files
      WHERE merchant_id = tenant_id() AND state IN ('RECEIVED', 'READING', 'MATCHING')`,
  );

export interface NewBankFile {
  uuid: string;
  folderId: string;
  fileName: string;
  sizeBytes: number;
  sha256: Buffer;
  uploadedBy: string;
  uploadedByName: string;
  createdAt: Date;
}

/** Null where the same bytes are there already or another bank file of the merchant runs: two unique keys decide. */
export async function insertBankFile(tx: Tx, made: NewBankFile): Promise<BankFileRecord | null> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO bank_files
       (merchant_id, uuid, file_name, size_bytes, sha256, state, uploaded_by, uploaded_by_name, created_at, folder_id)
     VALUES (tenant_id(), $1, $2, $3, $4, 'RECEIVED', $5, $6, $7, $8)
     ON CONFLICT DO NOTHING
     RETURNING id::text`,
    [
      made.uuid,
      made.fileName,
      made.sizeBytes,
      made.sha256,
      made.uploadedBy,
      made.uploadedByName,
      made.createdAt,
      made.folderId,
    ],
  );
  return row && (await selectBankFile(tx, row.id));
}

export interface ConfirmedReading {
  layout: Layout;
  bankName: string;
  proposal: KeptProposal;
  /** Null where it is not remembered. */
  layoutId: string | null;
  partId: string | null;
}

/** The layout a person confirmed: the file goes on, or is judged again. False where it is neither waiting nor judged. */
export const saveConfirmedLayout = async (
  tx: Tx,
  id: string,
  { layout, bankName, proposal, layoutId, partId }: ConfirmedReading,
): Promise<boolean> =>
  (await tx.change(
    `UPDATE bank_files
        SET state = CASE WHEN state = 'DONE' THEN state ELSE 'RECEIVED' END, layout = $2, bank_name = $3,
            rejudge_cause = CASE WHEN state = 'DONE' THEN '{"kind": "reread"}'::jsonb END, proposal = $4,
            lease_holder = NULL, lease_until = NULL, attempts = 0, trial = NULL, layout_id = $5, part_id = $6
      WHERE merchant_id = tenant_id() AND id = $1 AND state IN ('WAITING_LAYOUT', 'DONE')`,
    [id, layout, bankName, storableJson(proposal), layoutId, partId],
  )) === 1;

/** Takes the work from whoever still reads the file or marks its payments: the next one finds an undo to do. */
export async function markUndone(tx: Tx, id: string, at: Date): Promise<BankFileRecord | null> {
  const changed = await tx.change(
    `UPDATE bank_files
        SET state = 'UNDONE', rejudge_cause = NULL, finished_at = $2, confirming = (state = 'DONE'), confirmed_through = 0,
            lease_holder = NULL, lease_until = NULL
      WHERE merchant_id = tenant_id() AND id = $1 AND state NOT IN ('REFUSED', 'UNDONE', 'REPLACED')`,
    [id, at],
  );
  return changed === 1 ? selectBankFile(tx, id) : null;
}

/** A judged file lets go of its payments for the one that takes its place; its bytes stay. Null where it is not judged. */
export const markReplaced = (tx: Tx, id: string, byId: string): Promise<{ fileName: string } | null> =>
  tx.row<{ fileName: string }>(
    `UPDATE bank_files
        SET state = 'REPLACED', replaced_by_id = $2, rejudge_cause = NULL, confirming = true, confirmed_through = 0,
            lease_holder = NULL, lease_until = NULL
      WHERE merchant_id = tenant_id() AND id = $1 AND id <> $2 AND state = 'DONE'
      RETURNING file_name AS "fileName"`,
    [id, byId],
  );

/** Files whose place a file took. Served by bank_files_replaced_by. */
export const selectReplaced = (tx: Tx, byId: string): Promise<{ bankFileId: string; fileName: string }[]> =>
  tx.rows<{ bankFileId: string; fileName: string }>(
    `SELECT id::text AS "bankFileId", file_name AS "fileName" FROM (SELECT *, bank_files.id AS place FROM bank_files) bank_files
      WHERE merchant_id = tenant_id() AND replaced_by_id = $1 AND state = 'REPLACED' ORDER BY place`,
    [byId],
  );

/** Files whose place an undone one took come back: they are judged again, from their bytes. */
export const bringBack = (tx: Tx, byId: string, cause: JudgementCause): Promise<number> =>
  tx.change(
    `UPDATE bank_files
        SET state = 'DONE', replaced_by_id = NULL, confirming = false, rejudge_cause = $2, attempts = 0,
            lease_holder = NULL, lease_until = NULL
      WHERE merchant_id = tenant_id() AND replaced_by_id = $1 AND state = 'REPLACED'`,
    [byId, JSON.stringify(cause)],
  );

/** A reading that is to be tried; what stands stays. False where the file is neither waiting nor judged. */
export const askTrial = async (tx: Tx, id: string, trial: ReadingTrial): Promise<boolean> =>
  (await tx.change(
    `UPDATE bank_files SET trial = $2, lease_holder = NULL, lease_until = NULL, attempts = 0
      WHERE merchant_id = tenant_id() AND id = $1 AND state IN ('WAITING_LAYOUT', 'DONE')`,
    [id, storableJson(trial)],
  )) === 1;

/** Whether judged files of one of these names are of no part: then the name says what lies before a file. */
export const hasNamesakes = async (tx: Tx, id: string, bankNames: readonly string[]): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM bank_files
      WHERE merchant_id = tenant_id() AND id <> $1 AND state = 'DONE' AND part_id IS NULL
        AND newest_line_at IS NOT NULL AND bank_name = ANY ($2) LIMIT 1`,
    [id, bankNames],
  )) !== null;

/**
 * What a bank's files are called already, where `name` is one of its names: by which of them a file is kept, so that one bank is not
 * two to its files because people write its name in two languages. Null where none is called by either.
 */
export const selectNameInUse = async (
  tx: Tx,
  name: string,
  { nameEn, nameAr }: BankNames,
): Promise<string | null> =>
  (
    await tx.row<{ bankName: string }>(
      `SELECT bank_name AS "bankName" FROM bank_files
        WHERE merchant_id = tenant_id() AND lower(btrim(bank_name)) IN (lower($2), lower($3))
        ORDER BY bank_name = $1 DESC, created_at DESC LIMIT 1`,
      [name, nameEn, nameAr],
    )
  )?.bankName ?? null;

/** A file is read once for each of these. */
const formsMax = 20;

/** Files of the same column names, in any order, are the same bank's. Answers the layout's id. */
export const rememberLayout = async (
  tx: Tx,
  signature: string,
  layout: Layout,
  bankName: string,
  at: Date,
): Promise<string> => {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO bank_layouts (merchant_id, signature, bank_name, layout, created_at, used_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $4)
     ON CONFLICT (merchant_id, signature)
     DO UPDATE SET bank_name = excluded.bank_name, layout = excluded.layout, used_at = excluded.used_at
     RETURNING id::text`,
    [signature, bankName, layout, at],
  );
  if (!row) throw new Error('the layout was not written');
  return row.id;
};

/** Layouts of which people said how their tables are told, those used last: more are not held against a file. */
export const selectForms = (tx: Tx): Promise<{ table: TableForm; keys: string[] }[]> =>
  tx.rows(
    `SELECT layout -> 'table' AS table, ARRAY (SELECT jsonb_object_keys(layout -> 'fields')) AS keys
       FROM bank_layouts
      WHERE merchant_id = tenant_id() AND layout -> 'table' <> '{}'::jsonb
      ORDER BY used_at DESC, id DESC LIMIT ${formsMax}`,
    [],
  );

export const selectLayout = (
  tx: Tx,
  signature: string,
): Promise<{ id: string; layout: Layout; bankName: string } | null> =>
  tx.row(
    `SELECT id::text, layout, bank_name AS "bankName" FROM bank_layouts
      WHERE merchant_id = tenant_id() AND signature = $1`,
    [signature],
  );

/** The files that ask for a person, unbalanced ones first, and how many they are. Served by bank_files_open. */
export async function selectOpenBankFiles(
  tx: Tx,
  limit: number,
): Promise<{ rows: BankFileRecord[]; total: number }> {
  const rows = await tx.rows<BankFileRecord>(
    `SELECT ${columns} FROM (SELECT *, bank_files.id AS place FROM bank_files) bank_files
      WHERE merchant_id = tenant_id() AND ${openCondition}
      ORDER BY state = 'WAITING_LAYOUT', verdict = 'INCOMPLETE', created_at DESC, place DESC
      LIMIT ${limit}`,
  );
  if (rows.length < limit) return { rows, total: rows.length };
  const counted = await tx.row<{ total: number }>(
    `SELECT count(*) AS total FROM bank_files WHERE merchant_id = tenant_id() AND ${openCondition}`,
  );
  return { rows, total: counted?.total ?? rows.length };
}
