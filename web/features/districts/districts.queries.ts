import { getPlace, getPlaceCounts, listPlaces, type PlaceKind } from '@mizan/contract/districts.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

type Asked = Omit<NonNullable<RouteArgs<typeof listPlaces>['query']>, 'cursor' | 'limit'>;

export const usePlaces = (asked: Asked) => useList(listQuery(listPlaces, { query: asked }));
/** What a city or a district can stand in; a form shows as many as a page holds. */
export const usePlacesAbove = (kind: PlaceKind, search: string) =>
  useQuery(routeQuery(listPlaces, { query: { kind, search: search || undefined, limit: 200 } }));
export const usePlace = (id: string) => useQuery(routeQuery(getPlace, { params: { id } }));
export const usePlaceCounts = () => useQuery(routeQuery(getPlaceCounts, {})).data;
