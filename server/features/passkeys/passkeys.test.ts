import { passkeyNameMax, passkeysMax } from '@mizan/contract/passkeys.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { newestMail } from '../auth/testing/sign-in-portal.ts';
import { ownOrigin, passkeyPortal, statusesOf } from './testing/passkey-portal.ts';
import { type Mischief, softwarePasskey } from './testing/software-authenticator.ts';

const minuteMs = 60_000;
const { portal, clock, person, creation, withPasskey, enter, entries } = await passkeyPortal();
afterAll(() => portal.close());

interface Listed {
  id: string;
  name: string;
  addedOn: string;
  lastUsedAt: string | null;
}
const listOf = async (token: string): Promise<Listed[]> =>
  (await portal.get('/account/passkeys', { token })).json().rows;
const add = (credential: object, token: string) =>
  portal.post('/account/passkeys', { credential }, { token });
/** Past the 15 minutes in which a sign-in is fresh, with the session kept awake. */
async function aged(token: string): Promise<void> {
  for (const _ of [1, 2]) {
    clock.advance(10 * minuteMs);
    await portal.get('/auth/session', { token });
  }
}

test('a passkey is added, listed, named by its browser, told by mail and written down', async () => {
  const owner = await person();
  await withPasskey(owner);
  const [passkey] = await listOf(owner.token);
  expect(passkey).toMatchObject({ addedOn: clock.now().toISOString(), lastUsedAt: null });
  expect(passkey?.name).toBeTruthy();
  const mail = await newestMail(portal.db, owner.email);
  expect(mail.subject).toBe('A passkey was added to your Mizan account');
  expect(mail.text).toContain(passkey?.name);
  expect(mail.text).toContain('https://portal.example.sa/settings');
  const [entry] = await entries('account.passkeyAdded');
  expect(entry).toMatchObject({ actorId: owner.userId, after: { name: passkey?.name } });
});

test('the mail is in the language of its reader', async () => {
  const owner = await person('ADMIN', 'ar');
  await withPasskey(owner);
  expect((await newestMail(portal.db, owner.email)).subject).toBe('أُضيف مفتاح مرور إلى حسابك في ميزان');
});

