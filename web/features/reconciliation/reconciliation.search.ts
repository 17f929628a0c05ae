import { type EntryFilter, entryFilters } from '@mizan/contract/reconciliation.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** What of a bank file shows below its verdict: entries of an outcome, or the lines that were not read. */
export const bankFileTabs = [...entryFilters, 'rejected'] as const;
export type BankFileTab = EntryFilter | 'rejected';

/** The screen's state in its URL, so that a reload, the way back and a shared link show the same. */
export interface ReconciliationSearch {
  file: string | null;
  /** Null for what the file itself shows first. */
  tab: BankFileTab | null;
  /** The number of the entry whose detail is open. */
  entry: number | null;
  /** Of the list: the files that ask for a person alone. */
  only: 'open' | null;
}

const nothing: ReconciliationSearch = { file: null, tab: null, entry: null, only: null };

/** Reads what stands in the address; whatever is no state of this screen is left out. */
export function readSearch(raw: Record<string, unknown>): ReconciliationSearch {
  const file = String(raw['file'] ?? '');
  const tab = bankFileTabs.find((each) => each === raw['tab']);
  const entry = String(raw['entry'] ?? '');
  return {
    file: /^[1-9]\d{0,18}$/.test(file) ? file : null,
    tab: tab ?? null,
    entry: /^[1-9]\d{0,8}$/.test(entry) ? Number(entry) : null,
    only: raw['only'] === 'open' ? 'open' : null,
  };
}

/** The address of a state, without what is the screen's own first choice. */
export const searchOf = (state: Partial<ReconciliationSearch>): Record<string, string> => {
  const { file, tab, entry, only } = { ...nothing, ...state };
  return {
    ...(file === null ? {} : { file }),
    ...(tab === null ? {} : { tab }),
    ...(entry === null ? {} : { entry: String(entry) }),
    ...(only === null ? {} : { only }),
  };
};

/** The state of the screen and the ways to change it. */
export function useReconciliationSearch() {
  const search = readSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const go = (next: Partial<ReconciliationSearch>, replace = false): void => {
    void navigate({ to: '.', search: searchOf(next) as never, replace, resetScroll: false });
  };
  return {
    ...search,
    openFile: (file: string) => go({ file }),
    openTab: (tab: BankFileTab) => go({ file: search.file, tab }, true),
    openEntry: (entry: number) => go({ ...search, entry }, search.entry !== null),
    closeEntry: () => go({ ...search, entry: null }),
    showOnly: (only: 'open' | null) => go({ only }, true),
    backToList: () => go({}),
  };
}
