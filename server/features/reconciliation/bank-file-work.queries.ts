import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import type { ChosenReadings } from '@mizan/contract/bank-file-reading.ts';
import type {
  BankFileRefusal,
  BankFileStage,
  BankFileState,
  JudgementCause,
} from '@mizan/contract/reconciliation.ts';
import { storableJson } from '@mizan/contract/storable-text.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import type { Layout } from '../../reconciliation/read/columns.ts';
import { folderSeenSeconds } from './bank-file-folder.queries.ts';
import type { KeptProposal } from './layout-proposal.ts';

/**
 * What the runner asks across merchants, as the platform: a bank file is found and leased by its row, so that a
 * portal that was killed loses nothing and two portals never run the same one.
 */
export interface Work {
  merchantId: string;
  bankFileId: string;
  uuid: string;
  state: BankFileState;
  confirming: boolean;
  /** Why a judged file is to be judged again; null where nothing changed. */
  cause: JudgementCause | null;
}

export interface FoundWork extends Work {
  /** Another process that runs now sees the folder of this file, and this one does not. */
  keptElsewhere: boolean;
}

export interface LeasedWork extends Work {
  /** Made anew for each lease: whoever lost it can write nothing more. */
  holder: string;
  fileName: string;
  layout: Layout | null;
  trial: ReadingTrial | null;
  attempts: number;
  /** The verdict that it has; null before the first one. */
  verdict: Verdict | null;
  uploadedByName: string;
}

/** What somebody asked to try: beside a verdict that stands, or before there is one. */
export interface ReadingTrial {
  layout: Layout;
  readings: ChosenReadings;
  part: FilePart | null;
  bankName: string;
  /** What came of it. */
  proposal?: KeptProposal;
}

/** What a judged file waits for before it is judged again: a cause, and bytes to read. */
const waitsToBeJudged = `(state = 'DONE' AND rejudge_cause IS NOT NULL AND NOT rejudge_cause ? 'isStuck')`;

/** Causes by which a file takes payments that another one lets go of: before those that leaned on that one. */
const takesOver = `coalesce(rejudge_cause ->> 'kind' IN ('replaces', 'broughtBack'), false)`;

/** A reading that somebody tries, and that nobody has tried yet. */
const waitsToBeTried = `(state IN ('WAITING_LAYOUT', 'DONE') AND trial IS NOT NULL AND NOT trial ? 'proposal')`;

/** A file that was taken back and holds payments still. */
const isLettingGo = (file: string): string => `${file}.confirming AND ${file}.state <> 'DONE'`;

/** Longer than a pause of the process; a killed portal's bank files go on after it. */
const leaseSeconds = 15;
export const leaseRenewalMs = 4_000;
const workAtOnce = 50;

/**
 * Bank files without a lease, oldest first, and what is judged again in the order of its lines; `folderId` is this process's
 * own. Served by bank_files_work.
 */
export const selectWork = (db: Database, folderId: string | null): Promise<FoundWork[]> =>
  platformRows<FoundWork>(
    db,
    `SELECT merchant_id::text AS "merchantId", id::text AS "bankFileId", uuid::text, state, confirming,
            rejudge_cause AS cause, coalesce(i.folder_id = ANY (ARRAY(
              SELECT f.folder_id FROM bank_file_folders f
               WHERE f.folder_id IS DISTINCT FROM $1
                 AND f.seen_at > now() - make_interval(secs => ${folderSeenSeconds}))), false) AS "keptElsewhere"
       FROM bank_files i
      WHERE (state IN ('RECEIVED', 'READING', 'MATCHING') OR confirming OR ${waitsToBeJudged} OR ${waitsToBeTried})
        AND (lease_until IS NULL OR lease_until < now())
        -- What an undo still holds is not free yet for the next file.
        AND (confirming OR NOT EXISTS (
              SELECT 1 FROM bank_files u
               WHERE u.merchant_id = i.merchant_id AND ${isLettingGo('u')}))
        -- What is judged again lets a file that is new go first.
        AND (state <> 'DONE' OR confirming OR ${waitsToBeTried} OR NOT EXISTS (
              SELECT 1 FROM bank_files r
               WHERE r.merchant_id = i.merchant_id AND r.state IN ('RECEIVED', 'READING', 'MATCHING')))
        AND (state <> 'DONE' OR confirming OR ${takesOver} OR ${waitsToBeTried} OR NOT EXISTS (
              SELECT 1 FROM bank_files o
               WHERE o.merchant_id = i.merchant_id AND o.state = 'DONE' AND o.rejudge_cause IS NOT NULL
                 AND NOT o.rejudge_cause ? 'isStuck' AND o.rejudge_cause ->> 'kind' IN ('replaces', 'broughtBack')))
      ORDER BY CASE WHEN state = 'DONE' THEN newest_line_at END NULLS FIRST, created_at
      LIMIT ${workAtOnce}`,
    [folderId],
  );

