import { getFit, getFitTable, getModel, listBrands, listModels } from '@mizan/contract/models.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

type Asked<R extends typeof listModels | typeof listBrands> = Omit<
  NonNullable<RouteArgs<R>['query']>,
  'cursor' | 'limit'
>;

export const useModels = (asked: Asked<typeof listModels>) =>
  useList(listQuery(listModels, { query: asked }));
export const useBrands = (asked: Asked<typeof listBrands>) =>
  useList(listQuery(listBrands, { query: asked }));
/** What a model can be of. */
export const useEveryBrand = () =>
  useQuery(routeQuery(listBrands, { query: { limit: 200 } })).data?.rows ?? [];
export const useTotals = () => ({
  brands: useQuery(routeQuery(listBrands, { query: { limit: 1 } })).data?.total,
  models: useQuery(routeQuery(listModels, { query: { limit: 1 } })).data?.total,
});
export const useModel = (id: string) => useQuery(routeQuery(getModel, { params: { id } }));
type AskedFits = Pick<NonNullable<RouteArgs<typeof getFitTable>['query']>, 'search'>;
/** Packages and sums of every model that is found, and the models page by page. */
export const useFitTable = (asked: AskedFits) => ({
  head: useQuery({
    ...routeQuery(getFitTable, { query: { ...asked, limit: 1 } }),
    placeholderData: keepPreviousData,
  }),
  list: useList(listQuery(getFitTable, { query: asked })),
});
export const useFit = (modelId: string, pack: string) =>
  useQuery(routeQuery(getFit, { query: { modelId, package: pack } }));
