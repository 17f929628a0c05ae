import { type MerchantStatus, merchantStatuses } from '@mizan/contract/merchants.ts';
import { type ApplicationState, applicationStates } from '@mizan/contract/onboarding.ts';
import { useAddress } from '../../platform/address.ts';
import { oneOf, readFields, rowId, text } from '../../platform/search.ts';

export interface MerchantSearch {
  status?: MerchantStatus;
  application?: ApplicationState;
  search?: string;
  open?: string;
}

const readSearch = (raw: Record<string, unknown>): MerchantSearch =>
  readFields<MerchantSearch>(raw, {
    status: oneOf(merchantStatuses),
    application: oneOf(applicationStates),
    search: text(/^.{1,80}$/u),
    open: rowId,
  });

/** What the screen shows, in the address: what the list is narrowed to, and whose detail. */
export const useMerchantSearch = () => useAddress(readSearch);
