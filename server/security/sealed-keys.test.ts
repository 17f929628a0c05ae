import { afterAll, expect, test } from 'vitest';
import { openSignInKeys } from '../features/auth/sign-in-keys.ts';
import { testStart } from '../features/auth/testing/sign-in-portal.ts';
import { testClock } from '../platform/clock.ts';
import { closeDatabase, openDatabase, platformRows } from '../platform/database/database.ts';
import { testDatabase, testSecret } from '../platform/testing/database.ts';

const db = openDatabase((await testDatabase()).roles);
afterAll(() => closeDatabase(db));

test('a sealed key of which one bit was changed in the database is no key any more', async () => {
  const clock = testClock(testStart);
  const pem = await openSignInKeys(db, clock, testSecret).publicPem();
  expect(await openSignInKeys(db, clock, testSecret).publicPem()).toBe(pem);
  // Within the last number of the key: what is unsealed would still read as one.
  await platformRows(
    db,
    `UPDATE sign_in_keys SET sealed_private = set_byte(sealed_private, length(sealed_private) - 8,
       get_byte(sealed_private, length(sealed_private) - 8) # 1)`,
  );
  expect(await openSignInKeys(db, clock, testSecret).publicPem()).not.toBe(pem);
});
