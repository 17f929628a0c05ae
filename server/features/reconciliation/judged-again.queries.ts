import type { JudgementCause, JudgementRow } from '@mizan/contract/reconciliation.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import { claimsTable } from './confirmations.queries.ts';
import { givePaymentsBack, heldBy } from './held-payments.queries.ts';
import { notByCopy } from './results.queries.ts';
import { withoutLineIn } from './without-line.ts';

/** Of judgements of a bank file: what it held before, which other files lean on it, and every verdict that it had. */

/** Judgements of one merchant's files take turns, so that none is made beside another one that it cannot see. */
export const takeTurn = (tx: Tx): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('bank files of ' || tenant_id(), 0))`);

/**
 * Whoever takes files back, and the end of every judgement, meet here: an undo waits for what is being written, never for what
 * is being read. It goes before any row of bank_files.
 */
export const takeUndoTurn = (tx: Tx): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('bank files taken back of ' || tenant_id(), 0))`);

/** How many files of the merchant were taken back, and whether one of them still holds payments. */
export interface TakenBack {
  undoneCount: number;
  replacedCount: number;
  isLettingGo: boolean;
}

/** An undo may bring replaced files back, so that both counts are needed: none takes place without one of them changing. */
export async function selectTakenBack(tx: Tx): Promise<TakenBack> {
  const row = await tx.row<TakenBack>(
    `SELECT count(*) FILTER (WHERE state = 'UNDONE') AS "undoneCount",
            count(*) FILTER (WHERE state = 'REPLACED') AS "replacedCount", coalesce(bool_or(confirming), false) AS "isLettingGo"
       FROM bank_files WHERE merchant_id = tenant_id() AND state IN ('UNDONE', 'REPLACED')`,
  );
  return row ?? { undoneCount: 0, replacedCount: 0, isLettingGo: false };
}

/** The temporary table of payments that a file claimed before it is judged again. */
export const formerClaims = 'former_claims';

/** Forgets what a file came to before, keeping which payments it held; nothing where it is judged for the first time. */
export async function forgetEntries(tx: Tx, bankFileId: string): Promise<void> {
  await tx.change(`CREATE TEMPORARY TABLE ${formerClaims} (transaction_id bigint) ON COMMIT DROP`);
  await tx.change(
    `INSERT INTO ${formerClaims}
     SELECT transaction_id FROM ${heldBy('$1')} AS held`,
    [bankFileId],
  );
  await givePaymentsBack(tx, bankFileId, { after: 0, upTo: Number.MAX_SAFE_INTEGER });
  const own = [bankFileId];
  await tx.change('DELETE FROM bank_entries WHERE merchant_id = tenant_id() AND bank_file_id = $1', own);
  await tx.change('DELETE FROM bank_entry_blocks WHERE merchant_id = tenant_id() AND bank_file_id = $1', own);
  await tx.change('DELETE FROM bank_line_notes WHERE merchant_id = tenant_id() AND bank_file_id = $1', own);
}

/** Leaves among the claims that are worked on what the file held before and holds no more; answers how many. */
export const selectLetGo = (tx: Tx, bankFileId: string): Promise<number> =>
  tx.change(
    `INSERT INTO ${claimsTable} (transaction_id)
     SELECT transaction_id FROM ${formerClaims}
     EXCEPT
     SELECT transaction_id FROM ${heldBy('$1')} AS held`,
    [bankFileId],
  );

/** Of the payments that a file holds: the first and the last business day, when the oldest and the newest was made, the first and the last due day. */
const heldDays = `(SELECT min(t.business_day) AS first, max(t.business_day) AS last, min(e.host_at) AS oldest, max(e.host_at) AS newest,
                 min(e.due_day) AS "firstDue", max(e.due_day) AS due
            FROM ${heldBy('$1')} AS c JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = c.transaction_id
            LEFT JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = c.transaction_id)`;

/**
 * What marking writes to a judged file f: who judges it again just now loses it, because what it reads may be of before. One that
 * is judged for the first time needs no mark: it takes turns with whatever marks (takeTurn), or finds out that a file was taken
 * back (takeUndoTurn).
 */
export const marked = (cause: string): string =>
  `rejudge_cause = ${cause}, attempts = 0, lease_holder = NULL, lease_until = NULL`;

/** Without a confirmed part all files of the bank's name are one. */
export const ofSamePart = (file: string): string =>
  `${file}.part_id IS NOT DISTINCT FROM own.part_id AND (${file}.part_id IS NOT NULL OR ${file}.bank_name = own.bank_name)`;
const isOfSamePart = ofSamePart('f');
const isOfDayOf = (file: string, other: string): string =>
  `${file}.summary #> '{coverage,settlement}' = ${other}.summary #> '{coverage,settlement}'
  AND ${other}.summary #>> '{coverage,settlement,oldestDay}' = ${other}.summary #>> '{coverage,settlement,newestDay}'`;
