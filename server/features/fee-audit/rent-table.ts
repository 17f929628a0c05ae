import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import type { Words } from '../../platform/words.ts';
import type { ClaimRecord } from './claims.queries.ts';

const columns = {
  month: { kind: 'text', letters: 10 },
  terminal: { kind: 'text', letters: 12 },
  kind: { kind: 'text', letters: 16 },
  finding: { kind: 'text', letters: 22 },
  lines: { kind: 'text', letters: 8 },
  agreed: { kind: 'amount', letters: 12 },
  charged: { kind: 'amount', letters: 12 },
  over: { kind: 'amount', letters: 12 },
  places: { kind: 'text', letters: 40 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];
const rowOf = (cells: Partial<Record<ColumnName, string | number | null>>): ExportRow =>
  columnNames.map((each) => cells[each] ?? null);

/** Every charge as a table, with the files and rows of them that say so. */
export function rentTable({ name, said, claimedMinor }: ClaimRecord, { text, language }: Words): ExportTable {
  const rows = said.rents ?? [];
  async function* pages(): AsyncGenerator<readonly ExportRow[]> {
    yield rows.map((row) =>
      rowOf({
        month: row.month,
        terminal: row.tid,
        kind: text(`fees:rent.kind.${row.kind}`),
        finding: text(`fees:rent.finding.${row.finding}`),
        lines: String(row.lineCount),
        agreed: row.agreedMinor,
        charged: row.chargedMinor,
        over: row.overMinor,
        places: row.files.map(({ name: file, lines }) => `${file}: ${lines.join(' ')}`).join('; '),
      }),
    );
  }
  return {
    title: name,
    facts: [],
    columns: columnNames.map((each) => ({ name: text(`exports:rentClaim.${each}`), ...columns[each] })),
    reader: language,
    rowsTotal: rows.length,
    rows: pages(),
    totals: () => [rowOf({ month: text('exports:total'), over: claimedMinor })],
  };
}
