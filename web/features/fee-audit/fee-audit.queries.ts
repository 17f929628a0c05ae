import { getFeeAudit, listAuditLines, listAuditSumLines } from '@mizan/contract/fee-audit.ts';
import { getRentAudit } from '@mizan/contract/rents.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

/** A file may be judged or taken back. */
const live = ['FIL'] as const;

/** The span before stays while another is on its way. */
export const useFeeAudit = (query: RouteArgs<typeof getFeeAudit>['query']) =>
  useQuery({ ...routeQuery(getFeeAudit, { query }, { live }), placeholderData: keepPreviousData });

export const useAuditLines = (query: RouteArgs<typeof listAuditLines>['query']) =>
  useList(listQuery(listAuditLines, { query }, { live }));

export const useAuditSumLines = (query: RouteArgs<typeof listAuditSumLines>['query']) =>
  useList(listQuery(listAuditSumLines, { query }, { live }));

export const useRentAudit = (query: RouteArgs<typeof getRentAudit>['query']) =>
  useQuery({ ...routeQuery(getRentAudit, { query }, { live }), placeholderData: keepPreviousData });
