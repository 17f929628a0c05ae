import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import { type EntryFilter, entryFilters } from '@mizan/contract/reconciliation.ts';
import { useAddress } from '../../../platform/address.ts';
import { oneOf, readFields, rowId, text } from '../../../platform/search.ts';
import { countedShape, readCounted } from './counted-rows.ts';

/** Rows of the file itself: those that were rejected, those read with a warning, those that are no lines. */
const rowTabs = ['rejected', 'warnings', 'rows'] as const;
export type RowTab = (typeof rowTabs)[number];

/** What of a bank file shows below its verdict: entries of an outcome, or rows of the file. */
const bankFileTabs = [...entryFilters, ...rowTabs] as const;
export type BankFileTab = EntryFilter | RowTab;
export const isRowTab = (tab: BankFileTab): tab is RowTab => (rowTabs as readonly string[]).includes(tab);

/** The screen's state as its address names it. */
export interface ReconciliationSearch {
  /** The list of bank files, beside what terminals reconciled; whatever else names something of a file implies it. */
  view?: 'files';
  /** The bank file that is open. */
  file?: string;
  /** Absent for what the file itself shows first. */
  tab?: BankFileTab;
  /** Of what waits, the holes that show: '2', or '4-7'. */
  holes?: string;
  /** Of all entries, the rows of the file that show: '12-340'. */
  rows?: string;
  /** Of all entries, the lines of a total or payout, by the number of its note. */
  total?: string;
  /** Of repeated and corrected lines, the earlier file that they speak of, and their currency where it has several. */
  earlier?: string;
  currency?: Currency;
  /** The number of the entry whose detail is open. */
  entry?: string;
  /** Of a judged file: how it was read, in place of its verdict. */
  how?: 'read';
  /** The letter that asks the bank for what is missing is open. */
  ask?: 'bank';
  /** Before a verdict: the number whose lines are open (counted-rows.ts). */
  lines?: string;
  /** Of the list: the files that ask for a person alone. */
  only?: 'open';
}

export const readSearch = (raw: Record<string, unknown>): ReconciliationSearch =>
  readFields<ReconciliationSearch>(raw, {
    view: oneOf(['files']),
    file: rowId,
    tab: oneOf(bankFileTabs),
    holes: text(/^[1-9]\d{0,3}(-[1-9]\d{0,3})?$/),
    rows: text(/^[1-9]\d{0,7}-[1-9]\d{0,7}$/),
    total: text(/^[1-9]\d{0,6}$/),
    earlier: rowId,
    currency: oneOf(currencies),
    entry: text(/^[1-9]\d{0,8}$/),
    how: oneOf(['read']),
    ask: oneOf(['bank']),
    lines: text(countedShape),
    only: oneOf(['open']),
  });

/** Whether the address is about bank files: those of before the tabs still lead there. */
export function isOfFiles(raw: Record<string, unknown>): boolean {
  const { view, file, only } = readSearch(raw);
  return view !== undefined || file !== undefined || only !== undefined;
}

/** The state of the screen and the ways to change it. */
export function useReconciliationSearch() {
  const { state, go, change } = useAddress(readSearch);
  const { file, tab, holes, rows, total, earlier, currency, entry, how, ask, lines, only } = state;
  return {
    file,
    tab,
    parts: { holes, rows, total, earlier, currency } satisfies EntryParts,
    entry: entry === undefined ? undefined : Number(entry),
    only,
    isOfFiles: isOfFiles({ ...state }),
    openTerminals: () => go({}),
    isHowItWasRead: how === 'read',
    showHowItWasRead: () => go({ file, how: 'read' }),
    showVerdict: () => go({ file }),
    openFile: (id: string) => go({ file: id }),
    openTab: (next: BankFileTab, parts: EntryParts = {}) => go({ file, tab: next, ...parts }, true),
    isAsking: ask === 'bank',
    openLetter: () => change({ ask: 'bank', entry: undefined }),
    closeLetter: () => change({ ask: undefined }),
    counted: lines === undefined ? null : readCounted(lines),
    /** What the address is with the lines of a number open. */
    besideLines: (next: string): ReconciliationSearch => ({ ...state, lines: next }),
    closeLines: () => change({ lines: undefined }),
    openEntry: (seq: number) => change({ entry: String(seq), ask: undefined }, entry !== undefined),
    closeEntry: () => change({ entry: undefined }),
    showOnly: (next: 'open' | undefined) => go({ view: 'files', only: next }, true),
    backToList: () => go({ view: 'files' }),
  };
}
