import { readSearch, type SearchKind } from '@mizan/contract/transaction-search.ts';
import type { SearchKey } from './transaction-filter.queries.ts';

/** Each kind of thing is found by an index of its own. */
const columns: Readonly<Record<SearchKind, SearchKey['column']>> = {
  stanAtTerminal: 'stan',
  stan: 'stan',
  terminal: 'tid',
  number: 'id',
  rrn: 'rrn',
  approvalCode: 'approval_code',
  lastFour: 'last_four',
  amount: 'amount_minor',
  orderRef: 'order_ref',
};

/** What a typed text is looked for as: in every way that it may be read, or in the one that was chosen. */
export const searchKeys = (typed: string, only?: SearchKind): SearchKey[] =>
  readSearch(typed)
    .filter((reading) => only === undefined || reading.as === only)
    .map(({ as, value, tid }) => ({ column: columns[as], value, ...(tid && { tid }) }));
