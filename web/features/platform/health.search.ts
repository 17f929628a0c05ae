import { useAddress } from '../../platform/address.ts';
import { oneOf, readFields } from '../../platform/search.ts';

/** What stands behind a figure, beside it. */
const details = ['jobs', 'packages'] as const;
type Detail = (typeof details)[number];
interface HealthSearch {
  open?: Detail;
}
const readSearch = (raw: Record<string, unknown>): HealthSearch =>
  readFields<HealthSearch>(raw, { open: oneOf(details) });

export const useHealthSearch = () => useAddress(readSearch);
