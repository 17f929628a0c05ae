import type { Reason } from '@mizan/contract/entry-reasons.ts';
import type { RuleForm, RuleSums, TouchedException } from '@mizan/contract/exception-rules.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Rules for exceptions (docs/decisions/0084-rules-for-exceptions.md). What a rule holds for is said once, in `holds`: the preview
 * and what happens afterwards cannot differ.
 */
export interface RuleRecord {
  id: string;
  name: string;
  bankId: string | null;
  outcome: Outcome | null;
  reason: Reason | null;
  tid: string | null;
  branchId: string | null;
  currency: Currency | null;
  fromMinor: number | null;
  toMinor: number | null;
  assigneeId: string | null;
  assigneeName: string | null;
  groupName: string | null;
  proposal: string | null;
  revision: number;
  previewedRevision: number | null;
  isOn: boolean;
  byId: string;
  byName: string;
  at: Date;
}

const columns = `r.place, r.id AS number, r.id::text, r.name, r.bank_id::text AS "bankId", r.outcome, r.reason, r.tid,
  r.branch_id::text AS "branchId", r.currency, r.from_minor AS "fromMinor", r.to_minor AS "toMinor",
  r.assignee_id::text AS "assigneeId", r.assignee_name AS "assigneeName", r.group_name AS "groupName", r.proposal, r.revision,
  r.previewed_revision AS "previewedRevision", r.is_on AS "isOn", r.by_id::text AS "byId", r.by_name AS "byName", r.at`;

/** In their order. */
export const selectRules = (tx: Tx): Promise<RuleRecord[]> =>
  tx.rows<RuleRecord>(
    `SELECT ${columns} FROM exception_rules r
      WHERE r.merchant_id = tenant_id() AND r.removed_at IS NULL ORDER BY r.place, number`,
    [],
  );

/** Of those that were removed, or of those that were not. */
export const lockRule = (tx: Tx, id: string, { isRemoved = false } = {}): Promise<RuleRecord | null> =>
  tx.row<RuleRecord>(
    `SELECT ${columns} FROM exception_rules r
      WHERE r.merchant_id = tenant_id() AND r.id = $1 AND (r.removed_at IS NOT NULL) = $2 FOR UPDATE`,
    [id, isRemoved],
  );

export interface Author {
  byId: string;
  byName: string;
  at: Date;
}
interface Written extends Author {
  rule: RuleForm;
  personName: string | null;
}

const valuesOf = ({ rule: { name, when, does }, personName, byId, byName, at }: Written): unknown[] => [
  name,
  when.bankId,
  when.outcome,
  when.reason,
  when.tid,
  when.branchId,
  when.amount?.currency ?? null,
  when.amount?.fromMinor ?? null,
  when.amount?.toMinor ?? null,
  does.personId,
  personName,
  does.group,
  does.proposal,
  byId,
  byName,
  at,
];

interface RuleRequest {
  requestId: string;
  /** Of who asked and for what: the rule may be another one since. */
  askedSha256: Buffer;
}

/** After all others; null where the request was answered before. */
export const insertRule = (tx: Tx, request: RuleRequest, one: Written): Promise<{ id: string } | null> =>
  tx.row(
    `INSERT INTO exception_rules (merchant_id, name, bank_id, outcome, reason, tid, branch_id, currency, from_minor, to_minor,
       assignee_id, assignee_name, group_name, proposal, by_id, by_name, at, request_id, asked_sha256, place)
     SELECT tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, next.place
       FROM (SELECT coalesce(max(p.place), 0) + 1 AS place FROM exception_rules p WHERE p.merchant_id = tenant_id()) AS next
         ON CONFLICT (merchant_id, request_id) DO NOTHING RETURNING id::text`,
    [...valuesOf(one), request.requestId, request.askedSha256],
  );

/** Its hash is null where it was made before hashes were kept. */
export const selectRequested = (
  tx: Tx,
  requestId: string,
): Promise<{ id: string; byId: string; askedSha256: Buffer | null } | null> =>
  tx.row(
    `SELECT id::text, by_id::text AS "byId", asked_sha256 AS "askedSha256" FROM exception_rules
      WHERE merchant_id = tenant_id() AND request_id = $1`,
    [requestId],
  );

