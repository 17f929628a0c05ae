import type { BankNames } from '@mizan/contract/bank-names.ts';
import type { AnswerByKind } from '@mizan/contract/chargeback-days.ts';
import type { ExceptionState, SinceKind } from '@mizan/contract/exceptions.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import { bankCalled } from '../banks/bank-called.ts';
import { lineSays } from '../expectations/line-says.ts';
import type { JudgedFile } from '../reconciliation/exceptions.deps.ts';
import { withAnswerDay } from './chargeback-days.queries.ts';

/**
 * Exceptions as they are kept and listed (docs/decisions/0064-exceptions-outlive-their-entries.md). Each is a line of a file
 * or, with `of_file` 0, a payment without a line.
 */

/** As SQL: what the entry e is of. */
const ofFile = 'CASE WHEN e.line IS NULL THEN 0 ELSE e.bank_file_id END';
const ofRow = 'coalesce(e.line, e.transaction_id)';

/** The bank of a file that says none itself: that of its part, which is $5 or written already, or the only one. */
const bankOfFile = `(SELECT coalesce(
    (SELECT p.bank_id FROM bank_files f
       JOIN bank_layout_parts p ON p.merchant_id = tenant_id() AND p.id = coalesce($5::bigint, f.part_id)
      WHERE f.merchant_id = tenant_id() AND f.id = $1),
    (SELECT CASE WHEN count(*) = 1 THEN min(b.id) END FROM banks b WHERE b.merchant_id = tenant_id())))`;

/**
 * As SQL: from which day the age of entry e counts, where it is known: the settlement day of its line, else the day on which
 * the money of a payment o without a line, or with a line of other figures, was due.
 */
const knownDay = `coalesce(e.settlement_day,
  CASE WHEN e.line IS NULL OR e.outcome IN ('amountDiffers', 'feeDiffers') THEN o.due_day END)`;
const sinceKind = `CASE WHEN e.settlement_day IS NOT NULL THEN 'SETTLEMENT' WHEN ${knownDay} IS NOT NULL THEN 'DUE' ELSE 'NAMED' END`;
/** As SQL: the day in Riyadh of an instant. */
const riyadhDayOf = (instant: string): string => `(${instant} AT TIME ZONE 'Asia/Riyadh')::date`;
const openedAt = `CASE WHEN x.gone IN ('SETTLED', 'WITHDRAWN') THEN excluded.opened_at ELSE x.opened_at END`;

/** As SQL: rules are asked of it anew, because it was gone or has other figures. */
const arises = `(x.gone IN ('SETTLED', 'WITHDRAWN')
  OR (x.outcome, x.currency, x.difference_minor) IS DISTINCT FROM (excluded.outcome, excluded.currency, excluded.difference_minor))
  IS TRUE`;

/**
 * As SQL: what the line of entry e pays beyond what is owed for its payment o, less what it keeps, where the difference of the verdict is
 * another sum: a difference of amounts is told with the fee of the amount that was paid, a line that should not be there by its
 * gross. Null where both are the same.
 */
const beyond = `CASE
  WHEN e.outcome = 'amountDiffers' AND e.claims AND o.is_owed THEN e.bank_minor - e.charge_minor - o.net_minor
  WHEN e.outcome IN ('duplicate', 'missingInPortal', 'statusConflict', 'undecidedSum')
    THEN coalesce(e.bank_minor, 0) - coalesce(e.charge_minor, 0) - CASE WHEN e.claims AND o.is_owed THEN o.net_minor ELSE 0 END
  END`;

/**
 * After a file was judged: what its verdict names stays or comes to be open, what it names no more is gone. Of an exception
 * that was settled and is named again the time begins anew; one that was matched by hand has its own. `areRuled` is false where
 * rules have to be asked of what came to be open.
 */
