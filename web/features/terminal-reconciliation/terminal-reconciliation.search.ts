import { useAddress } from '../../platform/address.ts';
import { readFields, rowId } from '../../platform/search.ts';

interface TerminalReconciliationSearch {
  /** The terminal whose reconciliation is open. */
  terminal?: string;
  /** One of its earlier reconciliations, in place of the newest. */
  earlier?: string;
}

const readSearch = (raw: Record<string, unknown>): TerminalReconciliationSearch =>
  readFields<TerminalReconciliationSearch>(raw, { terminal: rowId, earlier: rowId });

export const useTerminalReconciliationSearch = () => useAddress(readSearch);
