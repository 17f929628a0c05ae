import { listCredentials } from '@mizan/contract/integrator.ts';
import { listKeys } from '@mizan/contract/integrator-keys.ts';
import {
  countMissing,
  getDelivery,
  listAddresses,
  listDeliveries,
} from '@mizan/contract/integrator-webhooks.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

/** What a webhook that is sent, or sent again, changes. */
export const deliveryChanges = [listAddresses, listDeliveries, countMissing, getDelivery] as const;
/** Messages go out by themselves while somebody looks on. */
const lookMs = 10_000;

export const useKeys = () => useQuery(routeQuery(listKeys, {}));
export const useCredentials = () => useQuery(routeQuery(listCredentials, {}));
export const useAddresses = () =>
  useQuery({
    ...routeQuery(listAddresses, {}, { live: ['SET'] }),
    // Asked again by itself, what could not be had would be on its way again, and no longer said.
    refetchInterval: ({ state }) => (state.data ? lookMs : false),
  });
export const useDeliveries = (query: RouteArgs<typeof listDeliveries>['query']) =>
  useList(listQuery(listDeliveries, { query }, { live: ['PAY', 'TCO', 'TDI'] }));
/** How many of the list's have not arrived; asked again by itself, as what waits goes out by itself. */
export const useMissing = (query: RouteArgs<typeof countMissing>['query']) =>
  useQuery({
    ...routeQuery(countMissing, { query }),
    refetchInterval: ({ state }) => (state.data ? lookMs : false),
  });
export const useDelivery = (id: string) =>
  useQuery({
    ...routeQuery(getDelivery, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'WAITING' ? lookMs : false),
  });
