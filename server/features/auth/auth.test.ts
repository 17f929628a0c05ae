import { signInMessages } from '@mizan/contract/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { addMerchant, addUser, deviceOf, newestMail, signInPortal } from './testing/sign-in-portal.ts';

const portal = await signInPortal(await testDatabase());
afterAll(() => portal.close());
const { db } = portal;
const merchant = await addMerchant(db);
await addUser(db, { role: 'CASHIER', merchant, username: 'Cashier1' });
await addUser(db, { role: 'MERCHANT', merchant, email: 'sara@diyar.coffee' });
await addUser(db, { role: 'ADMIN', email: 'admin@mizan.test' });

interface Refusal {
  code: string;
  message: string;
}
const refusal = (code: string, message: string): Refusal => ({ code, message });

test('the public key is an SPKI PEM, the same for every caller', async () => {
  const first = (await portal.get('/auth/public-key')).json<{ pemKey: string }>();
  expect(first.pemKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  expect((await portal.get('/auth/public-key')).json()).toEqual(first);
});

test('a cashier signs in by username, whatever its case, and gets no one-time code', async () => {
  const answer = await portal.signIn('cashier1');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
    role: 'CASHIER',
    teamRole: 'cashier',
    fullName: 'Sara Al-Otaibi',
    email: null,
  });
});

test('401: a name that no column of the database takes is nobody’s', async () => {
  const answer = await portal.signIn('cash\0ier1');
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject(refusal('incorrectCredentials', signInMessages.incorrect));
});

test('an unknown user and a wrong password get the same answer', async () => {
  const wrong = await portal.signIn('cashier1', 'Mizan#2027');
  const unknown = await portal.signIn('nobody@mizan.test');
  for (const answer of [wrong, unknown]) {
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject(refusal('incorrectCredentials', signInMessages.incorrect));
  }
});

test('a field that does not decrypt is answered like a wrong password', async () => {
  const garbage = Buffer.alloc(256, 7).toString('base64');
  for (const body of [
    { username: garbage, password: await portal.sealed('Mizan#2026') },
    { username: await portal.sealed('cashier1'), password: garbage },
  ]) {
    const answer = await portal.post('/auth/get-token', body);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject(refusal('incorrectCredentials', signInMessages.incorrect));
  }
});

test.each([
  ['Account deactivated', 'accountDeactivated', 'ACTIVE', { status: 'INACTIVE' }],
  ['Account deactivated', 'accountDeactivated', 'SUSPENDED', {}],
  [signInMessages.accountClosed, 'accountClosed', 'CLOSED', {}],
  ['Email is not verified', 'emailNotVerified', 'PENDING', { verified: false }],
  [signInMessages.accountPending, 'accountPending', 'PENDING', {}],
  [signInMessages.accountRejected, 'accountRejected', 'REJECTED', {}],
] as const)(
  '403 %j (%s): a merchant user, merchant %s, %o',
  async (message, reason, merchantStatus, state) => {
    const email = `${crypto.randomUUID()}@diyar.coffee`;
    await addUser(db, { role: 'MERCHANT', merchant: await addMerchant(db, merchantStatus), email, ...state });
    const right = await portal.signIn(email);
    expect(right.statusCode).toBe(403);
    expect(right.json()).toMatchObject({ ...refusal('accountRefused', message), details: { reason } });
    const wrong = await portal.signIn(email, 'Mizan#2027');
    expect(wrong.json()).toMatchObject(refusal('incorrectCredentials', signInMessages.incorrect));
  },
);

test('403 "Account branch deactivated": a cashier of an inactive branch', async () => {
  const closed = await addMerchant(db);
  await addUser(db, { role: 'CASHIER', merchant: closed, username: 'closed1' });
  await platformRows(db, `UPDATE branches SET status = 'INACTIVE' WHERE id = $1`, [closed.branchId]);
  expect((await portal.signIn('closed1')).json()).toMatchObject({
    ...refusal('accountRefused', 'Account branch deactivated'),
    details: { reason: 'branchDeactivated' },
  });
});

test.each(['sara@diyar.coffee', 'admin@mizan.test'])('511: %s is asked for a code', async (email) => {
  const asked = await portal.signIn(email);
  expect(asked.statusCode).toBe(511);
  const challenge = asked.json<{ token: string; sentTo: string }>();
  expect(challenge.token).toMatch(/^[\w-]{43}$/);
  expect(challenge.sentTo).toBe(`${email[0]}•••${email.slice(email.indexOf('@'))}`);
  const cookie = asked.cookies.find(({ name }) => name === '__Host-mizan_device');
  const flags = { httpOnly: true, secure: true, sameSite: 'None', path: '/' };
  expect(cookie).toMatchObject({ ...flags, maxAge: 30 * 86_400 });
  expect(cookie).not.toHaveProperty('domain');

  const { code } = await newestMail(db, email);
  const answer = await portal.post(
    '/auth/validate-otp',
    { token: challenge.token, otp: code },
    { device: deviceOf(asked) },
  );
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ email, fullName: 'Sara Al-Otaibi' });
});

test('the session says who is signed in and for whom', async () => {
  const { accessToken } = (await portal.signIn('cashier1')).json<{ accessToken: string }>();
  const session = await portal.get('/auth/session', { token: accessToken });
  expect(session.json()).toEqual({
    userId: expect.stringMatching(/^\d+$/),
    role: 'CASHIER',
    teamRole: 'cashier',
    lookingOn: null,
    fullName: 'Sara Al-Otaibi',
    email: null,
    username: 'Cashier1',
    merchant: {
      id: merchant.id,
      nameEn: 'Diyar Coffee',
      nameAr: 'قهوة ديار',
      branchCount: 1,
      logoVersion: null,
    },
    branch: { id: merchant.branchId, nameEn: 'Olaya', nameAr: 'العليا' },
    terminalId: null,
    today: '2026-11-21',
    signedInAt: '2026-11-21T08:00:00.000Z',
  });
});

test('401 after logout, on the very next request', async () => {
  const { accessToken: token } = (await portal.signIn('cashier1')).json<{ accessToken: string }>();
  expect((await portal.post('/auth/logout', {}, { token })).statusCode).toBe(200);
  expect((await portal.get('/auth/session', { token })).statusCode).toBe(401);
});
