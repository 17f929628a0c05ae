import type { Activity } from '@mizan/contract/activity.ts';
import {
  listMembers,
  setBranchStatus,
  setMerchantStatus,
  setPersonStatus,
  signOutMerchant,
  signOutPerson,
} from '@mizan/contract/suspension.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { routeQuery } from '../../platform/query-client.ts';

/** The branches and people of a merchant; while another search is on its way, what was found before stays. */
export const useMembers = (merchantId: string, search: string) =>
  useQuery({
    ...routeQuery(listMembers, { params: { id: merchantId }, query: search === '' ? {} : { search } }),
    placeholderData: keepPreviousData,
  });

/** Whom something is done to, as people call them, and what: kept out, let in again, or logged out. */
export type Suspension =
  | { verb: 'suspend' | 'reinstate'; kind: 'merchant' | 'branch' | 'person'; id: string; name: string }
  | { verb: 'signOut'; kind: 'merchant' | 'person'; id: string; name: string };

function signOut(merchantId: string, { kind, id }: Suspension, reason: string): Promise<unknown> {
  const body = { reason };
  return kind === 'person'
    ? call(signOutPerson, { params: { id: merchantId, personId: id }, body })
    : call(signOutMerchant, { params: { id: merchantId }, body });
}

function setStatus(merchantId: string, change: Suspension, reason: string): Promise<unknown> {
  const status: Activity = change.verb === 'suspend' ? 'INACTIVE' : 'ACTIVE';
  switch (change.kind) {
    case 'merchant':
      return call(setMerchantStatus, {
        params: { id: merchantId },
        body: { status: change.verb === 'suspend' ? 'SUSPENDED' : 'ACTIVE', reason },
      });
    case 'branch':
      return call(setBranchStatus, {
        params: { id: merchantId, branchId: change.id },
        body: { status, reason },
      });
    case 'person':
      return call(setPersonStatus, {
        params: { id: merchantId, personId: change.id },
        body: { status, reason },
      });
  }
}

/** Stops somebody, lets them work again or logs them out. */
export const sendSuspension = (merchantId: string, change: Suspension, reason: string) =>
  (change.verb === 'signOut' ? signOut : setStatus)(merchantId, change, reason);
