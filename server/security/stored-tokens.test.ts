import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import {
  addMerchant,
  addUser,
  deviceOf,
  newestMail,
  signInPortal,
} from '../features/auth/testing/sign-in-portal.ts';
import { inPlatform, platformRows } from '../platform/database/database.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { testDatabase } from '../platform/testing/database.ts';

/** Whoever reads the database, or a backup of it, holds no key to an account. */
const portal = await signInPortal(await testDatabase());
const { db, clock } = portal;
afterAll(() => portal.close());

const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex');
const hashesIn = async (table: string): Promise<string[]> => {
  const rows = await platformRows<{ hash: string }>(
    db,
    `SELECT encode(token_hash, 'hex') AS hash FROM ${table}`,
  );
  return rows.map(({ hash }) => hash);
};

test('of sessions, challenges, devices and links the SHA-256 is stored, and of codes a hash with a key', async () => {
  const email = 'sara@diyar.coffee';
  const userId = await addUser(db, { role: 'MERCHANT', merchant: await addMerchant(db), email });
  const session = await inPlatform(db, (tx) =>
    openSession(tx, { userId, at: clock.now(), userAgent: null, ip: '127.0.0.1' }),
  );
  expect(await hashesIn('sessions')).toEqual([sha256(session)]);

  const asked = await portal.signIn(email);
  const { token } = asked.json<{ token: string }>();
  expect(await hashesIn('otp_challenges')).toEqual([sha256(token)]);
  const { code } = await newestMail(db, email);
  const [challenge] = await platformRows<{ hash: string }>(
    db,
    `SELECT encode(code_hash, 'hex') AS hash FROM otp_challenges`,
  );
  expect(challenge?.hash).toHaveLength(64);
  expect(challenge?.hash).not.toBe(sha256(code ?? ''));

  const body = { token, otp: code, trustDevice: true };
  const answer = await portal.post('/auth/validate-otp', body, { device: deviceOf(asked) });
  const device = deviceOf(answer) ?? '';
  expect(device).toMatch(/^[\w-]{43}$/);
  expect(await hashesIn('trusted_devices')).toContain(sha256(device));
});
