import { type Database, inTenant } from '../../platform/database/database.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import type { Words } from '../../platform/words.ts';
import type { ClaimRecord } from './claims.queries.ts';
import type { ClaimReader } from './letter-words.ts';
import { type MissingLine, selectMissingLines } from './missing-claims.queries.ts';

/** Every payment of a claim of missing money, as a table for the bank. */

const columns = {
  payment: { kind: 'text', letters: 12 },
  day: { kind: 'day', letters: 11 },
  hijriDay: { kind: 'text', letters: 17 },
  due: { kind: 'day', letters: 11 },
  hijriDue: { kind: 'text', letters: 17 },
  card: { kind: 'text', letters: 12 },
  terminal: { kind: 'text', letters: 11 },
  rrn: { kind: 'text', letters: 14 },
  approval: { kind: 'text', letters: 10 },
  lastFour: { kind: 'text', letters: 8 },
  amount: { kind: 'amount', letters: 13 },
  fee: { kind: 'amount', letters: 12 },
  vat: { kind: 'amount', letters: 12 },
  net: { kind: 'amount', letters: 13 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];
const linesOfBatch = 2_000;

type Cells = Partial<Record<ColumnName, string | number | null>>;
const ofHijri: readonly ColumnName[] = ['hijriDay', 'hijriDue'];
/** As in the table of fees: claim-pack.ts. */
const shownIn = (hijri: Words | null): ColumnName[] =>
  columnNames.filter((name) => hijri !== null || !ofHijri.includes(name));
const rowOf = (cells: Cells, hijri: Words | null): ExportRow =>
  shownIn(hijri).map((name) => cells[name] ?? null);

const lineRow = (line: MissingLine, { text }: Words, hijri: Words | null): ExportRow =>
  rowOf(
    {
      payment: line.transactionId,
      day: line.day,
      hijriDay: hijri?.day(line.day) ?? null,
      due: line.dueDay,
      hijriDue: hijri?.day(line.dueDay) ?? null,
      card: text(`transactions:scheme.${line.scheme.toLowerCase()}`),
      terminal: line.tid,
      rrn: line.rrn,
      approval: line.approvalCode,
      lastFour: line.lastFour,
      amount: line.grossMinor,
      fee: line.feeMinor,
      vat: line.vatMinor,
      net: line.netMinor,
    },
    hijri,
  );

export function missingTable(
  db: Database,
  merchantId: string,
  claim: ClaimRecord,
  { words, hijri }: ClaimReader,
): ExportTable {
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    let after = '0';
    for (;;) {
      const page = await inTenant(db, merchantId, (tx) =>
        selectMissingLines(tx, claim.id, { after, limit: linesOfBatch }),
      );
      if (page.length === 0) return;
      yield page.map((line) => lineRow(line, words, hijri));
      after = page.at(-1)?.transactionId ?? after;
    }
  }
  return {
    title: claim.name,
    facts: [],
    columns: shownIn(hijri).map((name) => ({
      name: words.text(`exports:missingClaim.${name}`),
      ...columns[name],
    })),
    reader: words.language,
    rowsTotal: claim.count,
    rows: rows(),
    totals: () => [rowOf({ payment: words.text('exports:total'), net: claim.claimedMinor }, hijri)],
  };
}
