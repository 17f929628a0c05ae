import type { ExceptionState } from '@mizan/contract/exceptions.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Exceptions that wait for a person. */

export interface WaitingRecord {
  id: string;
  bankFileId: string;
  fileName: string;
  currency: Currency;
  differenceMinor: number;
}

/** Of these exceptions those that still wait for the person. */
export const selectWaitingFor = (
  tx: Tx,
  personId: string,
  {
    kind,
    states,
    ids,
  }: { kind: 'ASKED' | 'ASSIGNED'; states: readonly ExceptionState[]; ids: readonly string[] },
): Promise<WaitingRecord[]> =>
  tx.rows<WaitingRecord>(
    `SELECT x.id AS place, x.id::text, x.bank_file_id::text AS "bankFileId", f.file_name AS "fileName", x.currency,
            x.difference_minor AS "differenceMinor"
       FROM bank_exceptions x JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = x.bank_file_id
      WHERE x.merchant_id = tenant_id() AND x.id = ANY ($1::bigint[]) AND x.state = ANY ($2::text[])
        AND ${kind === 'ASKED' ? 'x.asked_of_id' : 'x.assignee_id'} = $3
      ORDER BY place`,
    [ids, states, personId],
  );

interface WaitingSums {
  asked: number;
  askedId: string | null;
  assigned: number;
  assignedId: string | null;
}

/** Statements of accounts that wait for any person. */
export const countStatements = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      'SELECT count(*)::int AS count FROM arrived_statements WHERE merchant_id = tenant_id() AND ended_at IS NULL',
    )
  )?.count ?? 0;

/** How many wait for a person's approval, and how many are in their hands; served by bank_exceptions_open. */
export const countWaitingFor = (tx: Tx, personId: string): Promise<WaitingSums | null> =>
  tx.row<WaitingSums>(
    `SELECT count(*) FILTER (WHERE x.state = 'ASKED' AND x.asked_of_id = $1) AS asked,
            min(x.id) FILTER (WHERE x.state = 'ASKED' AND x.asked_of_id = $1)::text AS "askedId",
            count(*) FILTER (WHERE x.assignee_id = $1) AS assigned,
            min(x.id) FILTER (WHERE x.assignee_id = $1)::text AS "assignedId"
       FROM bank_exceptions x
      WHERE x.merchant_id = tenant_id() AND x.state IN ('OPEN', 'ASKED') AND (x.asked_of_id = $1 OR x.assignee_id = $1)`,
    [personId],
  );
