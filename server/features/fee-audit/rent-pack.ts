import type { Readable } from 'node:stream';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { AuditedRent, packRents } from '@mizan/contract/rents.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { inTenant } from '../../platform/database/database.ts';
import type { ExportFile } from '../../platform/exports/export-file.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import type { PdfTexts } from '../../platform/exports/pdf-text.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type Words, wordsFor } from '../../platform/words.ts';
import { type AuditBank, isJudging, selectAuditBanks } from './audit.queries.ts';
import type { ClaimsDeps } from './claim-record.service.ts';
import { claimantOf } from './claims.queries.ts';
import { letterPack, letterPdf } from './letter-pack.ts';
import { type Document, ink, pen, sizes } from './letter-pen.ts';
import { rentsIn } from './rents.service.ts';

/** What a bank took too much as rent and monthly fees, to send to it: the letter in both languages, and every line. */

export interface RentClaim {
  merchant: { nameEn: string; nameAr: string; cr: string | null };
  bank: AuditBank;
  rows: readonly AuditedRent[];
  claimedMinor: number;
  day: string;
}

const sumOf = (rows: readonly AuditedRent[], of: (row: AuditedRent) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** 'Terminal 61000001, November 2026, rent: charged …, agreed …'. */
function rowText(row: AuditedRent, { text, amount, number, day }: Words): string {
  return text(`fees:rentLetter.${row.finding}`, {
    terminal: isolated(row.tid ?? ''),
    month: day(`${row.month}-01`),
    kind: text(`fees:rent.kind.${row.kind}`),
    lines: number(row.lineCount),
    charged: amount(row.chargedMinor),
    agreed: amount(row.agreedMinor ?? 0),
    more: amount(row.differenceMinor),
  });
}

function drawLetter(doc: Document, texts: PdfTexts, claim: RentClaim, words: Words): void {
  const { text, amount, day, number, language } = words;
  const { merchant, bank, rows, claimedMinor } = claim;
  const at = pen(doc, texts, words);
  const money = text('fees:letter.money', {
    amount: amount(claimedMinor),
    currency: text('units:currency.SAR'),
  });
  at.text(isolated({ en: merchant.nameEn, ar: merchant.nameAr }[language]), { font: 'bold' });
  if (merchant.cr !== null)
    at.text(text('fees:letter.registration', { cr: isolated(merchant.cr) }), {
      size: sizes.small,
      color: ink.quiet,
    });
  at.text(day(claim.day), { size: sizes.small, color: ink.quiet });
  at.rule();
  at.text(text('fees:rentLetter.title', { amount: money }), { font: 'bold', size: sizes.title });
  at.space(6);
  const paragraphs = [
    text('fees:letter.to', { bank: isolated({ en: bank.nameEn, ar: bank.nameAr }[language]) }),
    ...rows.map((row) => rowText(row, words)),
    bank.iban === null
      ? text('fees:rentLetter.ask', { amount: money })
      : text('fees:rentLetter.askIban', { amount: money, iban: isolated(bank.iban) }),
    text('fees:rentLetter.restsOn', { lines: number(sumOf(rows, ({ lineCount }) => lineCount)) }),
  ];
  for (const paragraph of paragraphs) {
    at.text(paragraph);
    at.space(7);
  }
  at.rule();
  at.figure(text('fees:claim.sum'), amount(claimedMinor), 'bold');
  at.rule();
  at.text(text('fees:letter.files'), { font: 'bold', size: sizes.small });
  for (const name of new Set(rows.flatMap(({ files }) => files.map((file) => file.name))))
    at.text(isolated(name), { size: sizes.small });
  at.space(36);
  at.pair(text('fees:letter.signature'), text('fees:letter.date'));
}

/** The letter in Arabic and in English, for signature. */
export const rentPdf = (claim: RentClaim, title: string): Readable =>
  letterPdf(title, (doc, texts, words) => drawLetter(doc, texts, claim, words));

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
  columnNames.map((name) => cells[name] ?? null);

/** Every charge as a table, with the files and rows of them that say so. */
function rentTable({ rows, claimedMinor }: RentClaim, title: string, { text, language }: Words): ExportTable {
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
        over: row.differenceMinor,
        places: row.files.map(({ name, lines }) => `${name}: ${lines.join(' ')}`).join('; '),
      }),
    );
  }
  return {
    title,
    facts: [],
    columns: columnNames.map((name) => ({ name: text(`exports:rentClaim.${name}`), ...columns[name] })),
    reader: language,
    rowsTotal: rows.length,
    rows: pages(),
    totals: () => [rowOf({ month: text('exports:total'), over: claimedMinor })],
  };
}

/**
 * The pack of a bank and the months of a span, with the figures of this moment: nothing of it is kept.
 * @throws Failure 'notFound' of the bank, or where nothing was charged too much; 'conflict': 'working' while files are being judged
 */
export async function rentPack(
  { db, clock }: ClaimsDeps,
  { merchantId }: Member,
  { bankId, format, lang, ...span }: RouteInput<typeof packRents>['query'],
): Promise<ExportFile> {
  const claimant = await claimantOf(db, merchantId);
  const claim = await inTenant(db, merchantId, async (tx): Promise<RentClaim> => {
    const bank = (await selectAuditBanks(tx)).find(({ id }) => id === bankId);
    if (!bank) throw notFound();
    if (await isJudging(tx)) throw new Failure('conflict', 'working', { reason: 'working' });
    const rows = (await rentsIn(tx, span)).rows.filter((row) => row.bankId === bankId && row.isClaimable);
    if (rows.length === 0) throw notFound();
    const { nameEn, nameAr, cr } = claimant;
    const claimedMinor = sumOf(rows, ({ differenceMinor }) => differenceMinor);
    return { merchant: { nameEn, nameAr, cr }, bank, rows, claimedMinor, day: riyadhDay(clock.now()) };
  });
  const title = `rents-${span.from.slice(0, 7)}-${span.to.slice(0, 7)}`;
  return letterPack(
    {
      title,
      letter: () => rentPdf(claim, title),
      lines: () => rentTable(claim, title, wordsFor(lang)),
    },
    format,
  );
}