/** Another form: off, and not previewed. */
export const updateRule = (tx: Tx, id: string, one: Written): Promise<number> =>
  tx.change(
    `UPDATE exception_rules
        SET name = $1, bank_id = $2, outcome = $3, reason = $4, tid = $5, branch_id = $6, currency = $7, from_minor = $8,
            to_minor = $9, assignee_id = $10, assignee_name = $11, group_name = $12, proposal = $13, by_id = $14, by_name = $15,
            at = $16, revision = revision + 1, is_on = false
      WHERE merchant_id = tenant_id() AND id = $17`,
    [...valuesOf(one), id],
  );

export const markPreviewed = (tx: Tx, id: string): Promise<number> =>
  tx.change(
    'UPDATE exception_rules SET previewed_revision = revision WHERE merchant_id = tenant_id() AND id = $1',
    [id],
  );

export const saveSwitch = (
  tx: Tx,
  id: string,
  state: 'ON' | 'OFF' | 'REMOVED',
  { byId, byName, at }: Author,
): Promise<number> =>
  tx.change(
    `UPDATE exception_rules
        SET is_on = $2, removed_at = CASE WHEN $3 THEN $6::timestamptz END, by_id = $4, by_name = $5, at = $6
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, state === 'ON', state === 'REMOVED', byId, byName, at],
  );

/** All rules that are there, in this order. */
export const saveOrder = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.change(
    `UPDATE exception_rules SET place = array_position($1::bigint[], id)
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])`,
    [ids],
  );

/** As SQL: exceptions x that a verdict names, with what rules ask of them: its entry e, its payment o, its terminal m. */
const asked = `bank_exceptions x
  JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.bank_file_id = x.bank_file_id AND e.seq = x.seq
  LEFT JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = e.transaction_id
  LEFT JOIN terminals m ON m.merchant_id = tenant_id() AND m.tid = e.tid`;

/** As SQL: everything that rule r asks for holds for it; what is not known of it does not. */
const holds = `(r.bank_id IS NULL OR r.bank_id = x.bank_id) AND (r.outcome IS NULL OR r.outcome = x.outcome)
  AND (r.reason IS NULL OR r.reason = e.reason) AND (r.tid IS NULL OR r.tid = e.tid)
  AND (r.branch_id IS NULL OR r.branch_id = coalesce(o.branch_id, m.branch_id))
  AND (r.currency IS NULL OR r.currency = x.currency)
  AND (r.from_minor IS NULL OR abs(x.difference_minor) >= r.from_minor)
  AND (r.to_minor IS NULL OR abs(x.difference_minor) <= r.to_minor)`;

/** As SQL: the newest files that were judged. */
const newestFiles = `(SELECT f.id FROM bank_files f WHERE f.merchant_id = tenant_id() AND f.state = 'DONE'
  ORDER BY f.id DESC LIMIT $1)`;

/** How many files a preview looks at, and how many exceptions they name. */
export const countLookedAt = async (
  tx: Tx,
  filesMax: number,
): Promise<{ fileCount: number; exceptionCount: number }> =>
  (await tx.row<{ fileCount: number; exceptionCount: number }>(
    `SELECT (SELECT count(*) FROM ${newestFiles} n) AS "fileCount",
            (SELECT count(*) FROM bank_exceptions x WHERE x.merchant_id = tenant_id() AND x.gone IS NULL
                AND x.bank_file_id IN ${newestFiles}) AS "exceptionCount"`,
    [filesMax],
  )) ?? { fileCount: 0, exceptionCount: 0 };

const ofRule = `FROM ${asked}
  JOIN exception_rules r ON r.merchant_id = tenant_id() AND r.id = $2
  WHERE x.merchant_id = tenant_id() AND x.gone IS NULL AND x.bank_file_id IN ${newestFiles} AND ${holds}`;

export const sumTouched = (tx: Tx, id: string, filesMax: number): Promise<RuleSums> =>
  tx.rows(
    `SELECT x.currency, count(*) AS count, sum(x.difference_minor)::bigint AS "differenceMinor" ${ofRule} GROUP BY 1 ORDER BY 1`,
    [filesMax, id],
  );

export const selectTouched = (
  tx: Tx,
  id: string,
  { filesMax, limit }: { filesMax: number; limit: number },
): Promise<TouchedException[]> =>
  tx.rows(
    `SELECT t.id::text, f.file_name AS "fileName", t.line, t."transactionId", t.outcome, t.state, t.currency, t."differenceMinor"
       FROM (SELECT x.id, x.bank_file_id, CASE WHEN x.of_file > 0 THEN x.of_row END AS line,
                    CASE WHEN x.of_file = 0 THEN x.of_row::text END AS "transactionId", x.outcome, x.state, x.currency,
                    x.difference_minor AS "differenceMinor" ${ofRule} ORDER BY x.id DESC LIMIT $3) t
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = t.bank_file_id ORDER BY t.id DESC`,
    [filesMax, id, limit],
  );

/** What the rules say together of exceptions that they say the same of. */
export interface Ruling {
  /** The rule that assigns; null where none does, or a person said before in whose hands it is. */
  ruleId: string | null;
  groupName: string | null;
  proposal: string | null;
  ids: string[];
}

const first = (what: string): string =>
  `(array_agg(${what} ORDER BY r.place, r.id) FILTER (WHERE ${what} IS NOT NULL))[1]`;
const assigning = `(array_agg(r.id ORDER BY r.place, r.id) FILTER (WHERE r.assignee_id IS NOT NULL))[1]`;

/** As SQL: what the rules that are on say of open exceptions; `assignable` ($1) are the people who may work. */
const said = (which: string): string => `
  SELECT x.id, x.currency, x.difference_minor, x.group_name AS was_group, x.proposal AS was_proposal,
         ${first('r.group_name')} AS group_name, ${first('r.proposal')} AS proposal,
         CASE WHEN x.assignee_id IS NULL
               AND (array_agg(r.assignee_id ORDER BY r.place, r.id) FILTER (WHERE r.assignee_id IS NOT NULL))[1] = ANY ($1::bigint[])
               AND NOT EXISTS (SELECT 1 FROM bank_exception_steps s
                                WHERE s.merchant_id = tenant_id() AND s.exception_id = x.id AND s.kind = 'ASSIGNED')
              THEN ${assigning} END AS rule_id
    FROM ${asked}
    LEFT JOIN exception_rules r ON r.merchant_id = tenant_id() AND r.is_on AND ${holds}
   WHERE x.merchant_id = tenant_id() AND x.state IN ('OPEN', 'ASKED') AND ${which}
   GROUP BY x.merchant_id, x.id`;

const isOther = `(t.rule_id IS NOT NULL OR t.group_name IS DISTINCT FROM t.was_group OR t.proposal IS DISTINCT FROM t.was_proposal)`;

const grouped = (from: string): string =>
  `SELECT t.rule_id::text AS "ruleId", t.group_name AS "groupName", t.proposal, array_agg(t.id::text) AS ids
     FROM (${from}) t WHERE ${isOther} GROUP BY 1, 2, 3`;

/** Of those that a judging just named and that the rules were not asked of. */
export const selectArisen = (tx: Tx, bankFileId: string, assignable: readonly string[]): Promise<Ruling[]> =>
  tx.rows<Ruling>(grouped(said('x.bank_file_id = $2 AND NOT x.is_ruled')), [assignable, bankFileId]);

export const markRuled = (tx: Tx, bankFileId: string): Promise<number> =>
  tx.change(
    'UPDATE bank_exceptions SET is_ruled = true WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND NOT is_ruled',
    [bankFileId],
  );

/** Of these, which are locked. */
export const selectRulings = (
  tx: Tx,
  ids: readonly string[],
  assignable: readonly string[],
): Promise<Ruling[]> => tx.rows<Ruling>(grouped(said('x.id = ANY ($2::bigint[])')), [assignable, ids]);

/** Of all that are open: those of which the rules say something else than what stands there. */
export const selectOther = (
  tx: Tx,
  assignable: readonly string[],
): Promise<{ id: string; currency: Currency; differenceMinor: number }[]> =>
  tx.rows(
    `SELECT t.id::text, t.currency, t.difference_minor AS "differenceMinor" FROM (SELECT *, id AS place FROM (${said('true')}) said) t
      WHERE ${isOther} ORDER BY place`,
    [assignable],
  );

export const saveRuling = (tx: Tx, { ids, groupName, proposal }: Ruling): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions SET group_name = $2, proposal = $3 WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])`,
    [ids, groupName, proposal],
  );

/** Groups that open exceptions stand in, by name. */
export const selectGroups = async (tx: Tx, limit: number): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(
      `SELECT DISTINCT group_name AS name FROM bank_exceptions
        WHERE merchant_id = tenant_id() AND state IN ('OPEN', 'ASKED') AND group_name IS NOT NULL ORDER BY 1 LIMIT $1`,
      [limit],
    )
  ).map(({ name }) => name);
