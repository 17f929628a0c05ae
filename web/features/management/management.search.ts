import { type Activity, activities } from '@mizan/contract/activity.ts';
import { type PlaceInTeam, placesInTeam } from '@mizan/contract/people.ts';
import { saudiRegions } from '@mizan/contract/saudi-places.ts';
import { useAddress } from '../../platform/address.ts';
import { listOf, oneOf, readFields, rowId, text } from '../../platform/search.ts';

/** Which list shows, what it is narrowed to, and what is open beside it: all in the address. */
interface ManagementSearch {
  /** Branches without it. */
  tab?: 'people';
  search?: string;
  status?: Activity[];
  region?: string[];
  teamRole?: PlaceInTeam[];
  branchId?: string[];
  /** A branch or a person, or the form of a new one. */
  open?: string;
}

const newOrId = (value: unknown): string | undefined => (value === 'new' ? value : rowId(value));

const readSearch = (raw: Record<string, unknown>): ManagementSearch =>
  readFields<ManagementSearch>(raw, {
    tab: oneOf(['people'] as const),
    search: text(/^.{1,80}$/u),
    status: listOf(oneOf(activities)),
    region: listOf(oneOf(saudiRegions.map(({ code }) => code))),
    teamRole: listOf(oneOf(placesInTeam)),
    branchId: listOf(rowId),
    open: newOrId,
  });

export const useManagementSearch = () => useAddress(readSearch);
export type ManagementSearchState = ReturnType<typeof useManagementSearch>;
