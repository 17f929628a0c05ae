import { afterAll, expect, test } from 'vitest';
import { attemptLimits, countAttempt } from '../../platform/attempts/attempts.ts';
import { testClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { addMerchant, addUser, signInPortal, testStart } from './testing/sign-in-portal.ts';

const database = await testDatabase();
const clock = testClock(testStart);
/** Two processes on one database. */
const portals = [await signInPortal(database, { clock }), await signInPortal(database, { clock })] as const;
const [one, two] = portals;
afterAll(() => Promise.all(portals.map((portal) => portal.close())));
const merchant = await addMerchant(one.db);
for (const username of ['cashier1', 'cashier2', 'cashier3']) {
  await addUser(one.db, { role: 'CASHIER', merchant, username });
}
const wrong = 'Mizan#2027';
const status = async (answer: Promise<{ statusCode: number }>): Promise<number> => (await answer).statusCode;

test('429 on both processes: the eleventh wrong password of an account, until a quarter of an hour is over', async () => {
  const { most, windowMs } = attemptLimits.signInOfAccount;
  const answers = await Promise.all(
    Array.from({ length: most + 2 }, (_, index) =>
      status(portals[index % 2 ? 1 : 0].signIn('cashier1', wrong)),
    ),
  );
  expect(answers.filter((each) => each === 401)).toHaveLength(most);
  expect(answers.filter((each) => each === 429)).toHaveLength(2);
  const limited = await two.signIn('CASHIER1');
  expect(limited.json()).toMatchObject({
    code: 'rateLimited',
    details: { retryAt: new Date(testStart.getTime() + windowMs).toISOString() },
  });
  expect(await status(one.signIn('cashier2'))).toBe(200);
  clock.advance(windowMs);
  expect(await status(one.signIn('cashier1'))).toBe(200);
});

test('a right password clears what failed before', async () => {
  const { most } = attemptLimits.signInOfAccount;
  for (let round = 0; round < 2; round += 1) {
    for (let failed = 0; failed < most - 1; failed += 1) await one.signIn('cashier2', wrong);
    expect(await status(two.signIn('cashier2'))).toBe(200);
  }
});

test('a shop behind one address signs in all day; who only guesses there is stopped, and only there', async () => {
  const ip = '10.9.8.7';
  const fail = () => countAttempt(one.db, clock, 'signInOfAddress', ip);
  for (let failed = 1; failed < attemptLimits.signInOfAddress.most; failed += 1) await fail();
  for (let each = 0; each < 3; each += 1) {
    expect(await status(one.signIn('cashier3', undefined, { ip }))).toBe(200);
  }
  expect(await status(one.signIn('cashier3', wrong, { ip }))).toBe(401);
  expect(await status(two.signIn('cashier3', undefined, { ip }))).toBe(429);
  expect(await status(two.signIn('cashier3', undefined, { ip: '10.9.8.6' }))).toBe(200);
});
