import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { exportJournal } from '@mizan/contract/journal.ts';
import type { JournalAccounts } from '@mizan/contract/journal-accounts.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import { Failure } from '../../platform/failure.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { type BankToday, banksToday } from '../banks/banks.service.ts';
import {
  selectChargedDays,
  selectDecidedDays,
  selectDepositsMade,
  selectWrittenOffDays,
} from './journal.queries.ts';
import { type Account, type EntryKind, type JournalEntry, journalOf } from './journal.ts';
import { accountsOf } from './journal-accounts.service.ts';
import { lastDayOver, soldDaysOf } from './journal-days.ts';
import {
  layoutColumns,
  layoutCurrency,
  layoutRows,
  missingOf,
  type ProgramLayout,
} from './journal-layouts.ts';

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
  processing: 'exports:journal.account.processing',
  vat: 'exports:journal.account.vat',
  charges: 'exports:journal.account.charges',
  unclear: 'exports:journal.account.unclear',
  writtenOff: 'exports:journal.account.writtenOff',
  lostChargebacks: 'exports:journal.account.lostChargebacks',
  acceptedDifferences: 'exports:journal.account.acceptedDifferences',
  refunds: 'exports:journal.account.refunds',
  sales: 'exports:journal.account.sales',
};
const aboutKeys: Readonly<Record<EntryKind, string>> = {
  SOLD: 'exports:journal.about.sold',
  UNJUDGED: 'exports:journal.about.unjudged',
  CHARGED: 'exports:journal.about.charged',
  UNCLEAR: 'exports:journal.about.unclear',
  WRITTEN_OFF: 'exports:journal.about.writtenOff',
  CHARGEBACK_LOST: 'exports:journal.about.chargebackLost',
  ACCEPTED: 'exports:journal.about.accepted',
  DEPOSIT: 'exports:journal.about.deposit',
  TAKEN_BACK: 'exports:journal.about.takenBack',
};

function bankText({ bankId }: JournalEntry, banks: readonly BankToday[], words: Words): string {
  const bank = banks.find(({ id }) => id === bankId);
  const name = { en: bank?.nameEn, ar: bank?.nameAr }[words.language];
  return name ? plainText(name) : words.text('settlement:unknownBank.name');
}

function rowsOf(entry: JournalEntry, banks: readonly BankToday[], words: Words): ExportRow[] {
  return entry.lines.map(({ account, amountMinor }) => {
    const cells = {
      entry: entry.name,
      day: entry.day,
      about: words.text(aboutKeys[entry.kind]),
      bank: bankText(entry, banks, words),
      account: words.text(accountKeys[account]),
      debit: amountMinor > 0 ? amountMinor : null,
      credit: amountMinor < 0 ? -amountMinor : null,
      currency: entry.currency,
      reference: entry.reference === '' ? null : entry.reference,
    };
    return columnNames.map((column) => cells[column]);
  });
}

/** The rows of a layout. @throws Failure 'conflict': 'accounts' with what is `missing`, 'currency' */
function programRows(
  entries: readonly JournalEntry[],
  chosen: JournalAccounts,
  { layout, banks, words }: { layout: ProgramLayout; banks: readonly BankToday[]; words: Words },
): ExportRow[] {
  if (entries.some(({ currency }) => currency !== layoutCurrency)) {
    throw new Failure('conflict', 'The journal has amounts in other currencies.', { reason: 'currency' });
  }
  const missing = missingOf(entries, chosen, layout);
  if (missing.length > 0) {
    const details = { reason: 'accounts', missing: missing.join(',') };
    throw new Failure('conflict', 'Accounts of the journal were not chosen.', details);
  }
  const named = entries.map((entry) => {
    const said = [
      words.text(aboutKeys[entry.kind]),
      bankText(entry, banks, words),
      plainText(entry.reference),
    ];
    return { ...entry, about: said.filter((part) => part !== '').join(', ') };
  });
  return layoutRows(named, chosen, layout);
}

/**
 * The journal of the days that are asked for and over, as a table for a file; no row where none of them is.
 * @throws Failure 'conflict' where a layout of a program cannot have them
 */
export async function journalExport(
  { db, clock }: { db: Database; clock: Clock },
  merchantId: string,
  { from, to: asked, layout }: Omit<RouteInput<typeof exportJournal>['query'], 'lang'>,
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const { lines, to } = await inTenant(db, merchantId, async (tx) => {
    const banks = await banksToday(tx, clock.now());
    const over = lastDayOver(banks, clock.now());
    const to = asked < over ? asked : over;
    const undone = { undoneFrom: startOfRiyadhDay(from), undoneBefore: startOfRiyadhDay(addDays(to, 1)) };
    const [sold, charged, writtenOff, decided, deposits] = await Promise.all([
      soldDaysOf(tx, from, to),
      selectChargedDays(tx, from, to),
      selectWrittenOffDays(tx, from, to),
      selectDecidedDays(tx, from, to),
      selectDepositsMade(tx, { from, to, ...undone }),
    ]);
    const entries = journalOf({ sold, charged, writtenOff, decided, deposits }, from, to);
    const lines =
      layout === 'general'
        ? entries.flatMap((entry) => rowsOf(entry, banks, words))
        : programRows(entries, await accountsOf(tx), { layout, banks, words });
    return { to, lines };
  });
  async function* rows() {
    yield lines;
  }
  const name = layout === 'general' ? 'journal' : `journal-${layout}`;
  return {
    title: words.text('exports:journal.sheet'),
    fileTitle: to < from ? `${name}-${from}` : `${name}-${from}-${to}`,
    facts: [],
    columns:
      layout === 'general'
        ? columnNames.map((each) => ({
            name: words.text(`exports:journal.column.${each}`),
            ...columns[each],
          }))
        : layoutColumns(layout),
    reader,
    // Programs take the mark for a part of the first column's name.
    ...(layout !== 'general' && { isForPrograms: true }),
    rowsTotal: lines.length,
    rows: rows(),
    totals: () => [],
  };
}
