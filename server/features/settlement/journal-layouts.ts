import type { JournalLayout } from '@mizan/contract/journal.ts';
import type { JournalAccounts } from '@mizan/contract/journal-accounts.ts';
import type { ExportColumn, ExportRow } from '../../platform/exports/export-sheet.ts';
import type { Account, JournalEntry } from './journal.ts';

/**
 * The journal as programs import it (docs/decisions/0078-layouts-of-the-journal.md): what stands of an entry in its first
 * row alone says that the rows below, whose cells are empty there, belong to it. Pure.
 */

/** Both book in the company's own currency, and would take other amounts for riyals. */
export const layoutCurrency = 'SAR';

export type ProgramLayout = Exclude<JournalLayout, 'general'>;

/** An entry in the words of the reader: what it is about, and of which bank. */
export interface NamedEntry extends JournalEntry {
  about: string;
}

/** The names of columns are those of the programs, in their own language and order. */
const columns = {
  odoo: [
    'date',
    'ref',
    'journal_id',
    'line_ids/account_id',
    'line_ids/name',
    'line_ids/debit',
    'line_ids/credit',
  ],
  erpnext: [
    'Entry Type',
    'Company',
    'Posting Date',
    'Reference Number',
    'Reference Date',
    'User Remark',
    'Account (Accounting Entries)',
    'Debit (Accounting Entries)',
    'Credit (Accounting Entries)',
    'User Remark (Accounting Entries)',
  ],
} as const satisfies Record<ProgramLayout, readonly string[]>;

export const layoutColumns = (layout: ProgramLayout): ExportColumn[] =>
  columns[layout].map((name) => ({ name, kind: 'text', letters: 20 }));

/** Which account a line goes to: the bank's own one, or that of all; null where nobody chose one. */
function accountOf(
  { accounts }: Pick<JournalAccounts, 'accounts'>,
  role: Account,
  bankId: string,
): string | null {
  const ofRole = accounts.filter((each) => each.role === role);
  const found = ofRole.find((each) => each.bankId === bankId) ?? ofRole.find((each) => each.bankId === null);
  return found?.account ?? null;
}

/** What has to be chosen before there is a file: roles of lines that the entries have, or a name that the program asks for. */
export function missingOf(
  entries: readonly JournalEntry[],
  chosen: JournalAccounts,
  layout: ProgramLayout,
): string[] {
  const roles = entries.flatMap(({ lines, bankId }) =>
    lines.filter(({ account }) => accountOf(chosen, account, bankId) === null).map(({ account }) => account),
  );
  const name = layout === 'odoo' ? 'odooJournal' : 'erpnextCompany';
  return [...new Set([...roles, ...(chosen[name] === null ? [name] : [])])];
}

/** @throws Error where an account is missing, which `missingOf` says before */
export function layoutRows(
  entries: readonly NamedEntry[],
  chosen: JournalAccounts,
  layout: ProgramLayout,
): ExportRow[] {
  return entries.flatMap((entry) =>
    entry.lines.map(({ account: role, amountMinor }, at): ExportRow => {
      const account = accountOf(chosen, role, entry.bankId);
      if (account === null) throw new Error(`no account was chosen for ${role}`);
      const ofEntry = (cell: string | null): string | null => (at === 0 ? cell : null);
      const amounts = [amountMinor > 0 ? amountMinor : 0, amountMinor < 0 ? -amountMinor : 0];
      if (layout === 'odoo') {
        const head = [entry.day, entry.name, chosen.odooJournal].map(ofEntry);
        return [...head, account, entry.about, ...amounts];
      }
      // A reference number without its date is refused there.
      const head = ['Journal Entry', chosen.erpnextCompany, entry.day, entry.name, entry.day, entry.about];
      return [...head.map(ofEntry), account, ...amounts, entry.about];
    }),
  );
}
