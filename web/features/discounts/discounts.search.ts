import { agreedSchemes } from '@mizan/contract/banks.ts';
import { useAddress } from '../../platform/address.ts';
import { oneOf, readFields, rowId } from '../../platform/search.ts';

interface DiscountsSearch {
  view?: 'banks';
  bank?: string;
  card?: (typeof agreedSchemes)[number];
}

export const readSearch = (raw: Record<string, unknown>): DiscountsSearch =>
  readFields<DiscountsSearch>(raw, { view: oneOf(['banks']), bank: rowId, card: oneOf(agreedSchemes) });

/** What the screen shows, in the address: rates or banks, and whose history. */
export const useDiscountsSearch = () => useAddress(readSearch);