/** Takes the work, or answers null where somebody else was first. */
export async function takeLease(db: Database, work: Work, holder: string): Promise<LeasedWork | null> {
  const [taken] = await platformRows<LeasedWork>(
    db,
    `UPDATE bank_files
        SET lease_holder = $3, lease_until = now() + interval '${leaseSeconds} seconds',
            attempts = attempts + CASE WHEN confirming THEN 0 ELSE 1 END,
            state = CASE WHEN NOT confirming AND state IN ('RECEIVED', 'MATCHING') THEN 'READING' ELSE state END,
            rejudge_cause = CASE WHEN state = 'DONE' THEN rejudge_cause END
      WHERE merchant_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until < now())
        AND (state IN ('RECEIVED', 'READING', 'MATCHING') OR confirming OR ${waitsToBeJudged} OR ${waitsToBeTried})
      RETURNING merchant_id::text AS "merchantId", id::text AS "bankFileId", uuid::text, state, confirming,
                lease_holder::text AS holder, file_name AS "fileName", layout, attempts, rejudge_cause AS cause,
                verdict, uploaded_by_name AS "uploadedByName",
                CASE WHEN ${waitsToBeTried} THEN trial END AS trial`,
    [work.merchantId, work.bankFileId, holder],
  );
  return taken ?? null;
}

/** Whether an undo of the merchant still holds payments: no other file is to be judged before they are free. */
export const isUndoUnderWay = async (tx: Tx): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM bank_files u WHERE u.merchant_id = tenant_id() AND ${isLettingGo('u')} LIMIT 1`,
  )) !== null;

/** Gives the work back at once: for an orderly stop, and after an error that may pass. */
export const releaseLease = (db: Database, { merchantId, bankFileId, holder }: LeasedWork, waitSeconds = 0) =>
  platformRows(
    db,
    `UPDATE bank_files SET lease_holder = NULL, lease_until = now() + make_interval(secs => $4)
      WHERE merchant_id = $1 AND id = $2 AND lease_holder = $3`,
    [merchantId, bankFileId, holder, waitSeconds],
  );

export interface Progress {
  stage: BankFileStage;
  part: number | null;
  total: number | null;
}

/** Keeps the lease and says how far the work is. False where the lease was lost. */
export const renewLease = async (tx: Tx, work: LeasedWork, progress: Progress): Promise<boolean> =>
  (await tx.change(
    `UPDATE bank_files
        SET lease_until = now() + interval '${leaseSeconds} seconds', stage = $3, stage_part = $4, stage_total = $5,
            state = CASE WHEN state = 'READING' AND $3 IN ('match', 'judge', 'save') THEN 'MATCHING' ELSE state END
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [work.bankFileId, work.holder, progress.stage, progress.part, progress.total],
  )) === 1;

const ending = `lease_holder = NULL, lease_until = NULL, stage = NULL, stage_part = NULL, stage_total = NULL`;

