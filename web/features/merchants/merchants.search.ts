import { type MerchantStatus, merchantStatuses } from '@mizan/contract/merchants.ts';
import { useAddress } from '../../platform/address.ts';
import { oneOf, readFields, rowId } from '../../platform/search.ts';

interface MerchantSearch {
  status?: MerchantStatus;
  open?: string;
}

const readSearch = (raw: Record<string, unknown>): MerchantSearch =>
  readFields<MerchantSearch>(raw, { status: oneOf(merchantStatuses), open: rowId });

/** What the screen shows, in the address: which status, and whose detail. */
export function useMerchantSearch() {
  const { state, change } = useAddress(readSearch);
  return { ...state, change };
}
