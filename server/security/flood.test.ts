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

test('503 while too many sign in: no seal is opened and no attempt is counted for who is refused', async () => {
  const merchant = await addMerchant(portal.db);
  await addUser(portal.db, { role: 'CASHIER', merchant, username: 'cashier1' });
  const opened = vi.spyOn(portal.deps.keys, 'open');
  const stored = await hashPassword('x');
  const room = hashingLimits.atOnce + hashingLimits.waiting;
  const others = Array.from({ length: room }, () => verifyPassword(stored, 'x'));
  const refused = await portal.post('/auth/get-token', { username: 'eA==', password: 'eA==' });
  expect([refused.statusCode, refused.json().code, opened.mock.calls.length]).toEqual([
    503,
    'unavailable',
    0,
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await Promise.all(others);
  expect((await portal.signIn('cashier1', rightPassword)).statusCode).toBe(200);
  expect(opened).toHaveBeenCalledTimes(2);
});
