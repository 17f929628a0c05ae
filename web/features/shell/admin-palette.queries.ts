import { listPlaces, type PlaceKind } from '@mizan/contract/districts.ts';
import { listMerchants } from '@mizan/contract/merchants.ts';
import { listModels } from '@mizan/contract/models.ts';
import { listVendors } from '@mizan/contract/vendors.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';

/** So many of a kind are asked for; what there is beyond them its own screen shows. */
const foundMax = 20;

/** What the lists of the admin area find for a text, by their own search. */
export function useAdminFound(text: string) {
  const enabled = text !== '';
  const query = { search: text, limit: foundMax };
  const asked = { placeholderData: keepPreviousData, enabled } as const;
  const merchants = useQuery({ ...routeQuery(listMerchants, { query }), ...asked });
  const vendors = useQuery({ ...routeQuery(listVendors, { query }), ...asked });
  const models = useQuery({ ...routeQuery(listModels, { query }), ...asked });
  // One list a kind, as on its screen: regions first.
  const placesOf = (kind: PlaceKind) => ({
    ...routeQuery(listPlaces, { query: { ...query, kind } }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const places = [useQuery(placesOf('REGION')), useQuery(placesOf('CITY')), useQuery(placesOf('DISTRICT'))];
  const all = [merchants, vendors, models, ...places];
  return {
    merchants: enabled ? merchants.data : undefined,
    vendors: enabled ? vendors.data : undefined,
    models: enabled ? models.data : undefined,
    places: enabled ? places.flatMap(({ data }) => data?.rows ?? []).slice(0, foundMax) : [],
    placeCount: enabled ? places.reduce((sum, { data }) => sum + (data?.total ?? 0), 0) : 0,
    isSettled: all.every((each) => !each.isLoading && !each.isPlaceholderData),
    isPartial: enabled && all.some((each) => each.isError),
  };
}
export type AdminFound = ReturnType<typeof useAdminFound>;
