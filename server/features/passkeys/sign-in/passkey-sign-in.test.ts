import { otpTries } from '@mizan/contract/auth.ts';
import { signInMessages } from '@mizan/contract/errors.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import {
  addMerchant,
  addUser,
  deviceOf,
  newestMail,
  rightPassword,
  signInPortal,
} from '../../auth/testing/sign-in-portal.ts';
import { tidyPasskeys } from '../passkeys.jobs.ts';
import { ownOrigin, type Person, passkeyPortal, statusesOf } from '../testing/passkey-portal.ts';
import { type Mischief, type SoftwarePasskey, softwarePasskey } from '../testing/software-authenticator.ts';
import { registerPasskeySignInRoutes } from './passkey-sign-in.routes.ts';

const minuteMs = 60_000;
const { portal, clock, database, person, withPasskey, question, enter, confirm, entries } =
  await passkeyPortal();
afterAll(() => portal.close());

const refusals: [string, Mischief][] = [
  ['another origin', { origin: 'https://mizan.example' }],
  ['another port of this machine', { origin: 'http://localhost:9999' }],
  ['another relying party', { rpId: 'mizan.example' }],
  ['no verification of the person', { verified: false }],
  ['a page inside a frame', { crossOrigin: true }],
];
const outcome = (answer: { statusCode: number; json(): { code?: string } }) =>
  [answer.statusCode, answer.json().code] as const;
const refused = [400, 'passkeyRefused'];

