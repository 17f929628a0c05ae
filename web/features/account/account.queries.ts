import {
  changeProfile,
  endOneSession,
  endOtherSessions,
  getAccount,
  listSessions,
  listTrustedDevices,
  revokeTrustedDevice,
  revokeTrustedDevices,
} from '@mizan/contract/account.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { routeQuery } from '../../platform/query-client.ts';

export const useAccount = () => useQuery(routeQuery(getAccount, {}));
export const useTrustedDevices = () => useQuery(routeQuery(listTrustedDevices, {}));
export const useSessions = () => useQuery(routeQuery(listSessions, {}));

/** Reads everything of the account again: one change often touches several of its lists. */
export function useRefreshAccount(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('account.') });
}

export interface Profile {
  fullName: string;
  email: string;
  mobile: string | null;
}
export const saveProfile = (profile: Profile) => call(changeProfile, { body: profile });

/** One device by id, or all of them. */
export const revoke = (id: string | null) =>
  id === null ? call(revokeTrustedDevices, {}) : call(revokeTrustedDevice, { params: { id } });

/** One session by id, or all but this one. */
export const end = (id: string | null) =>
  id === null ? call(endOtherSessions, {}) : call(endOneSession, { params: { id } });
