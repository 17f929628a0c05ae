import { getMerchant, listMerchants } from '@mizan/contract/merchants.ts';
import {
  type Activity,
  listMembers,
  setBranchStatus,
  setMerchantStatus,
  setPersonStatus,
} from '@mizan/contract/suspension.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.client.ts';
import { routeQuery } from '../../platform/query.client.ts';

/** The branches and people of a merchant; while another search is on its way, what was found before stays. */
export const useMembers = (merchantId: string, search: string) =>
  useQuery({
    ...routeQuery(listMembers, { params: { id: merchantId }, query: search === '' ? {} : { search } }),
    placeholderData: keepPreviousData,
  });

/** Whom a suspension is about, as people call them. */
export interface SuspensionSubject {
  kind: 'merchant' | 'branch' | 'person';
  id: string;
  name: string;
  /** True where the subject may work now, and is to be stopped. */
  active: boolean;
}

function setStatus(merchantId: string, subject: SuspensionSubject, reason: string): Promise<unknown> {
  const status: Activity = subject.active ? 'INACTIVE' : 'ACTIVE';
  switch (subject.kind) {
    case 'merchant':
      return call(setMerchantStatus, {
        params: { id: merchantId },
        body: { status: subject.active ? 'SUSPENDED' : 'ACTIVE', reason },
      });
    case 'branch':
      return call(setBranchStatus, {
        params: { id: merchantId, branchId: subject.id },
        body: { status, reason },
      });
    case 'person':
      return call(setPersonStatus, {
        params: { id: merchantId, personId: subject.id },
        body: { status, reason },
      });
  }
}

/** Stops the subject or lets it work again; afterwards list and detail show how it stands, whoever was faster. */
export function useSetStatus(merchantId: string, subject: SuspensionSubject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => setStatus(merchantId, subject, reason),
    onSettled: () =>
      Promise.all(
        [listMerchants, getMerchant, listMembers].map(({ id }) =>
          client.invalidateQueries({ queryKey: [id] }),
        ),
      ),
  });
}