describe('sign-in', () => {
  test('a passkey alone signs its owner in, and the audit log says by what', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    const answer = await enter(passkey);
    expect(answer.json()).toMatchObject({ role: 'MERCHANT', fullName: 'Sara Al-Otaibi', email: owner.email });
    const token = answer.json<{ accessToken: string }>().accessToken;
    expect((await portal.get('/auth/session', { token })).json()).toMatchObject({ userId: owner.userId });
    expect((await entries('auth.signedIn'))[0]).toEqual({
      actorId: owner.userId,
      after: { method: 'passkey' },
    });
  });

  test('the question names nobody: the browser offers what it has', async () => {
    expect(await question('/auth/passkey/options')).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  test.each(refusals)('400: %s', async (_, mischief) => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    expect(outcome(await enter(passkey, mischief))).toEqual(refused);
  });

  test('400: a key that belongs to nobody, and a signature of another key under a known id', async () => {
    const passkey = await withPasskey(await person());
    expect(outcome(await enter(softwarePasskey(ownOrigin)))).toEqual(refused);
    const stranger = softwarePasskey(ownOrigin);
    const forged = stranger.get(await question('/auth/passkey/options'));
    const credential = { ...forged, id: passkey.id, rawId: passkey.id };
    credential.response.userHandle = null;
    expect(outcome(await portal.post('/auth/passkey', { credential }))).toEqual(refused);
    expect((await entries('auth.passkeyRefused')).slice(0, 1)).toMatchObject([
      { after: { reason: 'signature' } },
    ]);
  });

  test('400: a challenge that was used, also twice at once, that expired, or that the portal never made', async () => {
    const passkey = await withPasskey(await person());
    const credential = passkey.get(await question('/auth/passkey/options'));
    const both = await Promise.all([1, 2].map(() => portal.post('/auth/passkey', { credential })));
    expect(statusesOf(both)).toEqual([200, 400]);
    expect(outcome(await portal.post('/auth/passkey', { credential }))).toEqual(refused);
    const late = passkey.get(await question('/auth/passkey/options'));
    clock.advance(5 * minuteMs);
    expect(outcome(await portal.post('/auth/passkey', { credential: late }))).toEqual(refused);
    const invented = passkey.get({ challenge: 'x'.repeat(43), rpId: 'localhost' });
    expect(outcome(await portal.post('/auth/passkey', { credential: invented }))).toEqual(refused);
  });

  test('400: a challenge of another purpose', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    const ofConfirmation = await question('/account/confirm-passkey/options', {}, owner.token);
    expect(outcome(await portal.post('/auth/passkey', { credential: passkey.get(ofConfirmation) }))).toEqual(
      refused,
    );
    const ofSignIn = passkey.get(await question('/auth/passkey/options'));
    const confirmed = await portal.post(
      '/account/confirm-passkey',
      { credential: ofSignIn },
      { token: owner.token },
    );
    expect(outcome(confirmed)).toEqual(refused);
  });

  test('400: a counter that does not go on means a copy of the key: refused and written down; 0 is none', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    expect((await enter(passkey, { signCount: 7 })).statusCode).toBe(200);
    for (const signCount of [7, 3, 0]) expect(outcome(await enter(passkey, { signCount }))).toEqual(refused);
    const told = (await entries('auth.passkeyRefused')).filter(({ actorId }) => actorId === owner.userId);
    expect(told.map(({ after }) => after)).toEqual([1, 2, 3].map(() => ({ reason: 'counter' })));
    expect((await enter(passkey, { signCount: 8 })).statusCode).toBe(200);
    const uncounted = await withUncounted(await person());
    for (const signCount of [0, 0]) expect((await enter(uncounted, { signCount })).statusCode).toBe(200);
  });

  async function withUncounted({ token }: Person): Promise<SoftwarePasskey> {
    const passkey = softwarePasskey(ownOrigin);
    const asked = (await portal.post('/account/passkeys/options', {}, { token })).json();
    const credential = passkey.create(asked, { signCount: 0 });
    await portal.post('/account/passkeys', { credential }, { token });
    return passkey;
  }

  test('a wrong signature moves no counter and accuses no passkey', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    await enter(passkey, { signCount: 1_000_000, verified: false });
    expect((await enter(passkey, { signCount: 5 })).statusCode).toBe(200);
  });

  test.each([
    ['accountDeactivated', `UPDATE users SET status = 'INACTIVE' WHERE id = $1`],
    ['emailNotVerified', 'UPDATE users SET email_verified_at = NULL WHERE id = $1'],
    ['accountPending', merchantOf('PENDING')],
    ['accountRejected', merchantOf('REJECTED')],
    ['accountDeactivated', merchantOf('SUSPENDED')],
  ] as const)('403: %s, in the words of a sign-in by password', async (name, statement) => {
    const merchant = await addMerchant(portal.db);
    const owner = await person('MERCHANT', 'en', merchant);
    const passkey = await withPasskey(owner);
    await platformRows(portal.db, statement, [owner.userId]);
    const answer = await enter(passkey);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { code: 'accountRefused', message: signInMessages[name], details: { reason: name } },
    ]);
    const byPassword = await portal.signIn(owner.email);
    expect(byPassword.json().message).toBe(signInMessages[name]);
    expect(outcome(await enter(softwarePasskey(ownOrigin)))).toEqual(refused);
  });

  test('429: wrong answers from one address, counted with its other sign-ins; another address goes on', async () => {
    const passkey = await withPasskey(await person());
    const from = { ip: '203.0.113.9' };
    const answers = [];
    for (let count = 0; count < 61; count += 1) {
      const credential = passkey.get({ challenge: 'x'.repeat(43), rpId: 'localhost' });
      answers.push((await portal.post('/auth/passkey', { credential }, from)).statusCode);
    }
    expect([answers.at(-2), answers.at(-1)]).toEqual([400, 429]);
    expect((await portal.signIn('nobody', rightPassword, from)).statusCode).toBe(429);
    expect((await enter(passkey)).statusCode).toBe(200);
  });

  test('429: questions from one address', async () => {
    const from = { ip: '203.0.113.10' };
    const answers = [];
    for (let count = 0; count < 121; count += 1) {
      answers.push((await portal.post('/auth/passkey/options', {}, from)).statusCode);
    }
    expect([answers.at(-2), answers.at(-1)]).toEqual([200, 429]);
  });

  test('two portals on one database: asked on one, answered on the other, and only once', async () => {
    const second = await signInPortal(database, {
      clock,
      register: (on, deps) => registerPasskeySignInRoutes(on, { ...deps, publicUrl: null }),
    });
    const passkey = await withPasskey(await person());
    const credential = passkey.get(await question('/auth/passkey/options'));
    const answers = await Promise.all([
      second.post('/auth/passkey', { credential }),
      portal.post('/auth/passkey', { credential }),
    ]);
    await second.close();
    expect(statusesOf(answers)).toEqual([200, 400]);
  });

  test('behind PUBLIC_URL its name and origin are the ones, whatever host is asked', async () => {
    const publicPortal = await signInPortal(database, {
      clock,
      register: (on, deps) =>
        registerPasskeySignInRoutes(on, { ...deps, publicUrl: new URL('https://portal.example.sa') }),
    });
    const asked = (await publicPortal.post('/auth/passkey/options', {})).json();
    await publicPortal.close();
    expect(asked.rpId).toBe('portal.example.sa');
  });
});

