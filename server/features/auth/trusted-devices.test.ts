import { afterAll, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { addMerchant, addUser, deviceOf, newestMail, signInPortal } from './testing/sign-in-portal.ts';

const portal = await signInPortal(await testDatabase());
afterAll(() => portal.close());
const { db, clock } = portal;
const merchant = await addMerchant(db);
const dayMs = 24 * 60 * 60_000;

async function newUser(): Promise<string> {
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  await addUser(db, { role: 'MERCHANT', merchant, email });
  return email;
}

/** Signs in with a code; answers the cookie that the browser holds afterwards. */
async function signInByCode(
  email: string,
  { trustDevice, keepsCookie = true }: { trustDevice?: boolean; keepsCookie?: boolean } = {},
): Promise<string | undefined> {
  const asked = await portal.signIn(email);
  expect(asked.statusCode).toBe(511);
  const { token } = asked.json<{ token: string }>();
  const { code } = await newestMail(db, email);
  const body = { token, otp: code, ...(trustDevice === undefined ? {} : { trustDevice }) };
  const answer = await portal.post('/auth/validate-otp', body, {
    device: keepsCookie ? deviceOf(asked) : undefined,
  });
  expect(answer.statusCode).toBe(200);
  return deviceOf(answer);
}
const statusWith = async (email: string, device: string | undefined): Promise<number> =>
  (await portal.signIn(email, undefined, { device })).statusCode;

test('the second sign-in from a trusted device needs no code, and its token changes each time', async () => {
  const email = await newUser();
  const first = await signInByCode(email);
  const again = await portal.signIn(email, undefined, { device: first });
  expect(again.statusCode).toBe(200);
  const second = deviceOf(again);
  expect(second).not.toBe(first);
  expect(await statusWith(email, second)).toBe(200);
});

test('the cookie of a 511 is worth nothing before its code was right', async () => {
  const email = await newUser();
  const asked = await portal.signIn(email);
  expect(await statusWith(email, deviceOf(asked))).toBe(511);
});

test('the token that was held before the code is not the one that is trusted', async () => {
  const email = await newUser();
  const asked = await portal.signIn(email);
  const { token } = asked.json<{ token: string }>();
  const { code } = await newestMail(db, email);
  await portal.post('/auth/validate-otp', { token, otp: code }, { device: deviceOf(asked) });
  expect(await statusWith(email, deviceOf(asked))).toBe(511);
});

test('a trusted device of one user is none of another', async () => {
  const [mine, theirs] = [await newUser(), await newUser()];
  const device = await signInByCode(mine);
  expect(await statusWith(theirs, device)).toBe(511);
});

test('nobody is trusted who did not ask for it, or whose browser is not the one that was asked', async () => {
  const email = await newUser();
  expect(await signInByCode(email, { trustDevice: false })).toBe('');
  expect(await signInByCode(email, { keepsCookie: false })).toBeUndefined();
});

test('a device is trusted for 30 days, however often it is used', async () => {
  const email = await newUser();
  let device = await signInByCode(email);
  clock.advance(29 * dayMs);
  const late = await portal.signIn(email, undefined, { device });
  expect(late.statusCode).toBe(200);
  device = deviceOf(late);
  clock.advance(dayMs);
  expect(await statusWith(email, device)).toBe(511);
});

test.each([
  { day: 29, status: 200 },
  { day: 31, status: 511 },
])('a device that was away until day $day is answered $status', async ({ day, status }) => {
  const email = await newUser();
  const device = await signInByCode(email);
  clock.advance(day * dayMs);
  expect(await statusWith(email, device)).toBe(status);
});

test('a revoked device is asked for a code again', async () => {
  const email = await newUser();
  const device = await signInByCode(email);
  await platformRows(db, 'UPDATE trusted_devices SET revoked_at = $1', [clock.now()]);
  expect(await statusWith(email, device)).toBe(511);
});
