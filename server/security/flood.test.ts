import { afterAll, expect, test, vi } from 'vitest';
import {
  addMerchant,
  addUser,
  rightPassword,
  signInPortal,
} from '../features/auth/testing/sign-in-portal.ts';
import { hashingLimits, hashPassword, verifyPassword } from '../platform/sessions/passwords.ts';
import { testDatabase } from '../platform/testing/database.ts';

const portal = await signInPortal(await testDatabase());
afterAll(() => portal.close());

const stored = await hashPassword('x');
const room = hashingLimits.atOnce + hashingLimits.waiting;

/** As many as there is room for, each of whom comes back at once: all places stay taken, however long a step takes. */
function fillQueue(): { leave(): Promise<unknown> } {
  let isLeaving = false;
  const people = Array.from({ length: room }, async () => {
    while (!isLeaving) await verifyPassword(stored, 'x');
  });
  return {
    leave: () => {
      isLeaving = true;
      return Promise.all(people);
    },
  };
}

test('503 while too many sign in: no seal is opened and no attempt is counted for who is refused', async () => {
  const merchant = await addMerchant(portal.db);
  await addUser(portal.db, { role: 'CASHIER', merchant, username: 'cashier1' });
  const opened = vi.spyOn(portal.deps.keys, 'open');
  const others = fillQueue();
  const refused = await portal.post('/auth/get-token', { username: 'eA==', password: 'eA==' });
  expect([refused.statusCode, refused.json().code, opened.mock.calls.length]).toEqual([
    503,
    'unavailable',
    0,
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await others.leave();
  expect((await portal.signIn('cashier1', rightPassword)).statusCode).toBe(200);
  expect(opened).toHaveBeenCalledTimes(2);
});
