import { isPlainRrn } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import type { NormalisedFile, RejectedKeys } from '../normalise/normalise.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { type Matches, recordState } from './matches.ts';

/** The rows of a file that could not be read, and those that it says it has and does not have. */
export interface UnreadRows {
  /** The line number of the row that names a payment without a line, by record. */
  rowOf: Map<number, number>;
  /** Rows that name no payment and might be any. */
  namelessCount: number;
  /** How many lines it lacks by what it says of itself; without end where a file of a set is absent or a sheet not read. */
  lackingCount: number;
  /** What of its absent parts says so. */
  lacking: { kind: 'countOfTotal' | 'partOfFile' | 'sheet'; value: string } | null;
}

export const noUnreadRows: UnreadRows = {
  rowOf: new Map(),
  namelessCount: 0,
  lackingCount: 0,
  lacking: null,
};

const rrnName = (high: number, low: number): string => `${high} ${low}`;
const codeName = (terminal: number, auth: number): string => `${terminal}/${auth}`;

/**
 * Which payments without a line the rejected rows name, by an RRN or by terminal and approval code that can still be
 * read. A row that names a payment which has its line, or by an RRN of the portal's kind none at all, is no riddle.
 */
export function matchRejected(file: NormalisedFile, records: PortalRecords, matches: Matches): UnreadRows {
  if (file.rejectedCount === 0) return noUnreadRows;
  const rows = file.rejectedKeys.toSorted((a, b) => a.line - b.line);
  const found = recordsByName(rows, records);
  const rowOf = new Map<number, number>();
  // Some banks print RRNs of their own: they name nothing here, and what has one of them has it by chance.
  const kind = matches.rrnKind();
  let named = 0;
  for (const row of rows) {
    const fitting = [
      ...(kind === 'bank' ? [] : (found.get(rrnName(row.rrnHigh, row.rrnLow)) ?? [])).filter((record) =>
        terminalFits(row, records, record),
      ),
      ...(found.get(codeName(row.terminal, row.auth)) ?? []),
    ];
    const open = fitting.find(
      (record) =>
        matches.lineOf[record] === recordState.free &&
        records.columns.approved[record] === 1 &&
        !rowOf.has(record),
    );
    if (open !== undefined) rowOf.set(open, row.line);
    const isTold = !row.isMoved && (fitting.length > 0 || (kind === 'portal' && isPlainRrn(row.rrnHigh)));
    if (open !== undefined || isTold) named++;
  }
  return { ...noUnreadRows, rowOf, namelessCount: file.rejectedCount - named };
}

const terminalFits = (row: RejectedKeys, { columns }: PortalRecords, record: number): boolean =>
  row.terminal < 0 || (columns.terminal[record] as number) < 0 || columns.terminal[record] === row.terminal;

/** The payments that some row names, by its name; the smaller id first. */
function recordsByName(
  rows: readonly RejectedKeys[],
  { count, columns }: PortalRecords,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { rrnHigh, rrnLow, terminal, auth } of rows) {
    if (isPlainRrn(rrnHigh)) found.set(rrnName(rrnHigh, rrnLow), []);
    if (terminal >= 0 && auth !== absentKey) found.set(codeName(terminal, auth), []);
  }
  if (found.size === 0) return found;
  for (let record = 0; record < count; record++) {
    found.get(rrnName(columns.rrnHigh[record] as number, columns.rrnLow[record] as number))?.push(record);
    if (columns.auth[record] !== absentKey)
      found.get(codeName(columns.terminal[record] as number, columns.auth[record] as number))?.push(record);
  }
  for (const named of found.values())
    named.sort((a, b) => (columns.id[a] as number) - (columns.id[b] as number));
  return found;
}
