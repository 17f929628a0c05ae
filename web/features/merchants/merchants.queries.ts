import {
  askCorrection,
  getDocument,
  getMerchant,
  listMerchants,
  rejectMerchant,
} from '@mizan/contract/merchants.ts';
import { useQuery } from '@tanstack/react-query';
import { call, download } from '../../platform/api-client.ts';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';
import type { MerchantSearch } from './merchants.search.ts';

/** Merchants and applications, newest first, page by page. */
export const useMerchants = (filter: Pick<MerchantSearch, 'status' | 'application' | 'search'>) =>
  useList(listQuery(listMerchants, { query: filter }));

export const useMerchant = (id: string) => useQuery(routeQuery(getMerchant, { params: { id } }));

export type DecisionKind = 'approve' | 'reject' | 'correct';

/** Rejects, or asks for some fields to be corrected, in words that the applicant reads. */
export const writeDecision = (id: string, { text, fields }: { text: string; fields: string[] | null }) =>
  fields
    ? call(askCorrection, { params: { id }, body: { fields, note: text } })
    : call(rejectMerchant, { params: { id }, body: { reason: text } });

export const downloadDocument = (id: string): Promise<void> => download(getDocument, { params: { id } });
