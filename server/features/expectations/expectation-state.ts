import type { ExpectationState } from '@mizan/contract/settlement.ts';

/**
 * The state of an expectation as SQL, said once for the calendar, the dashboard and the list of payments
 * (docs/decisions/0052-a-calendar-of-days-and-banks.md): sums and rows are told apart by the same words.
 */

/** Lines that say that a file of the bank has come which holds something of the cell. */
export const broughtLines = "('agreed', 'differs', 'disputed')";

/**
 * No line of any file says anything of it, whether or not somebody accepted that: for the judging of files both are the same
 * (docs/decisions/0320-accepted-means-written-off.md).
 */
export const withoutLine = "('none', 'writtenOff')";

/** Columns and parameters of one statement: expressions of SQL. */
export interface StateParts {
  line: string;
  dueDay: string;
  /** Whether a file covers it without a line. */
  isMissing: string;
  /** Whether a file holds a line of anything of its cell: bank, business day, scheme and currency. */
  hasLine: string;
  today: string;
}

const quoted = (state: ExpectationState): string => `'${state}'`;

/**
 * Closed by its line, or open: then by whether its due day has passed, and whether any file knows of the cell. What
 * passed is overdue where a file was there that should have held it, and else without a file.
 */
export const stateOf = ({ line, dueDay, isMissing, hasLine, today }: StateParts): string => `
  CASE ${line}
    WHEN 'agreed' THEN ${quoted('CONFIRMED')}
    WHEN 'writtenOff' THEN ${quoted('WRITTEN_OFF')}
    WHEN 'none' THEN CASE
      WHEN ${dueDay} >= ${today} AND ${hasLine} THEN ${quoted('PARTLY')}
      WHEN ${dueDay} >= ${today} THEN ${quoted('NOT_DUE')}
      WHEN ${isMissing} OR ${hasLine} THEN ${quoted('OVERDUE')}
      ELSE ${quoted('NO_FILE')} END
    ELSE ${quoted('DIFFERS')} END`;

const linesOfCell = (e: string): string => `
  FROM expectation_days of_cell
 WHERE of_cell.merchant_id = tenant_id() AND of_cell.bank_id = ${e}.bank_id
   AND of_cell.business_day = ${e}.business_day AND of_cell.scheme = ${e}.scheme
   AND of_cell.currency = ${e}.currency AND of_cell.line IN ${broughtLines} AND of_cell.count <> 0`;

/** Whether a file holds a line of the cell of a row `e`, of expectations or of their sums. */
export const cellHasLine = (e: string): string => `EXISTS (SELECT 1 ${linesOfCell(e)})`;

/** The same, looked up for each row by itself: of few rows, for which EXISTS would read the lines of every cell that there is. */
export const aLineOfCell = (e: string): string => `((SELECT true ${linesOfCell(e)} LIMIT 1) IS NOT NULL)`;

/**
 * Payments that a file's verdict says to wait for the bank: their line could not be read, or may be one that stands there. They are not
 * called missing, though their due day has passed. `from` is the last day, as SQL, of the oldest file that is asked.
 */
export const waitingPayments = (from: string): string => `
  SELECT DISTINCT n.transaction_id
    FROM bank_files f
    JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = f.id
   WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.last_day >= ${from}
     AND n.outcome = 'waits' AND n.outcome <> 'matched' AND n.transaction_id IS NOT NULL`;