/** Whether a file is of the part and the one settlement day of `own`. */
const isOfDayOfOwn = (file: string): string => `${ofSamePart(file)} AND ${isOfDayOf(file, 'own')}`;
/** Files of one settlement day are judged as one: what one names, the other is not whole for. */
export const isOfSameDay = isOfDayOfOwn('f');
/** Where a file stands among those of its part: at the newest line of all files of its settlement day. */
export const placeOf = (file: string): string =>
  `greatest(${file}.newest_line_at, (
     SELECT max(d.newest_line_at) FROM bank_files d
      WHERE d.merchant_id = tenant_id() AND d.state = 'DONE'
        AND d.part_id IS NOT DISTINCT FROM ${file}.part_id
        AND (d.part_id IS NOT NULL OR d.bank_name = ${file}.bank_name) AND ${isOfDayOf('d', file)}))`;
const namesOrKnows = `(f.summary -> 'absent' @? '$[*] ? (@.kind == "sameDay")' OR EXISTS (
                 SELECT 1 FROM bank_entries n
                  WHERE n.merchant_id = tenant_id() AND n.bank_file_id = $1 AND ${withoutLineIn('n.')}))`;

/** The same, and the part that it was judged as last: it may be moved to another by how it is read. */
const ofFormerPart = (file: string): string =>
  `(${ofSamePart(file)} OR ${file}.part_id = (own.summary #>> '{coverage,partId}')::bigint)`;

/** The day whose dues a file was to bring; all days where that was not kept. */
const fileDay = (file: string): string =>
  `coalesce((${file}.summary #>> '{coverage,fileDay}')::date, 'infinity'::date)`;

/**
 * Files that may have to name what is let go: from its oldest payment on, to the first that is long after its due day. A file
 * covers until where all files of its settlement day end, which may be behind its own newest line.
 */
const mayName = `${ofFormerPart('f')} AND ${placeOf('f')} >= held.oldest
               AND f.newest_line_at <= coalesce((
                 SELECT min(l.newest_line_at) FROM bank_files l
                  WHERE l.merchant_id = tenant_id() AND l.id <> $1 AND l.state = 'DONE'
                    AND ${ofFormerPart('l')}
                    AND l.newest_line_at >= held.oldest AND l.last_day >= held.due), 'infinity')`;

/**
 * Files that cover some of what is let go, where either file is of no part: one that is read for itself alone covers what files of any
 * part hold. A known close lies less than a day behind the newest line.
 */
const mayCover = `(f.part_id IS NULL OR own.part_id IS NULL) AND (f.covers_from IS NULL OR f.covers_from <= held.newest)
               AND ${placeOf('f')} + interval '1 day' >= held.oldest`;

/**
 * A terminal or scheme that was absent, or a stretch without a file, names no payment: any that lies before its end may be
 * it, and so may one that was due by the file's day, because a due day of which somebody has a line is none that is lost.
 */
const lacksSome = `${isOfSamePart} AND (${placeOf('f')} >= held.oldest OR ${fileDay('f')} >= held."firstDue")
               AND f.summary -> 'absent'
               @? '$[*] ? (@.kind == "terminal" || @.kind == "scheme" || @.kind == "withoutFile")'`;

/** Files that may find one of the days lost now on which something is due that was held: to the first of a later day. */
const mayLack = `${ofFormerPart('f')} AND ${fileDay('f')} >= held."firstDue" AND ${fileDay('f')} <= coalesce((
                 SELECT min(${fileDay('l')}) FROM bank_files l
                  WHERE l.merchant_id = tenant_id() AND l.id <> $1 AND l.state = 'DONE'
                    AND ${ofFormerPart('l')} AND ${fileDay('l')} > held.due), 'infinity')`;

/**
 * Marks other files of the merchant as to be judged again: those that miss or wait for a payment which this one holds,
 * those that lean on a line of it, those of its part that begin where it ends or lack something, and, where it is taken back or about to be
 * read otherwise, those of whose days it held payments and those that are to name them now. Answers how many.
 */
