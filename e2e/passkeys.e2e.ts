import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  addMerchant,
  addUser,
  newestMail,
  rightPassword,
} from '../server/features/auth/testing/sign-in-portal.ts';
import { platformRows } from '../server/platform/database/database.ts';
import { addAuthenticator } from './testing/authenticator.ts';
import { screenProblems, watchLayoutShift } from './testing/screen-checks.ts';
import { shopPortals } from './testing/shop-portals.ts';
import { secondFactor, sendCode, sendCredentials } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { type Language, oneLanguage } from './testing/texts.ts';

/** Passkeys with Chromium's virtual authenticator: added, used in each of their three ways, removed. */
const { db, urls } = await shopPortals({ terminals: 1, speed: 0 });
const stage = browserStage();
/** Browsers make no passkeys for bare addresses. */
const [url, otherUrl] = urls.map((address) => address.replace('127.0.0.1', 'localhost'));
const login = '/neopaas/portal/login';
const settings = '/settings';
const refusedCall = /status of 40[03]/;

/** A window with an authenticator, and an owner whom nobody else signs in as. */
async function openedBy(language: Language) {
  const window = await stage.open({ language, url: url ?? '' });
  window.expectErrors(secondFactor);
  const authenticator = await addAuthenticator(window);
  const email = `${randomUUID()}@diyar.coffee`;
  const userId = await addUser(db, {
    role: 'MERCHANT',
    merchant: await addMerchant(db),
    email,
    locale: language,
  });
  return { window, authenticator, email, userId };
}
type Opened = Awaited<ReturnType<typeof openedBy>>;

async function signInByCode({ window, email }: Opened): Promise<void> {
  await window.go(login);
  await sendCredentials(window, email, rightPassword);
  await window.page.getByLabel(window.t('auth:otp.label')).waitFor();
  await window.page.getByLabel(window.t('auth:otp.trust')).uncheck();
  await sendCode(window, (await newestMail(db, email)).code ?? '');
  await window.page.waitForURL('**/dashboard');
}
async function signOut({ page, t }: Window): Promise<void> {
  await page.getByRole('button', { name: t('shell:menu.logout') }).click();
  await page.waitForURL(`**${login}`);
}
const rows = ({ page, t }: Window) =>
  page.getByRole('list', { name: t('account:passkeys.title') }).getByRole('listitem');
const button = ({ page, t }: Window, key: string, values = {}) =>
  page.getByRole('button', { name: t(key, values), exact: true });

async function addPasskey({ window, authenticator }: Opened): Promise<void> {
  await window.go(settings);
  await button(window, 'auth:passkey.add').click();
  await rows(window).first().waitFor();
  expect(await authenticator.count()).toBe(1);
}
/** As if the last sign-in was an hour ago. */
const age = (userId: string) =>
  platformRows(
    db,
    `UPDATE sessions SET authenticated_at = authenticated_at - interval '1 hour' WHERE user_id = $1`,
    [userId],
  );

describe.each(oneLanguage)('in %s', (language) => {
  test('a passkey is added, signs in alone, also on the other portal, and is told by mail', async () => {
    const opened = await openedBy(language);
    const { window, email } = opened;
    await signInByCode(opened);
    await addPasskey(opened);
    expect((await newestMail(db, email)).subject).toBe('أُضيف مفتاح مرور إلى حسابك في ميزان');
    await rows(window).getByText(window.t('account:passkeys.neverUsed')).waitFor();
    await signOut(window);
    await button(window, 'auth:passkey.use').click();
    await window.page.waitForURL('**/dashboard');
    await signOut(window);
    await window.page.goto(otherUrl + login);
    await button(window, 'auth:passkey.use').click();
    await window.page.waitForURL(`${otherUrl}/dashboard`);
  });

  test('it answers in place of the code, and the portal says so only where there is one', async () => {
    const opened = await openedBy(language);
    const { window, email } = opened;
    await window.go(login);
    await sendCredentials(window, email, rightPassword);
    await window.page.getByLabel(window.t('auth:otp.label')).waitFor();
    expect(await button(window, 'auth:passkey.instead').count()).toBe(0);
    await button(window, 'common:actions.back').click();
    await signInByCode(opened);
    await addPasskey(opened);
    await signOut(window);
    await sendCredentials(window, email, rightPassword);
    await button(window, 'auth:passkey.instead').click();
    await window.page.waitForURL('**/dashboard');
  });

  test('it confirms in place of the password, and a removed one is offered no more', async () => {
    const opened = await openedBy(language);
    const { window, userId } = opened;
    const { page, t } = window;
    await signInByCode(opened);
    await addPasskey(opened);
    await age(userId);
    window.expectErrors(refusedCall);
    const name = await rows(window).locator('bdi').first().innerText();
    await button(window, 'account:passkeys.removeOne', { name }).click();
    await page
      .getByRole('dialog', { name: t('account:passkeys.removeTitle', { name }) })
      .getByRole('button', { name: t('account:passkeys.remove'), exact: true })
      .click();
    await button(window, 'confirm:password.usePasskey').click();
    await page.getByText(t('account:passkeys.empty')).waitFor();
    await signOut(window);
    await button(window, 'auth:passkey.use').click();
    await page.getByText(t('auth:passkey.refused')).waitFor();
    expect(new URL(page.url()).pathname).toBe(login);
  });

  test('whoever does not pass the fingerprint reader gets in nowhere, and can use what is left', async () => {
    const opened = await openedBy(language);
    const { window, authenticator, email, userId } = opened;
    const { page, t } = window;
    await signInByCode(opened);
    await addPasskey(opened);
    await authenticator.setVerified(false);
    window.expectErrors(refusedCall);
    await age(userId);
    await button(window, 'auth:passkey.add').click();
    await button(window, 'confirm:password.usePasskey').click();
    await page.getByText(t('confirm:password.passkeyNotGiven')).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:actions.cancel') })
      .click();
    await signOut(window);
    await button(window, 'auth:passkey.use').click();
    await page.getByText(t('auth:passkey.notGiven')).waitFor();
    await sendCredentials(window, email, rightPassword);
    await button(window, 'auth:passkey.instead').click();
    await page.getByText(t('auth:passkey.notGivenForCode')).waitFor();
    await sendCode(window, (await newestMail(db, email)).code ?? '');
    await page.waitForURL('**/dashboard');
  });

  test('a passkey gets a name of one’s own, and keeps it; the screen with it is sound', async () => {
    const opened = await openedBy(language);
    const { window } = opened;
    const { page, t } = window;
    await watchLayoutShift(window.context);
    await signInByCode(opened);
    await addPasskey(opened);
    const name = await rows(window).locator('bdi').first().innerText();
    await button(window, 'account:passkeys.renameOne', { name }).click();
    await rows(window).getByLabel(t('account:passkeys.name')).fill('هاتف سارة');
    await rows(window)
      .getByRole('button', { name: t('common:actions.save') })
      .click();
    await rows(window).getByText('هاتف سارة').waitFor();
    await page.reload();
    await rows(window).getByText('هاتف سارة').waitFor();
    expect(await screenProblems(page, 'dark')).toEqual([]);
  });
});

test('a browser on a bare address is offered no passkey', async () => {
  const window = await stage.open({ url: urls[0] });
  await window.go(login);
  await button(window, 'auth:login.submit').waitFor();
  expect(await button(window, 'auth:passkey.use').count()).toBe(0);
});