export async function keepExceptions(
  tx: Tx,
  { bankFileId, partId, exceptionCount, at }: Omit<JudgedFile, 'merchantId' | 'heldMatches'>,
  areRuled = true,
): Promise<void> {
  if (exceptionCount > 0)
    await tx.change(
      // Found first: a cluster inserts from no outer join, and from no other table without asking every machine.
      `WITH named AS MATERIALIZED (
         SELECT ${ofFile} AS of_file, ${ofRow} AS of_row, e.seq, e.outcome, e.currency, e.difference_minor, ${beyond} AS beyond_minor, ${lineSays('e')} AS line_says,
                coalesce(o.bank_id, ${bankOfFile}) AS bank_id,
                coalesce(${knownDay}, ${riyadhDayOf('$3::timestamptz')}) AS since_day, ${sinceKind} AS since_kind
           FROM bank_entries e
           LEFT JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = e.transaction_id
          WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.seq <= $2)
       INSERT INTO bank_exceptions AS x
         (merchant_id, of_file, of_row, bank_file_id, seq, outcome, currency, difference_minor, beyond_minor, line_says, bank_id, opened_at,
          since_day, since_kind, is_ruled)
       SELECT tenant_id(), n.of_file, n.of_row, $1::bigint, n.seq, n.outcome, n.currency, n.difference_minor, n.beyond_minor, n.line_says, n.bank_id,
              $3::timestamptz, n.since_day, n.since_kind, $4::boolean
         FROM named n
           ON CONFLICT (merchant_id, of_file, of_row) DO UPDATE
          SET bank_file_id = excluded.bank_file_id, seq = excluded.seq, outcome = excluded.outcome,
              currency = excluded.currency, difference_minor = excluded.difference_minor, beyond_minor = excluded.beyond_minor,
              line_says = excluded.line_says, bank_id = excluded.bank_id,
              opened_at = ${openedAt}, since_kind = excluded.since_kind,
              since_day = CASE WHEN excluded.since_kind = 'NAMED' THEN ${riyadhDayOf(openedAt)} ELSE excluded.since_day END,
              gone = NULL, gone_at = NULL,
              -- Rules spoke of the figures that it had then.
              group_name = CASE WHEN ${arises} THEN NULL ELSE x.group_name END,
              proposal = CASE WHEN ${arises} THEN NULL ELSE x.proposal END,
              is_ruled = CASE WHEN ${arises} THEN excluded.is_ruled ELSE x.is_ruled END,
              -- What was accepted was settled since: whoever accepts it now has to know that it came up again.
              said = CASE WHEN x.gone = 'SETTLED' THEN NULL ELSE x.said END
        WHERE (x.bank_file_id, x.seq, x.outcome, x.currency, x.difference_minor, x.beyond_minor, x.line_says, x.bank_id) IS DISTINCT FROM
              (excluded.bank_file_id, excluded.seq, excluded.outcome, excluded.currency, excluded.difference_minor,
               excluded.beyond_minor, excluded.line_says, excluded.bank_id)
           OR x.since_kind <> excluded.since_kind
           OR (x.since_day <> excluded.since_day AND excluded.since_kind <> 'NAMED')
           OR x.gone IS NOT NULL`,
      [bankFileId, exceptionCount, at, areRuled, partId],
    );
  // Both were written a moment ago and have no statistics: each exception would be held against each entry, 35 s for 20,000.
  await tx.change('SET LOCAL enable_nestloop = off');
  await tx.change(
    `UPDATE bank_exceptions x SET gone = ${whyGone}, gone_at = $3
      WHERE x.merchant_id = tenant_id() AND x.bank_file_id = $1 AND x.gone IS DISTINCT FROM 'WITHDRAWN'
        AND x.gone IS DISTINCT FROM ${whyGone}
        AND NOT EXISTS (SELECT 1 FROM bank_entries e
                         WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.seq <= $2
                           AND ${ofFile} = x.of_file AND ${ofRow} = x.of_row)`,
    [bankFileId, exceptionCount, at],
  );
  await tx.change('SET LOCAL enable_nestloop = on');
}

/** As SQL: a standing match m by hand, of a file that is there or now judged ($1), has the exception x. */
const hasException = `(x.of_file = 0 AND x.of_row = ANY (m.transaction_ids)
    OR x.of_file = m.bank_file_id AND x.of_row = ANY (m.lines))`;
const whyGone = `CASE WHEN EXISTS (
    SELECT 1 FROM hand_matches m JOIN bank_files h ON h.merchant_id = tenant_id() AND h.id = m.bank_file_id
     WHERE m.merchant_id = tenant_id() AND m.undone_at IS NULL AND m.holds AND (h.id = $1 OR h.state = 'DONE') AND ${hasException})
   THEN 'MATCHED' ELSE 'SETTLED' END`;

