import {
  changePassword,
  changeProfile,
  confirmPassword,
  endOneSession,
  endOtherSessions,
  getAccount,
  listSessions,
  listTrustedDevices,
  revokeTrustedDevice,
  revokeTrustedDevices,
} from '@mizan/contract/account.ts';
import { getPublicKey } from '@mizan/contract/auth.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.client.ts';
import { routeQuery } from '../../platform/query.client.ts';
import { sealWith } from '../../platform/sign-in.crypto.ts';

export const useAccount = () => useQuery(routeQuery(getAccount, {}));
export const useTrustedDevices = () => useQuery(routeQuery(listTrustedDevices, {}));
export const useSessions = () => useQuery(routeQuery(listSessions, {}));

/** Reads everything of the account again: one change often touches several of its lists. */
export function useRefreshAccount(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('account.') });
}

/** Passwords travel encrypted here as in sign-in. */
async function seal(...texts: string[]): Promise<string[]> {
  const { pemKey } = await call(getPublicKey, {});
  const sealText = await sealWith(pemKey);
  return Promise.all(texts.map(sealText));
}

export async function givePassword(password: string): Promise<void> {
  const [sealed = ''] = await seal(password);
  await call(confirmPassword, { body: { password: sealed } });
}

export async function setNewPassword(current: string, next: string): Promise<void> {
  const [sealedCurrent = '', sealedNext = ''] = await seal(current, next);
  await call(changePassword, { body: { current: sealedCurrent, next: sealedNext } });
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
