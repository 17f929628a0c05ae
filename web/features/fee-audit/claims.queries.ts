import { getFeeAudit, listAuditLines } from '@mizan/contract/fee-audit.ts';
import { getFeeClaim, listFeeClaims, previewFeeClaim } from '@mizan/contract/fee-claims.ts';
import { getRentAudit } from '@mizan/contract/rents.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { shownPreferences } from '../../platform/preferences.ts';
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

/** Letters say their days as this person reads them. */
export const letterCalendar = () => ({ calendar: shownPreferences.calendar });

export const useClaimPreview = (query: RouteArgs<typeof previewFeeClaim>['query']) =>
  useQuery(routeQuery(previewFeeClaim, { query: { ...query, ...letterCalendar() } }, { live }));
export const useClaim = (id: string) =>
  useQuery(routeQuery(getFeeClaim, { params: { id }, query: letterCalendar() }, { live }));
export const useClaims = () => useList(listQuery(listFeeClaims, { query: {} }));