/** The columns wait for a person. */
export const waitForLayout = (
  tx: Tx,
  work: LeasedWork,
  proposal: KeptProposal,
  layoutId: string | null,
): Promise<number> =>
  tx.change(
    `UPDATE bank_files SET state = 'WAITING_LAYOUT', proposal = $3, layout = NULL, layout_id = $4, ${ending}
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [work.bankFileId, work.holder, storableJson(proposal), layoutId],
  );

/** A layout that was remembered is as good as one that was confirmed. */
export const adoptLayout = (
  tx: Tx,
  work: LeasedWork,
  { layout, bankName, id: layoutId }: { layout: Layout; bankName: string; id: string },
  proposal: KeptProposal,
): Promise<number> =>
  tx.change(
    `UPDATE bank_files SET layout = $3, bank_name = $4, proposal = $5, layout_id = $6
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [work.bankFileId, work.holder, layout, bankName, storableJson(proposal), layoutId],
  );

/** What came of a reading that was tried: it takes the place of what a waiting file asks, and stands beside a verdict. */
export const saveTrial = (tx: Tx, work: LeasedWork, proposal: KeptProposal): Promise<number> =>
  tx.change(
    `UPDATE bank_files
        SET proposal = CASE WHEN state = 'WAITING_LAYOUT' THEN $3 ELSE proposal - 'refused' END,
            trial = CASE WHEN state = 'DONE' THEN jsonb_set(trial, '{proposal}', $3::jsonb) END, attempts = 0, ${ending}
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [work.bankFileId, work.holder, storableJson(proposal)],
  );

/** It cannot be read so; what stood before stands, and says why: null for a fault of ours. */
export const dropTrial = (tx: Tx, work: LeasedWork, refused: string | null): Promise<number> =>
  tx.change(
    `UPDATE bank_files
        SET trial = NULL, attempts = 0, proposal = jsonb_set(proposal, '{refused}', $3::jsonb),
            ${ending}
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [work.bankFileId, work.holder, JSON.stringify(refused)],
  );

/** The file cannot be read; nothing of it is kept but this. */
export const refuseBankFile = (
  tx: Tx,
  work: LeasedWork,
  refusal: BankFileRefusal,
  at: Date,
): Promise<number> =>
  tx.change(
    `UPDATE bank_files SET state = 'REFUSED', refusal = $3, finished_at = $4, proposal = NULL, ${ending}
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [work.bankFileId, work.holder, refusal, at],
  );

export interface BankFileEnd {
  verdict: string;
  summary: object;
  linesRead: number;
  linesRejected: number;
  firstDay: string | null;
  lastDay: string | null;
  finishedAt: Date;
  /** The first due day of a covered payment that waits; null where none does. */
  nextDueDay: string | null;
  partId: string | null;
  /** What other files of its bank are held against. */
  settled: object;
  /** In payment time; null where no line of the file found a payment. */
  newestLineAt: Date | null;
  coversFrom: Date | null;
}

/** The verdict. Zero where the lease was lost: the caller rolls everything back. */
export const finishBankFile = (tx: Tx, work: LeasedWork, end: BankFileEnd): Promise<number> =>
  tx.change(
    `UPDATE bank_files
        SET state = 'DONE', verdict = $3, summary = $4, lines_read = $5, lines_rejected = $6, first_day = $7,
            last_day = $8, finished_at = $9, confirming = true, confirmed_through = 0, attempts = 0, rejudge_cause = NULL,
            next_due_day = $10, newest_line_at = $11, covers_from = $12, part_id = coalesce($13, part_id), settled = $14, ${ending}
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [
      work.bankFileId,
      work.holder,
      end.verdict,
      storableJson(end.summary),
      end.linesRead,
      end.linesRejected,
      end.firstDay,
      end.lastDay,
      end.finishedAt,
      end.nextDueDay,
      end.newestLineAt,
      end.coversFrom,
      end.partId,
      storableJson(end.settled),
    ],
  );
