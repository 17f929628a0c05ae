import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addUser, newestMail, rightPassword } from '../server/features/auth/testing/sign-in-portal.ts';
import { addAuthenticator } from './testing/authenticator.ts';
import { smallPhone } from './testing/browser.ts';
import { shopPortals } from './testing/shop-portals.ts';
import { secondFactor, sendCode, sendCredentials } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { type Language, oneLanguage } from './testing/texts.ts';

/** An administrator's own account: the sections of a merchant's settings, in the admin area. */
const { db, urls } = await shopPortals({ terminals: 1, speed: 0 });
const stage = browserStage();
/** Browsers make no passkeys for bare addresses. */
const url = urls[0].replace('127.0.0.1', 'localhost');
const login = '/neopaas/portal/login';
const accountPath = '/neopass-admin/account';
const otherPassword = 'Lantern%Harbor42';

/** A new administrator, signed in with a code; they go on to `path`, or to where administrators start. */
async function signedIn(language: Language, options: { path?: string; onPhone?: boolean } = {}) {
  const window = await stage.open({ language, url, ...(options.onPhone ? phone : {}) });
  window.expectErrors(secondFactor);
  const email = `${randomUUID()}@mizan.test`;
  await addUser(db, { role: 'ADMIN', email, locale: language });
  await window.go(options.path ?? login);
  await sendCredentials(window, email, rightPassword);
  await window.page.getByLabel(window.t('auth:otp.label')).waitFor();
  await sendCode(window, (await newestMail(db, email)).code ?? '');
  await window.page.waitForURL('**/neopass-admin**');
  return { window, email };
}
const button = ({ page, t }: Window, key: string) => page.getByRole('button', { name: t(key), exact: true });
const rowsOf = ({ page, t }: Window, key: string) =>
  page.getByRole('list', { name: t(key) }).getByRole('listitem');
const toAccount = ({ page, t }: Window, key: string) =>
  page.getByRole('navigation', { name: t('shell:menu.label') }).getByRole('link', { name: t(key) });
async function signOut({ page, t }: Window): Promise<void> {
  await page.getByRole('button', { name: t('shell:menu.logout') }).click();
  await page.waitForURL(`**${login}`);
}

describe.each(oneLanguage)('in %s', (language) => {
  test('an administrator adds a passkey from the menu’s account, and signs in with it alone', async () => {
    const { window } = await signedIn(language);
    const { page, t } = window;
    const authenticator = await addAuthenticator(window);
    await toAccount(window, 'shell:menu.user').click();
    await page.waitForURL(`**${accountPath}`);
    await page.getByRole('heading', { name: t('shell:menu.user'), level: 1 }).waitFor();
    await button(window, 'auth:passkey.add').click();
    await rowsOf(window, 'account:passkeys.title').first().waitFor();
    expect(await authenticator.count()).toBe(1);
    await signOut(window);
    await button(window, 'auth:passkey.use').click();
    await page.waitForURL('**/neopass-admin');
  });

  test('the sessions and trusted devices are there to end; switches only for what administrators get', async () => {
    const { window } = await signedIn(language);
    const { page, t } = window;
    await window.go(accountPath);
    await rowsOf(window, 'account:sessions.title').getByText(t('account:sessions.current')).waitFor();
    const devices = rowsOf(window, 'account:trustedDevices.title');
    expect(await devices.count()).toBe(1);
    await page.setViewportSize(smallPhone);
    const words = devices.locator('.mantine-Button-label');
    expect(await words.evaluate((label) => label.scrollWidth - label.clientWidth), 'cut').toBe(0);
    expect(await page.getByRole('switch').count()).toBe(1);
    await page.getByRole('switch', { name: t('account:notices.signInMail') }).waitFor();
    await devices.getByRole('button').click();
    await page.getByText(t('account:trustedDevices.empty')).waitFor();
  });

  test('the password is changed, and the next sign-in takes the new one', async () => {
    const { window, email } = await signedIn(language);
    const { page, t } = window;
    await window.go(accountPath);
    await page.getByLabel(t('account:password.current')).fill(rightPassword);
    await page.getByLabel(t('auth:reset.newPassword')).fill(otherPassword);
    await page.getByLabel(t('auth:reset.confirmPassword')).fill(otherPassword);
    await button(window, 'account:password.change').click();
    await page.getByText(t('auth:reset.doneTitle')).waitFor();
    await signOut(window);
    await sendCredentials(window, email, otherPassword);
    await page.getByLabel(t('auth:otp.label')).waitFor();
  });

  test('the link of a mail, which leads to /settings, brings an administrator here; a phone has it behind More', async () => {
    const { window } = await signedIn(language, { path: '/settings', onPhone: true });
    const { page, t } = window;
    await page.waitForURL(`**${accountPath}`);
    await window.go('/neopass-admin');
    await page.getByRole('button', { name: t('shell:menu.more') }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('shell:menu.user') })
      .click();
    await page.waitForURL(`**${accountPath}`);
  });
});
