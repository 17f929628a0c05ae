import {
  getBranch,
  getBranchEffects,
  getManagementCounts,
  listBranches,
} from '@mizan/contract/management.ts';
import { getPeopleChoices, getPeopleEffects, getPerson, listPeople } from '@mizan/contract/people.ts';
import type { AnyRoute, RouteArgs } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

/** What another branch or person changes. */
export const changes: readonly AnyRoute[] = [
  listBranches,
  getBranch,
  getBranchEffects,
  getManagementCounts,
  listPeople,
  getPerson,
  getPeopleEffects,
  getPeopleChoices,
];

export const useCounts = () => useQuery(routeQuery(getManagementCounts, {})).data;

export const useBranches = (query: RouteArgs<typeof listBranches>['query']) =>
  useList(listQuery(listBranches, { query }, { live: ['TCO', 'TDI', 'PAY'] }));
export const useBranch = (id: string) => useQuery(routeQuery(getBranch, { params: { id } }));
export const useBranchEffects = (ids: readonly string[]) =>
  useQuery(routeQuery(getBranchEffects, { query: { id: [...ids] } }));

export const usePeople = (query: RouteArgs<typeof listPeople>['query']) =>
  useList(listQuery(listPeople, { query }));
export const usePerson = (id: string) => useQuery(routeQuery(getPerson, { params: { id } }));
/** As it is at this moment: what was counted for an earlier question says nothing of this one. */
export const usePeopleEffects = (ids: readonly string[]) =>
  useQuery({ ...routeQuery(getPeopleEffects, { query: { id: [...ids] } }), staleTime: 0 });
export const useChoices = () => useQuery(routeQuery(getPeopleChoices, {}));
