import { createPublicKey } from 'node:crypto';
import { credentialBytes } from '@mizan/contract/auth.ts';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '../../platform/clock.ts';
import { closeDatabase, openDatabase, platformRows } from '../../platform/database/database.ts';
import { testDatabase, testSecret } from '../../platform/testing/database.ts';
import { keyLife, openSignInKeys } from './sign-in-keys.ts';
import { sealWith } from './testing/seal-with.ts';
import { testStart } from './testing/sign-in-portal.ts';

const db = openDatabase((await testDatabase()).roles);
afterAll(() => closeDatabase(db));
const clock = testClock(testStart);
const open = (secret = testSecret) => openSignInKeys(db, clock, secret);

test('processes that start at once share one key, and each opens what was sealed for the other', async () => {
  const processes = [open(), open(), open()];
  const pems = await Promise.all(processes.map((keys) => keys.publicPem()));
  expect(new Set(pems).size).toBe(1);
  const sealed = sealWith(pems[0] ?? '', 'كلمة السر');
  expect(await Promise.all(processes.map((keys) => keys.open(sealed)))).toEqual(Array(3).fill('كلمة السر'));
});

test('a key has 3072 bits, which is 128 bits of security', async () => {
  const { asymmetricKeyDetails } = createPublicKey(await open().publicPem());
  expect(asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 });
});

test('the longest name or password fits', async () => {
  const keys = open();
  const longest = 'x'.repeat(credentialBytes);
  expect(await keys.open(sealWith(await keys.publicPem(), longest))).toBe(longest);
});

test('null for what is no ciphertext of ours', async () => {
  const keys = open();
  await keys.publicPem();
  for (const text of ['', 'AAAA', Buffer.alloc(384, 1).toString('base64'), 'not base64']) {
    expect(await keys.open(text)).toBeNull();
  }
});

test('the private half is stored sealed', async () => {
  const rows = await platformRows<{ sealed: Buffer }>(
    db,
    'SELECT sealed_private AS sealed FROM sign_in_keys',
  );
  for (const { sealed } of rows) {
    expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY');
    // A DER key begins with a SEQUENCE; a sealed one begins with a random nonce.
    expect(sealed.subarray(0, 2).toString('hex')).not.toBe('3082');
  }
});

test('a key is changed after 30 days, and the old one is taken for one day more', async () => {
  const [long, fresh] = [open(), open()];
  const old = await long.publicPem();
  const sealed = sealWith(old, 'open since yesterday');
  clock.advance(keyLife.handedOutMs);
  const next = await long.publicPem();
  expect(next).not.toBe(old);
  expect(await fresh.publicPem()).toBe(next);
  expect(await fresh.open(sealed)).toBe('open since yesterday');
  clock.advance(keyLife.takenMs - keyLife.handedOutMs);
  expect(await long.open(sealed)).toBeNull();
});

test('under another MIZAN_SECRET a new key is made, and what the old one sealed stays shut', async () => {
  const old = await open().publicPem();
  const changed = open('another-secret-of-thirty-two-characters');
  expect(await changed.publicPem()).not.toBe(old);
  expect(await changed.open(sealWith(old, 'text'))).toBeNull();
});
