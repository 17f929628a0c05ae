import { type BulkVerdict, bulkVerdicts } from '@mizan/contract/bulk.ts';
import { useAddress } from '../../platform/address.ts';
import { oneOf, readFields, rowId } from '../../platform/search.ts';

/** Which file is open and which of its lines show. */
interface BulkSearch {
  run?: string;
  /** All lines without it. */
  verdict?: BulkVerdict;
}
const readSearch = (raw: Record<string, unknown>): BulkSearch =>
  readFields<BulkSearch>(raw, { run: rowId, verdict: oneOf(bulkVerdicts) });

export const useBulkSearch = () => useAddress(readSearch);
export type BulkSearchState = ReturnType<typeof useBulkSearch>;
