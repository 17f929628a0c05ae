import { afterAll, expect, test } from 'vitest';
import { testClock } from '../../platform/clock.ts';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  addMerchant,
  addUser,
  deviceOf,
  newestMail,
  rightPassword,
  signInPortal,
  testStart,
} from '../auth/testing/sign-in-portal.ts';
import { registerAccountRoutes } from './account.routes.ts';

const database = await testDatabase();
const clock = testClock(testStart);
const portal = await signInPortal(database, { clock, register: registerAccountRoutes });
afterAll(() => portal.close());
const wrong = 'Guessed#2026';
const ip = '10.4.5.6';
const merchant = await addMerchant(portal.db);
const email = 'sara@diyar.coffee';
await addUser(portal.db, { role: 'MERCHANT', merchant, email });

async function signedIn(): Promise<{ token: string }> {
  const asked = await portal.signIn(email, undefined, { ip });
  const { code } = await newestMail(portal.db, email);
  const body = { token: asked.json().token, otp: code, trustDevice: true };
  const answer = await portal.post('/auth/validate-otp', body, { ip, device: deviceOf(asked) });
  return { token: answer.json().accessToken };
}

test('the own account: asked and made changes with before and after, password, devices, sessions', async () => {
  const { token } = await signedIn();
  await signedIn();
  const call = { token, ip };
  const change = { fullName: 'Sara Q.', email, mobile: '+966501234567' };
  await portal.send('PUT', '/account/profile', change, call);
  const link = new URL((await newestMail(portal.db, email)).link ?? '');
  await portal.get(`/merchant-password/verify-update?token=${link.searchParams.get('token')}`, { ip });
  await portal.post('/account/confirm-password', { password: await portal.sealed(wrong) }, call);
  await portal.post('/account/confirm-password', { password: await portal.sealed(rightPassword) }, call);
  await portal.send('DELETE', '/account/trusted-devices', undefined, call);
  await portal.send('DELETE', '/account/sessions', undefined, call);
  const body = { current: await portal.sealed(rightPassword), next: await portal.sealed('Balance#2027') };
  await portal.post('/account/password', body, call);
  const before = { fullName: 'Sara Al-Otaibi', email, mobile: null };
  const rows = await platformRows<{ action: string; before: unknown; after: unknown }>(
    portal.db,
    `SELECT action, before, after FROM audit_entries WHERE merchant_id = $1 AND id > 6 ORDER BY id`,
    [merchant.id],
  );
  expect(rows).toEqual([
    { action: 'account.profileChangeAsked', before, after: change },
    { action: 'account.profileChanged', before, after: change },
    { action: 'auth.passwordRefused', before: null, after: null },
    { action: 'auth.passwordConfirmed', before: null, after: null },
    { action: 'account.devicesRevoked', before: null, after: { ended: 2 } },
    { action: 'account.sessionsEnded', before: null, after: { ended: 1 } },
    { action: 'account.passwordChanged', before: null, after: null },
  ]);
});
