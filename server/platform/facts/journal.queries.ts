import type { FactSubject } from '@mizan/contract/fact.ts';
import type { JournalFact, Told } from '@mizan/contract/facts.ts';
import type { Tx } from '../database/database.ts';

export interface JournalLine {
  merchantId: string;
  subject: FactSubject;
  subjectId: string;
  at: Date;
  fact: JournalFact;
  byName: string | null;
  params: Told;
}

export const insertLine = (tx: Tx, line: JournalLine): Promise<number> =>
  tx.change(
    `INSERT INTO journal (merchant_id, subject, subject_id, at, fact, by_name, params)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [line.merchantId, line.subject, line.subjectId, line.at, line.fact, line.byName, line.params],
  );

/** Above any record that a payment leaves; one that is asked for through a night stops here. */
const linesMax = 500;

/** The record of one row of the tenant, oldest first. */
export const selectLines = (
  tx: Tx,
  subject: FactSubject,
  subjectId: string,
): Promise<Pick<JournalLine, 'at' | 'fact' | 'byName' | 'params'>[]> =>
  tx.rows(
    `SELECT at, fact, by_name AS "byName", params FROM journal
      WHERE merchant_id = tenant_id() AND subject = $1 AND subject_id = $2 ORDER BY id LIMIT ${linesMax}`,
    [subject, subjectId],
  );
