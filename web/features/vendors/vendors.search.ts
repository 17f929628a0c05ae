import { type Activity, activities } from '@mizan/contract/activity.ts';
import { useAddress } from '../../platform/address.ts';
import { listOf, oneOf, readFields, rowId, text } from '../../platform/search.ts';

interface VendorsSearch {
  search?: string;
  /** Codes of banks. */
  bank?: string[];
  modelId?: string[];
  status?: Activity[];
  /** A vendor, or the form of a new one. */
  open?: string;
}

const readSearch = (raw: Record<string, unknown>): VendorsSearch =>
  readFields<VendorsSearch>(raw, {
    search: text(/^.{1,80}$/u),
    bank: listOf(text(/^\d\d$/)),
    modelId: listOf(rowId),
    status: listOf(oneOf(activities)),
    open: (value) => (value === 'new' ? value : rowId(value)),
  });

export const useVendorsSearch = () => useAddress(readSearch);
export type VendorsAddress = ReturnType<typeof useVendorsSearch>;
