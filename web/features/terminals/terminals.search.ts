import { useAddress } from '../../platform/address.ts';
import { oneOf, readFields, rowId } from '../../platform/search.ts';

/** What shows: a list, a terminal's detail, the form of a new payment, or a payment. All in the address. */
interface TerminalSearch {
  open?: string;
  /** The terminal that the form of a new payment begins with; 'any' leaves the choice open. */
  pay?: string;
  payment?: string;
}

const readSearch = (raw: Record<string, unknown>): TerminalSearch =>
  readFields<TerminalSearch>(raw, {
    open: rowId,
    pay: (value) => oneOf(['any'])(value) ?? rowId(value),
    payment: rowId,
  });

export function useTerminalSearch() {
  const { state, go } = useAddress(readSearch);
  return { ...state, go };
}