function merchantOf(status: string) {
  return `UPDATE merchants SET status = '${status}' WHERE id = (SELECT merchant_id FROM users WHERE id = $1)`;
}

describe('second factor', () => {
  /** A right password, which asks for the second factor. */
  async function challenged({ email }: Person) {
    const answer = await portal.signIn(email);
    expect(answer.statusCode).toBe(511);
    return { ...answer.json<{ token: string; passkey: boolean }>(), device: deviceOf(answer) };
  }
  const ask = (token: string) => question('/auth/passkey/second-factor/options', { token });
  const give = (token: string, credential: object, device?: string) =>
    portal.post(
      '/auth/passkey/second-factor',
      { token, credential, trustDevice: device !== undefined },
      { device },
    );

  test('511 says whether there is a passkey, and only after a right password', async () => {
    const owner = await person();
    expect((await challenged(owner)).passkey).toBe(false);
    await withPasskey(owner);
    expect((await challenged(owner)).passkey).toBe(true);
    const wrong = await portal.signIn(owner.email, 'Wrong#2026');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.body).not.toContain('passkey');
  });

  test('it answers in place of the code, the device is trusted, and the code is void', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    const { token, device } = await challenged(owner);
    const { code } = await newestMail(portal.db, owner.email);
    const asked = await ask(token);
    expect(asked.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
    const answer = await give(token, passkey.get(asked), device);
    expect(answer.json()).toMatchObject({ role: 'MERCHANT', email: owner.email });
    expect((await entries('auth.signedIn'))[0]?.after).toEqual({ method: 'passkey' });
    const byCode = await portal.post('/auth/validate-otp', { token, otp: code });
    expect(outcome(byCode)).toEqual([400, 'invalidToken']);
    expect((await portal.signIn(owner.email, rightPassword, { device: deviceOf(answer) })).statusCode).toBe(
      200,
    );
  });

  test('400: the passkey of somebody else, in answer to one’s own challenge', async () => {
    const [owner, other] = [await person(), await person()];
    await withPasskey(owner);
    const foreign = await withPasskey(other);
    const { token } = await challenged(owner);
    const answer = await give(token, foreign.get(await ask(token)));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'passkeyRefused', details: { attemptsLeft: otpTries - 1 } },
    ]);
  });

  test('400: a challenge of another token, of a sign-in, and one that was used', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    const [first, second] = [await challenged(owner), await challenged(owner)];
    expect(outcome(await give(first.token, passkey.get(await ask(second.token))))).toEqual(refused);
    const ofSignIn = passkey.get(await question('/auth/passkey/options'));
    expect(outcome(await give(first.token, ofSignIn))).toEqual(refused);
    const credential = passkey.get(await ask(first.token));
    const both = await Promise.all([1, 2].map(() => give(first.token, credential)));
    expect(statusesOf(both)).toEqual([200, 400]);
  });

  test('five wrong answers, by code or passkey, and no right one is taken any more', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    const { token } = await challenged(owner);
    for (let left = otpTries - 1; left > 0; left -= 1) {
      const answer = await give(token, passkey.get(await ask(token), { verified: false }));
      expect(answer.json().details.attemptsLeft).toBe(left);
    }
    const right = passkey.get(await ask(token));
    await portal.post('/auth/validate-otp', { token, otp: '000000' });
    expect(outcome(await give(token, right))).toEqual([400, 'incorrectOtp']);
    expect((await portal.post('/auth/passkey/second-factor/options', { token })).json().code).toBe(
      'incorrectOtp',
    );
  });

  test('400: after ten minutes, with a token that nobody has, and without a passkey', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    const { token } = await challenged(owner);
    clock.advance(6 * minuteMs);
    const late = passkey.get(await ask(token));
    clock.advance(4 * minuteMs);
    expect(outcome(await give(token, late))).toEqual([400, 'incorrectOtp']);
    const options = (of: string) => portal.post('/auth/passkey/second-factor/options', { token: of });
    expect(outcome(await options('x'.repeat(43)))).toEqual([400, 'invalidToken']);
    const without = await challenged(await person());
    expect(outcome(await options(without.token))).toEqual(refused);
  });

  test('403: an account that was deactivated meanwhile', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    const { token } = await challenged(owner);
    const credential = passkey.get(await ask(token));
    await platformRows(portal.db, `UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [owner.userId]);
    expect(outcome(await give(token, credential))).toEqual([403, 'accountRefused']);
  });
});

describe('fresh sign-in', () => {
  async function aged({ token }: Person): Promise<void> {
    for (const _ of [1, 2]) {
      clock.advance(10 * minuteMs);
      await portal.get('/auth/session', { token });
    }
  }
  const options = (token: string) => portal.post('/account/passkeys/options', {}, { token });

  test('a passkey does what the password does, for 15 minutes', async () => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    await aged(owner);
    expect(outcome(await options(owner.token))).toEqual([403, 'freshSignInNeeded']);
    const answer = await confirm(passkey, owner);
    const { accessToken, freshUntil } = answer.json();
    expect(freshUntil).toBe(new Date(clock.now().getTime() + 15 * minuteMs).toISOString());
    expect(outcome(await options(owner.token))).toEqual([403, 'freshSignInNeeded']);
    expect((await options(accessToken)).statusCode).toBe(200);
    expect((await entries('auth.passkeyConfirmed'))[0]?.actorId).toBe(owner.userId);
  });

  test.each(refusals)('400: %s leaves it as it was', async (_, mischief) => {
    const owner = await person();
    const passkey = await withPasskey(owner);
    await aged(owner);
    expect(outcome(await confirm(passkey, owner, mischief))).toEqual(refused);
    expect(outcome(await options(owner.token))).toEqual([403, 'freshSignInNeeded']);
  });

  test('400: the passkey of somebody else, and the challenge of another session', async () => {
    const [owner, other] = [await person(), await person()];
    const [own, foreign] = [await withPasskey(owner), await withPasskey(other)];
    expect(outcome(await confirm(foreign, owner))).toEqual(refused);
    const otherSession = (await enter(own)).json<{ accessToken: string }>().accessToken;
    const asked = await question('/account/confirm-passkey/options', {}, otherSession);
    const credential = own.get(asked);
    const crossed = await portal.post('/account/confirm-passkey', { credential }, { token: owner.token });
    expect(outcome(crossed)).toEqual(refused);
  });

  test('404: where there is no passkey to be asked for', async () => {
    const { token } = await person();
    expect((await portal.post('/account/confirm-passkey/options', {}, { token })).statusCode).toBe(404);
  });

  test('403: a cashier, whom terminal and branch bind, has no passkeys', async () => {
    const merchant = await addMerchant(portal.db);
    await addUser(portal.db, { role: 'CASHIER', merchant, username: 'till-passkey' });
    const token = (await portal.signIn('till-passkey')).json<{ accessToken: string }>().accessToken;
    for (const path of ['/account/passkeys/options', '/account/confirm-passkey/options']) {
      expect(outcome(await portal.post(path, {}, { token }))).toEqual([403, 'forbidden']);
    }
  });
});

test('challenges go a day after they expired', async () => {
  await question('/auth/passkey/options');
  clock.advance(25 * 60 * minuteMs);
  await tidyPasskeys(portal.deps);
  const rows = await platformRows(portal.db, 'SELECT 1 FROM passkey_challenges');
  expect(rows).toEqual([]);
});
