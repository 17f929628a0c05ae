import { type Activity, activities } from '@mizan/contract/activity.ts';
import { type PlaceKind, placeKinds } from '@mizan/contract/districts.ts';
import { useAddress } from '../../platform/address.ts';
import { listOf, oneOf, readFields, rowId, text } from '../../platform/search.ts';

interface DistrictsSearch {
  /** Districts without it. */
  kind?: PlaceKind;
  search?: string;
  region?: string[];
  status?: Activity[];
  /** A place, the form of a new one, or what reads a file of them. */
  open?: string;
}

const readSearch = (raw: Record<string, unknown>): DistrictsSearch =>
  readFields<DistrictsSearch>(raw, {
    kind: oneOf(placeKinds),
    search: text(/^.{1,80}$/u),
    region: listOf(text(/^SA-\d\d$/)),
    status: listOf(oneOf(activities)),
    open: (value) => (value === 'new' || value === 'import' ? value : rowId(value)),
  });

export const useDistrictsSearch = () => useAddress(readSearch);
export type DistrictsAddress = ReturnType<typeof useDistrictsSearch>;