test('what is asked for: a discoverable credential with user verification, no attestation, none of the known', async () => {
  const owner = await person();
  const first = await withPasskey(owner);
  const asked = await creation(owner.token);
  expect(asked).toMatchObject({
    rp: { id: 'localhost', name: 'Mizan' },
    user: { name: owner.email },
    attestation: 'none',
    excludeCredentials: [{ id: first.id, type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(asked.user.id).toBe((await creation(owner.token)).user.id);
  expect(asked.user.id).not.toBe((await creation((await person()).token)).user.id);
  expect(Buffer.from(asked.user.id, 'base64url').toString()).not.toContain(owner.userId);
});

describe('403: adding and removing ask for a fresh sign-in', () => {
  test('after more than 15 minutes', async () => {
    const owner = await person();
    await withPasskey(owner);
    const [passkey] = await listOf(owner.token);
    const credential = softwarePasskey(ownOrigin).create(await creation(owner.token));
    await aged(owner.token);
    const answers = [
      await portal.post('/account/passkeys/options', {}, { token: owner.token }),
      await add(credential, owner.token),
      await portal.send('DELETE', `/account/passkeys/${passkey?.id}`, undefined, { token: owner.token }),
    ];
    expect(answers.map((answer) => answer.json().code)).toEqual(Array(3).fill('freshSignInNeeded'));
    expect(await listOf(owner.token)).toHaveLength(1);
  });
});

const refusedCreations: [string, Mischief][] = [
  ['from another origin', { origin: 'https://mizan.example' }],
  ['from another port of this machine', { origin: 'http://localhost:9999' }],
  ['for another relying party', { rpId: 'mizan.example' }],
  ['without verification of the person', { verified: false }],
  ['from inside a frame', { crossOrigin: true }],
  [
    'with a certificate, whose addresses would be fetched',
    { attestation: { fmt: 'packed', attStmt: new Map([['x5c', []]]) } },
  ],
  ['with an attestation that nobody asked for', { attestation: { fmt: 'tpm', attStmt: new Map() } }],
];
test.each(refusedCreations)('400: a passkey made %s', async (_, mischief) => {
  const { token } = await person();
  const answer = await add(softwarePasskey(ownOrigin).create(await creation(token), mischief), token);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'passkeyRefused']);
  expect(await listOf(token)).toEqual([]);
});

test('400: a challenge of another person, of another session, of a sign-in, expired, or used before', async () => {
  const [owner, other] = [await person(), await person()];
  const make = async (asked: Awaited<ReturnType<typeof creation>>) =>
    (await add(softwarePasskey(ownOrigin).create(asked), owner.token)).json().code;
  expect(await make(await creation(other.token))).toBe('passkeyRefused');
  const ofSignIn = (await portal.post('/auth/passkey/options', {})).json();
  expect(await make({ ...(await creation(owner.token)), challenge: ofSignIn.challenge })).toBe(
    'passkeyRefused',
  );
  const late = await creation(owner.token);
  clock.advance(5 * minuteMs);
  expect(await make(late)).toBe('passkeyRefused');
  const once = await creation(owner.token);
  expect(await make(once)).toBeUndefined();
  expect(await make(once)).toBe('passkeyRefused');
});

test('409: a credential is one user’s alone, whoever shows it first', async () => {
  const [owner, other] = [await person(), await person()];
  const passkey = softwarePasskey(ownOrigin);
  expect((await add(passkey.create(await creation(owner.token)), owner.token)).statusCode).toBe(200);
  const again = await add(passkey.create(await creation(other.token)), other.token);
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);
  expect(await listOf(other.token)).toEqual([]);
});

test('409: one more than an account may have, also when two are added at once', async () => {
  const owner = await person();
  for (let count = 1; count < passkeysMax; count += 1) await withPasskey(owner);
  const two = [await creation(owner.token), await creation(owner.token)];
  const answers = await Promise.all(
    two.map((asked) => add(softwarePasskey(ownOrigin).create(asked), owner.token)),
  );
  expect(statusesOf(answers)).toEqual([200, 409]);
  const third = await portal.post('/account/passkeys/options', {}, { token: owner.token });
  expect([third.statusCode, third.json().details]).toEqual([409, { most: passkeysMax }]);
  expect(await listOf(owner.token)).toHaveLength(passkeysMax);
});

test('another name is kept and written down; the same one is not', async () => {
  const { token, userId } = await person();
  await withPasskey({ token, userId, email: '' });
  const [passkey] = await listOf(token);
  const rename = (name: string) =>
    portal.send('PUT', `/account/passkeys/${passkey?.id}`, { name }, { token });
  expect((await rename(' مفتاح المتجر ')).json()).toEqual({ name: 'مفتاح المتجر' });
  expect((await listOf(token))[0]?.name).toBe('مفتاح المتجر');
  await rename('مفتاح المتجر');
  const own = (await entries('account.passkeyRenamed')).filter(({ actorId }) => actorId === userId);
  expect(own.map(({ after }) => after)).toEqual([{ name: 'مفتاح المتجر' }]);
  for (const bad of ['', '   ', 'x'.repeat(passkeyNameMax + 1)]) {
    expect((await rename(bad)).statusCode).toBe(400);
  }
});

test('404: a passkey of somebody else is neither renamed nor removed', async () => {
  const [owner, other] = [await person(), await person()];
  await withPasskey(owner);
  const [passkey] = await listOf(owner.token);
  const path = `/account/passkeys/${passkey?.id}`;
  expect((await portal.send('PUT', path, { name: 'mine' }, { token: other.token })).statusCode).toBe(404);
  expect((await portal.send('DELETE', path, undefined, { token: other.token })).statusCode).toBe(404);
  expect(await listOf(owner.token)).toEqual([passkey]);
});

test('a passkey that was removed opens nothing from then on; its owner is told', async () => {
  const owner = await person();
  const passkey = await withPasskey(owner);
  expect((await enter(passkey)).statusCode).toBe(200);
  const [listed] = await listOf(owner.token);
  expect(listed?.lastUsedAt).toBe(clock.now().toISOString());
  const asked = (await portal.post('/auth/passkey/options', {})).json();
  const path = `/account/passkeys/${listed?.id}`;
  expect((await portal.send('DELETE', path, undefined, { token: owner.token })).statusCode).toBe(200);
  const credential = passkey.get(asked);
  expect((await portal.post('/auth/passkey', { credential })).json().code).toBe('passkeyRefused');
  expect((await newestMail(portal.db, owner.email)).subject).toBe(
    'A passkey was removed from your Mizan account',
  );
  expect((await entries('account.passkeyRemoved'))[0]).toMatchObject({ actorId: owner.userId });
});

test('challenges are kept as hashes alone', async () => {
  const { challenge } = await creation((await person()).token);
  const rows = await platformRows<{ row: string }>(
    portal.db,
    'SELECT passkey_challenges::text AS row FROM passkey_challenges',
  );
  const bytes = Buffer.from(challenge, 'base64url').toString('hex');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => row.includes(challenge) || row.includes(bytes))).toEqual([]);
});
