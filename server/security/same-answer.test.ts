import { afterAll, expect, test } from 'vitest';
import { addMerchant, addUser, signInPortal } from '../features/auth/testing/sign-in-portal.ts';
import { testDatabase } from '../platform/testing/database.ts';

/** Whoever guesses names is told nothing: neither by what is answered, nor by how long that takes. */
const portal = await signInPortal(await testDatabase());
afterAll(() => portal.close());
const merchant = await addMerchant(portal.db);
await addUser(portal.db, { role: 'MERCHANT', merchant, email: 'sara@diyar.coffee' });

const tries = 6;
/** The quickest of a few, because what else the machine does only ever adds to a time. */
async function quickestMs(ask: (index: number) => Promise<unknown>): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < tries; index += 1) {
    const start = performance.now();
    await ask(index);
    quickest = Math.min(quickest, performance.now() - start);
  }
  return quickest;
}

test('a name that nobody has costs the time of a wrong password', async () => {
  const wrong = 'Wadi-Hanifa#8';
  await portal.signIn('warm@up.test', wrong);
  const known = await quickestMs(() => portal.signIn('sara@diyar.coffee', wrong));
  const unknown = await quickestMs((index) => portal.signIn(`nobody-${index}@diyar.coffee`, wrong));
  expect(unknown).toBeGreaterThan(known / 2);
  expect(known).toBeGreaterThan(unknown / 2);
});

test('a seal that does not open costs the time of a wrong password', async () => {
  const known = await quickestMs(() => portal.signIn('sara2@diyar.coffee', 'Wadi-Hanifa#8'));
  const sealed = { username: 'bm90aGluZw==', password: 'bm90aGluZw==' };
  const broken = await quickestMs((index) =>
    portal.post('/auth/get-token', sealed, { ip: `10.0.0.${index}` }),
  );
  expect(broken).toBeGreaterThan(known / 2);
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
