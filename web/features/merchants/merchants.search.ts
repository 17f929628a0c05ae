import { type MerchantStatus, merchantStatuses } from '@mizan/contract/merchants.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { oneOf, readFields, rowId } from '../../platform/search.ts';

interface MerchantSearch {
  status?: MerchantStatus;
  open?: string;
}

/** What the screen shows, in the address: which status, and whose detail. */
export function useMerchantSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const search = readFields<MerchantSearch>(raw, { status: oneOf(merchantStatuses), open: rowId });
  return {
    ...search,
    go: (change: MerchantSearch) => void navigate({ to: '.', search: { ...search, ...change } as never }),
  };
}
