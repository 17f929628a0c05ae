import type { packFeeClaim } from '@mizan/contract/fee-claims.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import type { ExportFile } from '../../platform/exports/export-file.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { drawPaper } from '../../platform/exports/paper-thread.ts';
import type { Member } from '../../platform/http/call.ts';
import type { Words } from '../../platform/words.ts';
import { claimOf } from './claim-record.service.ts';
import { type ClaimLine, type ClaimRecord, selectClaimLines } from './claims.queries.ts';
import { letterPack } from './letter-pack.ts';
import { type ClaimReader, claimReader } from './letter-words.ts';
import { missingTable } from './missing-table.ts';
import { rentTable } from './rent-table.ts';

/** What a merchant sends to its bank: the letter in both languages, and every transaction. */

const columns = {
  payment: { kind: 'text', letters: 12 },
  day: { kind: 'day', letters: 11 },
  hijriDay: { kind: 'text', letters: 17 },
  card: { kind: 'text', letters: 12 },
  terminal: { kind: 'text', letters: 11 },
  rrn: { kind: 'text', letters: 14 },
  approval: { kind: 'text', letters: 10 },
  lastFour: { kind: 'text', letters: 8 },
  amount: { kind: 'amount', letters: 13 },
  agreedFee: { kind: 'amount', letters: 12 },
  agreedVat: { kind: 'amount', letters: 12 },
  chargedFee: { kind: 'amount', letters: 12 },
  chargedVat: { kind: 'amount', letters: 12 },
  charged: { kind: 'amount', letters: 12 },
  over: { kind: 'amount', letters: 12 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];
const linesOfBatch = 2_000;

type Cells = Partial<Record<ColumnName, string | number | null>>;
/** Days that programs sort stay as they are; who reads Umm al-Qura first has them beside. */
const shownIn = (hijri: Words | null): ColumnName[] =>
  columnNames.filter((name) => hijri !== null || name !== 'hijriDay');
const rowOf = (cells: Cells, hijri: Words | null): ExportRow =>
  shownIn(hijri).map((name) => cells[name] ?? null);

const lineRow = (line: ClaimLine, { text }: Words, hijri: Words | null): ExportRow =>
  rowOf(
    {
      payment: line.transactionId,
      day: line.day,
      hijriDay: hijri?.day(line.day) ?? null,
      card: text(`transactions:scheme.${line.scheme.toLowerCase()}`),
      terminal: line.tid,
      rrn: line.rrn,
      approval: line.approvalCode,
      lastFour: line.lastFour,
      amount: line.amountMinor,
      agreedFee: line.agreedFeeMinor,
      agreedVat: line.agreedVatMinor,
      chargedFee: line.chargedFeeMinor,
      chargedVat: line.chargedVatMinor,
      charged: line.chargedMinor,
      over: line.chargedMinor - line.agreedFeeMinor - line.agreedVatMinor,
    },
    hijri,
  );

/** Every transaction of a claim as a table. */
function linesTable(
  db: Database,
  merchantId: string,
  claim: ClaimRecord,
  { words, hijri }: ClaimReader,
): ExportTable {
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    let after = '0';
    for (;;) {
      const page = await inTenant(db, merchantId, (tx) =>
        selectClaimLines(tx, claim.id, { after, limit: linesOfBatch }),
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
      name: words.text(`exports:feeClaim.${name}`),
      ...columns[name],
    })),
    reader: words.language,
    rowsTotal: claim.count,
    rows: rows(),
    totals: () => [rowOf({ payment: words.text('exports:total'), over: claim.claimedMinor }, hijri)],
  };
}

/** Every line of a claim, by what it asks for. */
function tableOf(db: Database, merchantId: string, claim: ClaimRecord, reader: ClaimReader): ExportTable {
  if (claim.kind === 'RENTS') return rentTable(claim, reader.words);
  return (claim.kind === 'MISSING' ? missingTable : linesTable)(db, merchantId, claim, reader);
}

/** @throws Failure 'notFound'; 'tooLarge' where it has more lines than a workbook takes at once */
export async function claimPack(
  db: Database,
  { merchantId }: Member,
  id: string,
  { format, lang, calendar }: RouteInput<typeof packFeeClaim>['query'],
): Promise<ExportFile> {
  const claim = await inTenant(db, merchantId, (tx) => claimOf(tx, id));
  return letterPack(
    {
      title: claim.name,
      letter: () => drawPaper(new URL('./claim.worker.ts', import.meta.url), { claim, calendar }),
      lines: () => tableOf(db, merchantId, claim, claimReader(lang, calendar)),
    },
    format,
  );
}
