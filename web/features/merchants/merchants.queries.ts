import {
  approveMerchant,
  askCorrection,
  getDocument,
  getMerchant,
  listMerchants,
  type MerchantStatus,
  rejectMerchant,
} from '@mizan/contract/merchants.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../platform/api-client.ts';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

/** Merchants and applications, newest first, page by page. */
export const useMerchants = (status: MerchantStatus | undefined) =>
  useList(listQuery(listMerchants, { query: { status } }));

export const useMerchant = (id: string) => useQuery(routeQuery(getMerchant, { params: { id } }));

/** A decision on an application; afterwards everything shows how it stands now, also where somebody was faster. */
export type Decision =
  | { kind: 'approve' }
  | { kind: 'reject'; reason: string }
  | { kind: 'correct'; fields: string[]; note: string };
export type DecisionKind = Decision['kind'];

function decide(id: string, decision: Decision) {
  const params = { id };
  switch (decision.kind) {
    case 'approve':
      return call(approveMerchant, { params });
    case 'reject':
      return call(rejectMerchant, { params, body: { reason: decision.reason } });
    case 'correct':
      return call(askCorrection, { params, body: { fields: decision.fields, note: decision.note } });
  }
}

export function useDecision(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => decide(id, decision),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [listMerchants.id] });
      await client.invalidateQueries({ queryKey: [getMerchant.id] });
    },
  });
}

export const downloadDocument = (id: string): Promise<void> => download(getDocument, { params: { id } });
