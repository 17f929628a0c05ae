import { type EntryFilter, entryFilters } from '@mizan/contract/reconciliation.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** What of a bank file shows below its verdict: entries of an outcome, or the lines that were not read. */
export const importTabs = [...entryFilters, 'rejected'] as const;
export type ImportTab = EntryFilter | 'rejected';

/** The screen's state in its URL, so that a reload, the way back and a shared link show the same. */
export interface ReconciliationSearch {
  file: string | null;
  tab: ImportTab;
}

/** Reads what stands in the address; whatever is no state of this screen is left out. */
export function readSearch(raw: Record<string, unknown>): ReconciliationSearch {
  const file = String(raw['import'] ?? '');
  const tab = importTabs.find((each) => each === raw['tab']);
  return { file: /^[1-9]\d{0,18}$/.test(file) ? file : null, tab: tab ?? 'exceptions' };
}

/** The address of a state, without what is the screen's own first choice. */
export const searchOf = ({ file, tab }: ReconciliationSearch): Record<string, string> => ({
  ...(file === null ? {} : { import: file }),
  ...(tab === 'exceptions' ? {} : { tab }),
});

/** The state of the screen and the ways to change it. */
export function useReconciliationSearch() {
  const search = readSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const go = (next: ReconciliationSearch, replace = false): void => {
    void navigate({ to: '.', search: searchOf(next) as never, replace, resetScroll: false });
  };
  return {
    ...search,
    openFile: (file: string) => go({ file, tab: 'exceptions' }),
    openTab: (tab: ImportTab) => go({ file: search.file, tab }, true),
    backToList: () => go({ file: null, tab: 'exceptions' }),
  };
}
