import { type FileKind } from '@mizan/contract/table-form.ts';
import { fileRefused } from '../read/file-refused.ts';
import { readTable } from '../read/read-table.ts';
import { cellTexts, isBlank } from '../read/row.ts';
import { namesStatement, statementFieldOf, type TableRow } from './statement-columns.ts';
import { type ReadStatementTable, readStatementTable, type SaidOfTable } from './statement-table.ts';

/** What the thread is asked to read as a statement. */
export interface StatementJob {
  filePath: string;
  said: SaidOfTable;
  /** Riyadh's day. */
  today: string;
  rowsMax: number;
}

/**
 * Reads a bank statement that is a table: for the worker thread. null where it has no column names that anybody could map.
 * Refuses as `readTable` does, and `tooManyRows` beyond `rowsMax`.
 */
export async function readStatementFile({
  filePath,
  said,
  today,
  rowsMax,
}: StatementJob): Promise<(ReadStatementTable & { kind: FileKind }) | null> {
  const rows: TableRow[] = [];
  let kind: FileKind = 'text';
  let needsProof = false;
  await readTable(filePath, {
    names: { isName: (title) => statementFieldOf(title) !== null, isHead: namesStatement },
    onFacts: (facts) => {
      kind = facts.kind;
      needsProof = facts.needsArabicProof;
    },
    onRow: (row) => {
      if (isBlank(row)) return;
      if (rows.length >= rowsMax) throw fileRefused('tooManyRows', { maxRows: rowsMax });
      rows.push({ line: row.line, cells: cellTexts(row) });
    },
    onProgress: () => {},
  });
  // Windows-1256 was taken on suspicion: a name in Arabic that banks use is its proof.
  const isProved = (cell: string): boolean =>
    /\p{Script=Arabic}/u.test(cell) && statementFieldOf(cell) !== null;
  if (needsProof && !rows.some(({ cells }) => cells.some(isProved))) throw fileRefused('encoding');
  const read = readStatementTable(rows, said, today);
  return read && { ...read, kind };
}
