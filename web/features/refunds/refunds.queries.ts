import type { RefundType } from '@mizan/contract/refund-terms.ts';
import { getRefund, listRefunds, previewRefund, refundTotals } from '@mizan/contract/refunds.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { refundableTypes } from '@mizan/contract/transaction-types.ts';
import { filterOptions, listTransactions } from '@mizan/contract/transactions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { queryClient, routeQuery, seldomMs } from '../../platform/query-client.ts';
import { type RefundFilter, readFilter } from './refunds.search.ts';

const live = ['TRX', 'PAY'] as const;

const rowsQuery = (filter: RefundFilter) => listQuery(listRefunds, { query: filter }, { live });
const totalsQuery = (filter: RefundFilter) => routeQuery(refundTotals, { query: filter }, { live });

/** Asks for the list and its sums while the screen's code is still on its way. */
export function askFirst(raw: Record<string, unknown>): Promise<unknown> {
  const filter = readFilter(raw);
  return Promise.all([
    queryClient.prefetchInfiniteQuery(rowsQuery(filter)),
    queryClient.prefetchQuery(totalsQuery(filter)),
  ]);
}

export const useRefundList = (filter: RefundFilter) => useList(rowsQuery(filter));

export const useRefundTotals = (filter: RefundFilter) =>
  useQuery({ ...totalsQuery(filter), placeholderData: keepPreviousData });

export const useRefund = (id: string) => useQuery(routeQuery(getRefund, { params: { id } }, { live }));

/** The refunds of one purchase, newest first. */
export const useRefundsOf = (originalId: string) =>
  useQuery(routeQuery(listRefunds, { query: { originalId } }, { live }));

export interface WantedRefund {
  originalId: string;
  type: RefundType;
  /** The whole remainder where none is named. */
  amountMinor?: number | undefined;
  /** The terminal of the purchase where none is named. */
  terminalId?: string | undefined;
}

/**
 * What a refund would change; what was reckoned for another amount stays until this one is there. While it is being sent nothing
 * is asked: it would count against itself.
 */
export const useRefundEffect = (
  { originalId, type, amountMinor, terminalId }: WantedRefund,
  isSending = false,
) =>
  useQuery({
    ...routeQuery(
      previewRefund,
      {
        query: {
          originalId,
          type,
          ...(amountMinor !== undefined && { amountMinor }),
          ...(terminalId !== undefined && { terminalId }),
        },
      },
      { live: ['TRX', 'PAY', 'TCO', 'TDI', 'SET'] },
    ),
    placeholderData: keepPreviousData,
    enabled: !isSending,
  });

/** Purchases that a text finds: number, RRN, last four digits. */
export const usePurchases = (search: string) =>
  useQuery({
    ...routeQuery(listTransactions, {
      query: { search, type: refundableTypes, status: ['APPROVED'], limit: 20 },
    }),
    enabled: search !== '',
  });

export const useRefundTerminals = (enabled: boolean) =>
  useQuery({ ...routeQuery(listTerminals, {}, { live: ['TCO', 'TDI', 'SET'] }), enabled });

/** Branches, terminals and people change seldom. */
export const useFilterOptions = () => useQuery({ ...routeQuery(filterOptions, {}), staleTime: seldomMs });
