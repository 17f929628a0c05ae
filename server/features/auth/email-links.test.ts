import { invalidTokenMessage } from '@mizan/contract/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '../../platform/clock.ts';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../../platform/sessions/secret-token.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import type { ProfileChange } from '../users/users.service.ts';
import { insertLink, type LinkPurpose } from './mail-links.queries.ts';
import { addMerchant, addUser, signInPortal, testStart } from './testing/sign-in-portal.ts';

const hourMs = 3_600_000;
const database = await testDatabase();
const clock = testClock(testStart);
const portal = await signInPortal(database, { clock });
afterAll(() => portal.close());
const merchant = await addMerchant(portal.db);

async function newUser() {
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  const userId = await addUser(portal.db, { role: 'MERCHANT', merchant, email });
  await platformRows(portal.db, 'UPDATE users SET email_verified_at = NULL WHERE id = $1', [userId]);
  return { userId, email };
}
async function linkFor(userId: string, purpose: LinkPurpose, payload?: ProfileChange): Promise<string> {
  const token = newToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + 24 * hourMs);
  const link = { purpose, tokenHash: hashToken(token), userId, at, expiresAt };
  await inPlatform(portal.db, (tx) => insertLink(tx, payload ? { ...link, payload } : link));
  return token;
}
async function userOf(id: string) {
  const [row] = await platformRows<{ email: string; fullName: string; verified: boolean }>(
    portal.db,
    'SELECT email, full_name AS "fullName", email_verified_at IS NOT NULL AS verified FROM users WHERE id = $1',
    [id],
  );
  return row;
}
const follow = (path: string, token: string) =>
  portal.app.inject({
    method: 'GET',
    url: `/api/v1/merchant-password/${path}?token=${token}`,
    headers: { host: 'localhost' },
  });
const refused = { statusCode: 400, message: invalidTokenMessage };
const seen = (answer: Awaited<ReturnType<typeof follow>>) => ({
  statusCode: answer.statusCode,
  message: answer.json<{ message?: string }>().message,
});

test('an activation link verifies the e-mail, once', async () => {
  const { userId } = await newUser();
  const token = await linkFor(userId, 'ACTIVATE_EMAIL');
  expect((await follow('activate-email', token)).statusCode).toBe(200);
  expect((await userOf(userId))?.verified).toBe(true);
  expect(seen(await follow('activate-email', token))).toEqual(refused);
});

test('of two that follow a link at once, one succeeds', async () => {
  const { userId } = await newUser();
  const token = await linkFor(userId, 'ACTIVATE_EMAIL');
  const answers = await Promise.all([follow('activate-email', token), follow('activate-email', token)]);
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('400: a link after 24 hours, a made-up one, and one of another purpose', async () => {
  const { userId } = await newUser();
  const late = await linkFor(userId, 'ACTIVATE_EMAIL');
  clock.advance(24 * hourMs);
  expect(seen(await follow('activate-email', late))).toEqual(refused);
  expect(seen(await follow('activate-email', newToken()))).toEqual(refused);
  expect(seen(await follow('activate-email', 'x'))).toEqual(refused);
  const other = await linkFor(userId, 'RESET_PASSWORD');
  expect(seen(await follow('activate-email', other))).toEqual(refused);
  expect((await userOf(userId))?.verified).toBe(false);
});

test('a profile link makes the change it was sent for and verifies the new e-mail', async () => {
  const { userId } = await newUser();
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  const token = await linkFor(userId, 'UPDATE_PROFILE', { email, fullName: 'Sara Q.' });
  expect((await follow('verify-update', token)).statusCode).toBe(200);
  expect(await userOf(userId)).toEqual({ email, fullName: 'Sara Q.', verified: true });
});

test('of two that follow links to one new e-mail at once, one gets it and the other is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const people = [await newUser(), await newUser()];
    const email = `${crypto.randomUUID()}@diyar.coffee`;
    const spelled = [email, email.toUpperCase()];
    const links = people.map(({ userId }, index) =>
      linkFor(userId, 'UPDATE_PROFILE', { email: spelled[index] ?? email }),
    );
    const tokens = await Promise.all(links);
    const answers = await Promise.all(tokens.map((token) => follow('verify-update', token)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  }
});

test('400: a profile link to an e-mail that somebody took meanwhile changes nothing and is spent', async () => {
  const [mine, theirs] = [await newUser(), await newUser()];
  const token = await linkFor(mine.userId, 'UPDATE_PROFILE', { email: theirs.email.toUpperCase() });
  expect(seen(await follow('verify-update', token))).toEqual(refused);
  expect((await userOf(mine.userId))?.email).toBe(mine.email);
  expect(seen(await follow('verify-update', token))).toEqual(refused);
});
