import { getFitTable, listModels } from '@mizan/contract/models.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { getVendor, listVendors } from '@mizan/contract/vendors.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

type Asked = Omit<NonNullable<RouteArgs<typeof listVendors>['query']>, 'cursor' | 'limit'>;

export const useVendors = (asked: Asked) => useList(listQuery(listVendors, { query: asked }));
export const useVendor = (id: string) => useQuery(routeQuery(getVendor, { params: { id } }));
/** How many there are, whatever is filtered. */
export const useVendorTotals = () => useQuery(routeQuery(listVendors, { query: { limit: 1 } })).data;
/** What a vendor can be said to support. */
export const useModels = () => useQuery(routeQuery(listModels, { query: { limit: 200 } })).data?.rows ?? [];
export const usePackages = (): string[] => {
  const { data } = useQuery(routeQuery(getFitTable, { query: { limit: 1 } }));
  return data?.packages.filter(({ isKept }) => isKept).map(({ name }) => name) ?? [];
};
