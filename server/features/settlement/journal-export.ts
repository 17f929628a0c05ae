import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { exportJournal } from '@mizan/contract/journal.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { type BankToday, banksToday } from '../banks/banks.service.ts';
import { selectDepositsMade, selectSoldDays } from './journal.queries.ts';
import { type Account, type EntryKind, type JournalEntry, journalOf } from './journal.ts';

/** The columns of the general layout in their order, and how wide each is beside the others. */
const columns = {
  entry: { kind: 'text', letters: 26 },
  day: { kind: 'day', letters: 11 },
  about: { kind: 'text', letters: 28 },
  bank: { kind: 'text', letters: 18 },
  account: { kind: 'text', letters: 26 },
  debit: { kind: 'amount', letters: 13 },
  credit: { kind: 'amount', letters: 13 },
  currency: { kind: 'text', letters: 9 },
  reference: { kind: 'text', letters: 20 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
const columnNames = Object.keys(columns) as (keyof typeof columns)[];

const accountKeys: Readonly<Record<Account, string>> = {
  receivable: 'exports:journal.account.receivable',
  unjudged: 'exports:journal.account.unjudged',
  bank: 'exports:journal.account.bank',
  fees: 'exports:journal.account.fees',
  vat: 'exports:journal.account.vat',
  refunds: 'exports:journal.account.refunds',
  sales: 'exports:journal.account.sales',
};
const aboutKeys: Readonly<Record<EntryKind, string>> = {
  SOLD: 'exports:journal.about.sold',
  UNJUDGED: 'exports:journal.about.unjudged',
  DEPOSIT: 'exports:journal.about.deposit',
  TAKEN_BACK: 'exports:journal.about.takenBack',
};

function rowsOf(entry: JournalEntry, banks: readonly BankToday[], words: Words): ExportRow[] {
  const bank = banks.find(({ id }) => id === entry.bankId);
  const name = { en: bank?.nameEn, ar: bank?.nameAr }[words.language];
  return entry.lines.map(({ account, amountMinor }) => {
    const cells = {
      entry: entry.name,
      day: entry.day,
      about: words.text(aboutKeys[entry.kind]),
      bank: name ? plainText(name) : words.text('settlement:unknownBank.name'),
      account: words.text(accountKeys[account]),
      debit: amountMinor > 0 ? amountMinor : null,
      credit: amountMinor < 0 ? -amountMinor : null,
      currency: entry.currency,
      reference: entry.reference === '' ? null : entry.reference,
    };
    return columnNames.map((column) => cells[column]);
  });
}

/** The last day that is over for the calendar and for every bank: what is not may still be sold more of. */
const lastDayOver = (banks: readonly BankToday[], now: Date): string =>
  addDays([riyadhDay(now), ...banks.map(({ today }) => today)].toSorted()[0] ?? riyadhDay(now), -1);

/** The journal of the days that are asked for and over, as a table for a file; no row where none of them is. */
export async function journalExport(
  { db, clock }: { db: Database; clock: Clock },
  merchantId: string,
  { from, to: asked }: Omit<RouteInput<typeof exportJournal>['query'], 'lang'>,
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const { lines, to } = await inTenant(db, merchantId, async (tx) => {
    const banks = await banksToday(tx, clock.now());
    const over = lastDayOver(banks, clock.now());
    const to = asked < over ? asked : over;
    const undone = { undoneFrom: startOfRiyadhDay(from), undoneBefore: startOfRiyadhDay(addDays(to, 1)) };
    const [sold, deposits] = await Promise.all([
      selectSoldDays(tx, from, to),
      selectDepositsMade(tx, { from, to, ...undone }),
    ]);
    const entries = journalOf({ sold, deposits }, from, to);
    return { to, lines: entries.flatMap((entry) => rowsOf(entry, banks, words)) };
  });
  async function* rows() {
    yield lines;
  }
  return {
    title: words.text('exports:journal.sheet'),
    fileTitle: to < from ? `journal-${from}` : `journal-${from}-${to}`,
    facts: [],
    columns: columnNames.map((name) => ({
      name: words.text(`exports:journal.column.${name}`),
      ...columns[name],
    })),
    reader,
    rowsTotal: lines.length,
    rows: rows(),
    totals: () => [],
  };
}
