import { type activateEmail, givenLink, resetPassword } from '@mizan/contract/auth.ts';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, isApiError } from '../../platform/api-client.ts';
import { endSession } from '../../platform/session.store.ts';
import { readFailure } from '../../ui/failure.ts';
import type { Said } from './sign-in.calls.ts';

/** The token of a mail's link, from the address; null where the link came without one. */
export function useLinkToken(): string | null {
  const { token } = useSearch({ strict: false }) as Record<string, unknown>;
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Whether somebody of the merchant gave the link: who reads it chooses a password, and forgot none. */
export function useIsGiven(): boolean {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const [name = '', value] = givenLink.split('=');
  return String(search[name]) === value;
}

/** What went wrong with a link, in the words of the rules S8. */
function sayLinkRefusal(error: unknown): Said {
  if (!isApiError(error)) throw error;
  // The link is good; who reads otherwise asks for another one in vain.
  if ('body.newPassword' in error.details) return { key: 'auth:reset.easy' };
  if (error.status === 400 || error.status === 401) return { key: 'auth:reset.invalidToken' };
  if (error.code === 'network') return { key: 'auth:login.unreachable' };
  return { key: error.code === 'rateLimited' ? 'errors:rateLimited' : readFailure(error).words.title };
}

export type LinkResult = { kind: 'done' } | { kind: 'refused'; said: Said };
export type LinkState = { kind: 'checking' } | LinkResult;

async function followed(work: Promise<unknown>): Promise<LinkResult> {
  try {
    await work;
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'refused', said: sayLinkRefusal(error) };
  }
}

/**
 * Sets a new password by the link's token. Whoever was signed in here is not any more: the login that follows would lead its
 * reader into somebody else's account.
 */
export async function setPassword(token: string, newPassword: string): Promise<LinkResult> {
  const result = await followed(call(resetPassword, { body: { token, newPassword } }));
  if (result.kind === 'done') endSession({ flagged: false, leaves: true });
  return result;
}

/** Both links' routes take a token and answer that it was followed. */
type LinkRoute = typeof activateEmail;

/** One check for one token: React's strict mode mounts a screen twice, and a link works once. */
const checks = new Map<string, Promise<LinkResult>>();
function checkOnce(route: LinkRoute, token: string): Promise<LinkResult> {
  const key = `${route.id} ${token}`;
  const check = checks.get(key) ?? followed(call(route, { query: { token } }));
  checks.set(key, check);
  return check;
}

/** Checks the token of the address as the screen opens (rules S2). */
export function useLinkCheck(route: LinkRoute): LinkState {
  const token = useLinkToken();
  const [state, setState] = useState<LinkState>({ kind: 'checking' });
  useEffect(() => {
    if (token === null) return;
    let left = false;
    void checkOnce(route, token).then((result) => {
      if (!left) setState(result);
    });
    return () => {
      left = true;
    };
  }, [route, token]);
  return token === null ? { kind: 'refused', said: { key: 'auth:verify.invalidLink' } } : state;
}
