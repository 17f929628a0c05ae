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
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { routeQuery } from '../../platform/query-client.ts';

export const useAccount = () => useQuery(routeQuery(getAccount, {}));
export const useTrustedDevices = () => useQuery(routeQuery(listTrustedDevices, {}));
export const useSessions = () => useQuery(routeQuery(listSessions, {}));

/** One change often touches several of them. */
export const accountRoutes = [getAccount, listTrustedDevices, listSessions] as const;

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