/** A file that was undone or replaced takes its exceptions with it. */
export const withdrawExceptions = (tx: Tx, bankFileId: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions SET gone = 'WITHDRAWN', gone_at = $2
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND (gone IS NULL OR gone = 'MATCHED')`,
    [bankFileId, at],
  );

/** Lines of other files that say the same as this exception's, the oldest first. Served by bank_exceptions_line_says. */
export const selectSameLines = (
  tx: Tx,
  exceptionId: string,
  limit: number,
): Promise<{ exceptionId: string; fileName: string; line: number }[]> =>
  tx.rows<{ exceptionId: string; fileName: string; line: number }>(
    `SELECT s.id AS place, s.id::text AS "exceptionId", f.file_name AS "fileName", s.of_row AS line
       FROM bank_exceptions x
       JOIN bank_exceptions s ON s.merchant_id = tenant_id() AND s.line_says = x.line_says AND s.currency = x.currency
        AND s.of_file <> x.of_file AND s.gone IS NULL
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = s.bank_file_id
      WHERE x.merchant_id = tenant_id() AND x.id = $1 AND x.gone IS NULL
      ORDER BY place LIMIT $2`,
    [exceptionId, limit],
  );

export interface ExceptionRecord {
  id: string;
  state: ExceptionState;
  outcome: Outcome;
  currency: Currency;
  differenceMinor: number;
  bankFileId: string;
  fileName: string;
  bankName: string;
  bank: BankNames | null;
  seq: number;
  line: number | null;
  transactionId: string | null;
  openedAt: Date;
  sinceDay: string;
  sinceKind: SinceKind;
  goneAt: Date | null;
  assigneeId: string | null;
  assigneeName: string | null;
  answerBy: string | null;
  answerByKind: AnswerByKind | null;
  group: string | null;
  proposal: string | null;
}

/** As SQL: an answer to x is still wanted. */
const isWanted = `x.state IN ('OPEN', 'ASKED', 'ACCEPTED') AND x.difference_minor < 0 AND coalesce(c.stage, 'RECEIVED') = 'RECEIVED'`;
const columns = `x.id AS place, x.id::text, x.state, x.outcome, x.currency, x.difference_minor AS "differenceMinor",
  x.bank_file_id::text AS "bankFileId", f.file_name AS "fileName", f.bank_name AS "bankName",
  ${bankCalled('f.bank_name')} AS bank, x.seq,
  CASE WHEN x.of_file > 0 THEN x.of_row END AS line,
  CASE WHEN x.of_file = 0 THEN x.of_row::text END AS "transactionId",
  x.opened_at AS "openedAt", x.since_day AS "sinceDay", x.since_kind AS "sinceKind", x.gone_at AS "goneAt", x.assignee_id::text AS "assigneeId",
  x.assignee_name AS "assigneeName",
  CASE WHEN ${isWanted} THEN a.day END AS "answerBy", CASE WHEN ${isWanted} THEN a.kind END AS "answerByKind",
  x.group_name AS "group", x.proposal`;
const withFile = `bank_exceptions x
  JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = x.bank_file_id
  LEFT JOIN bank_chargebacks c ON c.merchant_id = tenant_id() AND c.exception_id = x.id
  ${withAnswerDay}`;

export interface ExceptionFilter {
  outcome?: string | undefined;
  bankFileId?: string | undefined;
  bankId?: string | undefined;
  assignee?: string | undefined;
  askedOf?: string | undefined;
  group?: string | undefined;
}

const narrowed = `x.merchant_id = tenant_id() AND ($1::text IS NULL OR x.outcome = $1)
  AND ($2::bigint IS NULL OR x.bank_file_id = $2) AND ($3::bigint IS NULL OR x.bank_id = $3)
  AND ($4::text IS NULL OR ($4 = 'none' AND x.assignee_id IS NULL) OR x.assignee_id::text = $4)
  AND ($5::bigint IS NULL OR x.asked_of_id = $5) AND ($6::text IS NULL OR x.group_name = $6)`;
const valuesOf = ({
  outcome,
  bankFileId,
  bankId,
  assignee,
  askedOf,
  group,
}: ExceptionFilter): (string | null)[] => [
  outcome ?? null,
  bankFileId ?? null,
  bankId ?? null,
  assignee ?? null,
  askedOf ?? null,
  group ?? null,
];

/** The oldest first. Served by bank_exceptions_by_state, and bank_exceptions_open where no state is asked for. */
export const selectExceptions = (
  tx: Tx,
  filter: ExceptionFilter & { state?: ExceptionState | undefined },
  after: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<ExceptionRecord[]> =>
  tx.rows<ExceptionRecord>(
    `SELECT ${columns} FROM ${withFile}
      WHERE ${narrowed} AND ${filter.state ? 'x.state = $10' : `x.state IN ('OPEN', 'ASKED') AND $10::text IS NULL`}
        AND ($7::timestamptz IS NULL
             OR (x.since_day, x.id) > (($7::timestamptz AT TIME ZONE 'Asia/Riyadh')::date, $8::bigint))
      ORDER BY x.since_day, place LIMIT $9`,
    [...valuesOf(filter), after?.createdAt ?? null, after?.id ?? null, limit, filter.state ?? null],
  );

export interface StateSumRecord {
  state: ExceptionState;
  currency: Currency;
  count: number;
  differenceMinor: number;
  byName: string | null;
}

/** By state, currency and who accepted. Served by bank_exceptions_by_file where a file is asked for. */
export const selectStateSums = (tx: Tx, filter: ExceptionFilter): Promise<StateSumRecord[]> =>
  tx.rows<StateSumRecord>(
    `SELECT x.state, x.currency, count(*) AS count, sum(x.difference_minor)::bigint AS "differenceMinor",
            CASE WHEN x.state = 'ACCEPTED' THEN coalesce(x.approved_by_name, x.asked_by_name) END AS "byName"
       FROM bank_exceptions x WHERE ${narrowed}
      GROUP BY 1, 2, 5 ORDER BY 1, 2, 5`,
    valuesOf(filter),
  );

export const selectException = (tx: Tx, id: string): Promise<ExceptionRecord | null> =>
  tx.row<ExceptionRecord>(
    `SELECT ${columns} FROM ${withFile} WHERE x.merchant_id = tenant_id() AND x.id = $1`,
    [id],
  );
