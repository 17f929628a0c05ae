import { getFeeAudit, listAuditLines } from '@mizan/contract/fee-audit.ts';
import { getFeeClaim, listFeeClaims, previewFeeClaim } from '@mizan/contract/fee-claims.ts';
import { getRentAudit } from '@mizan/contract/rents.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

const live = ['FIL'] as const;

/** What is other after something became of a claim. */
export const changedByClaim = [
  listFeeClaims,
  getFeeClaim,
  previewFeeClaim,
  getFeeAudit,
  listAuditLines,
  getRentAudit,
];

export const useClaimPreview = (query: RouteArgs<typeof previewFeeClaim>['query']) =>
  useQuery(routeQuery(previewFeeClaim, { query }, { live }));
export const useClaim = (id: string) => useQuery(routeQuery(getFeeClaim, { params: { id } }, { live }));
export const useClaims = () => useList(listQuery(listFeeClaims, { query: {} }));
