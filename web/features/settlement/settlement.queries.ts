import { getDeposit, listDeposits, readDeposit } from '@mizan/contract/deposits.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import {
  type CellParams,
  getSettlementCell,
  getSettlementMonth,
  listSettlementPayments,
} from '@mizan/contract/settlement.ts';
import { getSettlementTable } from '@mizan/contract/settlement-table.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { readMonth } from './settlement.search.ts';

/** A payment may be approved, a file judged or taken back. */
const live = ['TRX', 'PAY', 'FIL'] as const;
const monthQuery = (month: string | undefined) =>
  routeQuery(getSettlementMonth, { query: { month } }, { live });

/** Asks for the month while the screen's code is still on its way. */
export const askFirst = (raw: Record<string, unknown>): Promise<unknown> =>
  queryClient.prefetchQuery(monthQuery(readMonth(raw)));

/** The month before stays while another is on its way. */
export const useSettlementMonth = (month: string | undefined) =>
  useQuery({ ...monthQuery(month), placeholderData: keepPreviousData });

export const useSettlementCell = (params: CellParams) =>
  useQuery(routeQuery(getSettlementCell, { params }, { live }));

export const useCellPayments = (params: CellParams) =>
  useList(listQuery(listSettlementPayments, { params, query: {} }, { live }));

/** What shows what arrived. */
export const changedByDeposit = [
  listDeposits,
  getDeposit,
  readDeposit,
  getSettlementMonth,
  getSettlementTable,
  getSettlementCell,
  listSettlementPayments,
];

/** What an amount may pay. */
export const readingsQuery = (query: RouteArgs<typeof readDeposit>['query']) =>
  routeQuery(readDeposit, { query });
const askedForNothing = { bankId: '1', currency: 'SAR', valueDate: '2000-01-01', amountMinor: 1 } as const;
/** Asks for it; null while there is no amount or no day. */
export const useReadings = (query: RouteArgs<typeof readDeposit>['query'] | null) =>
  useQuery({ ...readingsQuery(query ?? askedForNothing), enabled: query !== null });

export const useDeposits = (query: RouteArgs<typeof listDeposits>['query']) =>
  useList(listQuery(listDeposits, { query }));
export const useDeposit = (id: string) => useQuery(routeQuery(getDeposit, { params: { id } }));

/** The month before stays while another is on its way. */
export const useSettlementTable = (query: RouteArgs<typeof getSettlementTable>['query']) =>
  useQuery({ ...routeQuery(getSettlementTable, { query }, { live }), placeholderData: keepPreviousData });
