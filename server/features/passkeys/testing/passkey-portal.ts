import { randomUUID } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '@mizan/contract/passkeys.ts';
import { expect } from 'vitest';
import { testClock } from '../../../platform/clock.ts';
import { platformRows } from '../../../platform/database/database.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import {
  addMerchant,
  addUser,
  deviceOf,
  newestMail,
  type SignInPortal,
  signInPortal,
  testStart,
} from '../../auth/testing/sign-in-portal.ts';
import { registerPasskeyRoutes } from '../passkeys.routes.ts';
import { registerPasskeySignInRoutes } from '../sign-in/passkey-sign-in.routes.ts';
import { type Mischief, type SoftwarePasskey, softwarePasskey } from './software-authenticator.ts';

/** The origin of the portal that a test asks by injection, as a browser names it. */
export const ownOrigin = 'http://localhost';

/** What several calls were answered, the smallest status first: which of them came first is nobody's business. */
export const statusesOf = (answers: readonly { statusCode: number }[]): number[] =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);

export interface Person {
  userId: string;
  email: string;
  token: string;
}

/** A portal with sign-in and passkeys, and people to sign in. */
export async function passkeyPortal() {
  const database = await testDatabase();
  const clock = testClock(testStart);
  const portal = await signInPortal(database, {
    clock,
    register: (on, deps) => {
      registerPasskeyRoutes(on, { ...deps, publicUrl: null });
      registerPasskeySignInRoutes(on, { ...deps, publicUrl: null });
    },
  });
  const merchant = await addMerchant(portal.db);
  return { portal, clock, database, ...ways(portal, merchant) };
}

type Merchant = Awaited<ReturnType<typeof addMerchant>>;

function ways(portal: SignInPortal, merchant: Merchant) {
  /** A new owner, signed in with password and code. */
  async function person(
    role: 'MERCHANT' | 'ADMIN' = 'MERCHANT',
    locale: 'en' | 'ar' = 'en',
    of: Merchant = merchant,
  ): Promise<Person> {
    const email = `${randomUUID()}@diyar.coffee`;
    const place = role === 'ADMIN' ? {} : { merchant: of };
    const userId = await addUser(portal.db, { role, email, locale, ...place });
    const asked = await portal.signIn(email);
    const { code } = await newestMail(portal.db, email);
    const answer = await portal.post(
      '/auth/validate-otp',
      { token: asked.json().token, otp: code, trustDevice: false },
      { device: deviceOf(asked) },
    );
    return { userId, email, token: answer.json().accessToken };
  }
  const creation = async (token: string): Promise<CreationOptions> =>
    (await portal.post('/account/passkeys/options', {}, { token })).json();

  /** Adds a passkey to somebody's account. */
  async function withPasskey({ token }: Person): Promise<SoftwarePasskey> {
    const passkey = softwarePasskey(ownOrigin);
    const credential = passkey.create(await creation(token));
    const added = await portal.post('/account/passkeys', { credential }, { token });
    expect(added.statusCode).toBe(200);
    return passkey;
  }
  const question = async (path: string, body: object = {}, token?: string): Promise<RequestOptions> =>
    (await portal.post(path, body, token ? { token } : {})).json();

  /** Signs in with a passkey alone. */
  async function enter(passkey: SoftwarePasskey, mischief?: Mischief) {
    const credential = passkey.get(await question('/auth/passkey/options'), mischief);
    return portal.post('/auth/passkey', { credential });
  }
  /** Gives a passkey in place of the password. */
  async function confirm(passkey: SoftwarePasskey, { token }: Person, mischief?: Mischief) {
    const asked = await question('/account/confirm-passkey/options', {}, token);
    return portal.post('/account/confirm-passkey', { credential: passkey.get(asked, mischief) }, { token });
  }
  /** The newest entries of the audit log by their action, with what they say. */
  const entries = (action: string) =>
    platformRows<{ after: Record<string, unknown> | null; actorId: string | null }>(
      portal.db,
      `SELECT after, actor_id::text AS "actorId" FROM audit_entries WHERE action = $1 ORDER BY at DESC, id DESC`,
      [action],
    );
  return { person, creation, withPasskey, question, enter, confirm, entries };
}