export async function markLeaning(
  tx: Tx,
  bankFileId: string,
  cause: JudgementCause,
  letsGo: boolean,
): Promise<number> {
  // Found first: on a cluster no UPDATE may read an instant out of its rows' own JSON.
  const leaning = await tx.rows<{ id: string }>(
    `WITH leaning AS MATERIALIZED (
       SELECT DISTINCT e.bank_file_id
         FROM bank_entries e JOIN ${heldBy('$1')} AS c ON c.transaction_id = e.transaction_id
        WHERE e.merchant_id = tenant_id() AND e.outcome <> 'matched' AND NOT e.claims
       UNION
       -- Later lines of payments of which this file corrected a line.
       SELECT e.bank_file_id
         FROM bank_entries k JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.transaction_id = k.transaction_id
        WHERE k.merchant_id = tenant_id() AND k.bank_file_id = $1 AND k.reason = 'corrected'
          AND e.bank_file_id > $1 AND e.outcome <> 'matched' AND NOT e.claims)
     SELECT f.id::text
       FROM bank_files f, bank_files own, ${heldDays} AS held
      WHERE f.merchant_id = tenant_id() AND own.merchant_id = tenant_id() AND own.id = $1 AND f.id <> $1
        AND f.state = 'DONE'
        AND (${isOfSamePart}
               AND EXISTS (
                 SELECT 1 FROM bank_files m
                  WHERE m.merchant_id = tenant_id() AND (m.id = own.id OR m.state = 'DONE' AND ${isOfDayOfOwn('m')})
                    AND ${placeOf('f')} > m.newest_line_at
                    AND (f.covers_from IS NULL OR f.covers_from <= m.newest_line_at
                         -- It was the first, and opened where its own lines said.
                         OR f.covers_from = (f.summary #>> '{coverage,opensAt}')::timestamptz))
             OR ${lacksSome}
             OR ${isOfSameDay} AND ${namesOrKnows}
             OR $2 AND (f.first_day <= held.last AND f.last_day >= held.first OR ${mayName} OR ${mayCover} OR ${mayLack})
             OR f.id IN (SELECT bank_file_id FROM leaning))`,
    [bankFileId, letsGo],
  );
  if (leaning.length === 0) return 0;
  return tx.change(
    `UPDATE bank_files f SET ${marked('$2')}
      WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.id = ANY ($1::bigint[])`,
    [leaning.map(({ id }) => id), JSON.stringify(cause)],
  );
}

/** Marks one judged file as to be judged again. */
export const markOne = (tx: Tx, bankFileId: string, cause: JudgementCause): Promise<number> =>
  tx.change(
    `UPDATE bank_files f SET ${marked('$2')} WHERE f.merchant_id = tenant_id() AND f.id = $1 AND f.state = 'DONE'`,
    [bankFileId, JSON.stringify(cause)],
  );

/**
 * Files of which a payment was to be paid by yesterday and is not confirmed: as the platform, for all merchants. Day by day,
 * because on a cluster no UPDATE makes JSON of its columns.
 */
export async function judgeWhatPassed(db: Database, today: string): Promise<void> {
  const days = await platformRows<{ day: string }>(
    db,
    `SELECT DISTINCT next_due_day::text AS day FROM bank_files
      WHERE state = 'DONE' AND next_due_day < $1::date AND rejudge_cause IS NULL`,
    [today],
  );
  for (const { day } of days) {
    const cause: JudgementCause = { kind: 'duePassed', day };
    await platformRows(
      db,
      `UPDATE bank_files SET rejudge_cause = $2, next_due_day = NULL, lease_until = NULL, attempts = 0
        WHERE state = 'DONE' AND next_due_day = $1::date AND rejudge_cause IS NULL
       RETURNING id`,
      [day, JSON.stringify(cause)],
    );
  }
}

/** Keeps a verdict in the file's history; one that says what the last one said is not told twice. */
export const insertVerdict = (
  tx: Tx,
  bankFileId: string,
  made: {
    verdict: string;
    cause: JudgementCause;
    byName: string | null;
    at: Date;
    exceptionCount: number;
    differences: object;
  },
): Promise<number> =>
  tx.change(
    `INSERT INTO bank_file_verdicts
       (merchant_id, bank_file_id, seq, verdict, cause, by_name, judged_at, exception_count, differences)
     SELECT tenant_id(), $1, coalesce(last.seq, 0) + 1, $2, $3, $4, $5, $6, $7
       FROM (SELECT 1) AS one
       LEFT JOIN (SELECT seq, verdict, exception_count, differences FROM bank_file_verdicts
                   WHERE merchant_id = tenant_id() AND bank_file_id = $1 ORDER BY seq DESC LIMIT 1) AS last ON true
      WHERE last.seq IS NULL OR (last.verdict, last.exception_count, last.differences) IS DISTINCT FROM ($2, $6, $7::jsonb)
     ${notByCopy(tx, 'merchant_id, bank_file_id, seq')}`,
    [
      bankFileId,
      made.verdict,
      JSON.stringify(made.cause),
      made.byName,
      made.at,
      made.exceptionCount,
      JSON.stringify(made.differences),
    ],
  );

/** Nobody can judge the file again: its bytes are gone. The verdict stays, and says what it does not know. */
export const giveUpJudging = (tx: Tx, work: { bankFileId: string; holder: string }): Promise<number> =>
  tx.change(
    `UPDATE bank_files
        SET rejudge_cause = rejudge_cause || '{"isStuck": true}', trial = NULL, lease_holder = NULL, lease_until = NULL, stage = NULL,
            stage_part = NULL, stage_total = NULL
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [work.bankFileId, work.holder],
  );

type VerdictRecord = Omit<JudgementRow, 'at'> & { at: Date };

/** The verdicts of a file, the newest first. */
export const selectVerdicts = (tx: Tx, bankFileId: string): Promise<VerdictRecord[]> =>
  tx.rows<VerdictRecord>(
    `SELECT seq, verdict, cause, by_name AS "byName", judged_at AS at, exception_count AS "exceptionCount", differences
       FROM bank_file_verdicts WHERE merchant_id = tenant_id() AND bank_file_id = $1 ORDER BY seq DESC LIMIT 100`,
    [bankFileId],
  );
