import { verifySync } from '@node-rs/argon2';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import {
  addMerchant,
  addUser,
  rightPassword,
  signInPortal,
} from '../features/auth/testing/sign-in-portal.ts';
import { hashPassword, verifyPassword } from '../platform/sessions/passwords.ts';
import { verify } from '../platform/sessions/sign-in.worker.ts';
import { testDatabase } from '../platform/testing/database.ts';

// Both do their work as ever, and count it: a clock would measure what else the machine does. What the files before
// have loaded does not count, and what this one loads counts for nobody after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../platform/sessions/passwords.ts', { spy: true });
vi.mock('@node-rs/argon2', { spy: true });

/** Whoever guesses names is told nothing: neither by what is answered, nor by how long that takes. */
const portal = await signInPortal(await testDatabase());
afterAll(() => portal.close());
const merchant = await addMerchant(portal.db);
await addUser(portal.db, { role: 'MERCHANT', merchant, email: 'sara@diyar.coffee' });
beforeEach(() => void vi.clearAllMocks());

const wrong = 'Wadi-Hanifa#8';
const unreadable = { username: 'bm90aGluZw==', password: 'bm90aGluZw==' };

test.each([
  ['a wrong password', () => portal.signIn('sara@diyar.coffee', wrong)],
  ['a name that nobody has', () => portal.signIn('nobody@diyar.coffee', wrong)],
  ['no name at all', () => portal.signIn('  ', wrong)],
  ['a seal that does not open', () => portal.post('/auth/get-token', unreadable)],
])('%s costs one look at a password, and is answered as the others are', async (_, ask) => {
  const answer = await ask();
  expect([answer.statusCode, answer.json().message]).toEqual([401, 'Incorrect username or password']);
  expect(vi.mocked(verifyPassword).mock.settledResults).toEqual([{ type: 'fulfilled', value: false }]);
});

test('a look at a password costs the same where there is none to compare with', async () => {
  const stored = await hashPassword(rightPassword);
  expect(verify({ stored, password: wrong })).toBe(false);
  expect(verify({ stored: null, password: wrong })).toBe(false);
  const costs = vi.mocked(verifySync).mock.calls.map(([hash]) => /^.*p=\d+\$/.exec(String(hash))?.[0]);
  expect(costs).toEqual(Array(2).fill('$argon2id$v=19$m=19456,t=2,p=1$'));
});

test.each([
  "' OR '1'='1",
  "sara@diyar.coffee' --",
  "'; DROP TABLE users; --",
  "sara@diyar.coffee'/*",
  'sara@diyar.coffe_',
  '%',
  '\\',
  '${7*7}',
])('401: %s is a name that nobody has, and nothing else', async (name) => {
  const answer = await portal.signIn(name, undefined, { ip: '10.1.0.1' });
  expect([answer.statusCode, answer.json().message]).toEqual([401, 'Incorrect username or password']);
});
