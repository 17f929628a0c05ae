import { useAddress } from '../../platform/address.ts';
import { listOf, oneOf, readFields, rowId, text } from '../../platform/search.ts';

/** What a connection is filtered by: one that is on its way back is neither. */
export const connectionFilters = ['CONNECTED', 'RECONNECTING', 'DISCONNECTED', 'NEVER'] as const;
export type ConnectionFilter = (typeof connectionFilters)[number];

/** Which rows of the list show, and which columns. */
export interface TerminalFilter {
  search?: string;
  connection?: ConnectionFilter[];
  branchId?: string[];
  /** Those alone that ask for a person. */
  needs?: 'attention';
  columns?: 'device';
  /** Those alone that are out of service. */
  service?: 'retired';
}

/** What shows: a list, the form of a new payment, or a payment. All in the address. */
interface TerminalSearch extends TerminalFilter {
  /** The terminal that the form of a new payment begins with; 'any' leaves the choice open. */
  pay?: string;
  payment?: string;
  /** The form of a new terminal, or the one whose device is to be paired. */
  add?: string;
}

export const searchMax = 64;

const readSearch = (raw: Record<string, unknown>): TerminalSearch =>
  readFields<TerminalSearch>(raw, {
    pay: (value) => oneOf(['any'])(value) ?? rowId(value),
    payment: rowId,
    add: (value) => oneOf(['new'])(value) ?? rowId(value),
    search: text(/^.{1,64}$/u),
    connection: listOf(oneOf(connectionFilters)),
    branchId: listOf(rowId),
    needs: oneOf(['attention'] as const),
    columns: oneOf(['device'] as const),
    service: oneOf(['retired'] as const),
  });

export function useTerminalSearch() {
  const { state, go, change, changeIfStill } = useAddress(readSearch);
  return { ...state, go, change, changeIfStill };
}
export type TerminalSearchState = ReturnType<typeof useTerminalSearch>;
