import { signInMessages } from '@mizan/contract/errors.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../server/demo/demo-merchants.ts';
import { newestMail } from '../server/features/auth/testing/sign-in-portal.ts';
import { platformRows } from '../server/platform/database/database.ts';
import { hashPassword } from '../server/platform/sessions/passwords.ts';
import { openShop } from '../server/testing/shop.ts';
import { answerWaitMs } from '../web/platform/session-alive.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { secondFactor, sendCredentials } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** How a session ends, and what stays: the page and what was typed, a protected link, local storage, a refusal. */
const portals = await shopPortals({ terminals: 2, speed: 1 });
const { db, shop, rival } = portals;
const [url] = portals.urls;
const stage = browserStage();
const login = '/neopaas/portal/login';
const till = shop.terminals[0]?.cashier ?? shop.owner;
/** Of a merchant that takes no payment here, so that no result stands over the settings. */
const { owner } = rival;
const names = { cashier: 'till-of-sami', owner: 'owner@diyar-till.sa' };
const passwordHash = hashPassword(demoPassword);
let fleet: ReturnType<typeof portals.switchOn>;

beforeAll(async () => {
  const hash = await passwordHash;
  const setName = 'UPDATE users SET username = $2, password_hash = $3 WHERE id = $1';
  await platformRows(db, setName, [till.userId, names.cashier, hash]);
  const setEmail = 'UPDATE users SET email = $2, password_hash = $3, email_verified_at = now() WHERE id = $1';
  await platformRows(db, setEmail, [owner.userId, names.owner, hash]);
  fleet = portals.switchOn();
});
afterAll(() => fleet.kill());

const ofUser = 'WHERE id = (SELECT merchant_id FROM users WHERE id = $1)';
const branchOfUser = 'WHERE merchant_id = (SELECT merchant_id FROM users WHERE id = $1)';
/** Somebody of a merchant of their own, who is then refused. Answers the name that they sign in with. */
async function refusedAccount(role: 'MERCHANT' | 'CASHIER', sql: string): Promise<string> {
  const { owner: person, terminals } = await openShop(db, 1);
  const { userId } = role === 'CASHIER' ? (terminals[0]?.cashier ?? person) : person;
  const name = `${crypto.randomUUID()}@example.sa`;
  const column = role === 'CASHIER' ? 'username' : 'email';
  await platformRows(
    db,
    `UPDATE users SET ${column} = $2, password_hash = $3, email_verified_at = now() WHERE id = $1`,
    [userId, name, await passwordHash],
  );
  await platformRows(db, sql, [userId]);
  return name;
}

const refused = /status of 40[13]/;
const sessionsOf = { cashier: till.userId, owner: owner.userId };
/** The portal's own end of a session: it has lived for 24 hours. */
const expire = (userId: string) =>
  platformRows(db, 'UPDATE sessions SET expires_at = now() WHERE user_id = $1', [userId]);
/** Nobody has touched it for half an hour. */
const leaveAlone = (userId: string) =>
  platformRows(db, `UPDATE sessions SET last_active_at = now() - interval '31 minutes' WHERE user_id = $1`, [
    userId,
  ]);
const askedAgain = ({ page, t }: Window) => page.getByRole('dialog', { name: t('auth:session.ended') });

/** A step back in the browser's history that the page answers with a step forward. */
const goBackAndReturn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => addEventListener('popstate', () => resolve(), { once: true }), {
          once: true,
        });
        history.back();
      }),
  );

describe.each(oneLanguage)('in %s', (language) => {
  test('a session that ends while a payment is typed: the page stays, and so does the amount', async () => {
    const window = await stage.open({ language, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: till, path: '/terminal' });
    const amount = page.getByLabel(t('common:fields.amount'));
    const order = page.getByLabel(t('payment:orderRef'));
    await amount.fill('12.50');
    const reference = `T-${crypto.randomUUID().slice(0, 8)}`;
    await order.fill(reference);
    const typed = await amount.inputValue();

    window.expectErrors(refused);
    await expire(sessionsOf.cashier);
    await askedAgain(window).waitFor();
    await askedAgain(window).getByText(t('auth:session.expiredHere')).waitFor();
    // Nothing connects again before somebody signs in, and nothing says so.
    await page.locator('header [data-state="notConnected"]').waitFor({ state: 'attached' });
    expect(await page.getByText(t('shell:connection.lost')).count()).toBe(0);
    const asked = askedAgain(window).getByLabel(t('auth:login.username'));
    expect(await asked.inputValue()).toBe(names.cashier);
    expect(await page.evaluate(() => sessionStorage.getItem('accessToken'))).toBeNull();
    await page.keyboard.press('Escape');
    await sendCredentials(window, names.cashier, 'Wrong#2026');
    await askedAgain(window).getByText(t('auth:login.incorrect')).waitFor();
    await sendCredentials(window, names.cashier);
    await askedAgain(window).waitFor({ state: 'hidden' });

    expect(new URL(page.url()).pathname).toBe('/terminal');
    expect([await amount.inputValue(), await order.inputValue()]).toEqual([typed, reference]);
    const started = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: t('payment:start') }).click();
    expect((await started).status()).toBe(201);
    const [paid] = await platformRows<{ amount: number }>(
      db,
      'SELECT amount_minor AS amount FROM transactions WHERE order_ref = $1',
      [reference],
    );
    expect(Number(paid?.amount)).toBe(1250);
  });

  test('a change that is sent after the session has ended: signed in again with a code, it is still there to send', async () => {
    const window = await stage.open({ language, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: owner, path: '/settings' });
    await page.evaluate((email) => sessionStorage.setItem('email', email), names.owner);
    await page.reload();
    const name = page.getByLabel(t('account:profile.fullName'));
    await name.fill('Noura Al-Harbi');

    window.expectErrors(refused, secondFactor);
    await leaveAlone(sessionsOf.owner);
    await askedAgain(window).waitFor();
    expect(await page.getByLabel(t('auth:login.username')).inputValue()).toBe(names.owner);
    await sendCredentials(window, names.owner);
    const digits = askedAgain(window).getByLabel(t('auth:otp.label'));
    await digits.waitFor();
    await digits.fill((await newestMail(db, names.owner)).code ?? '');
    await askedAgain(window).waitFor({ state: 'hidden' });
    expect(await name.inputValue()).toBe('Noura Al-Harbi');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await name.press('Enter');
    expect((await saved).status()).toBe(200);
  });

  test('Back leaves the page where it stands, and a change refused meanwhile says what to do', async () => {
    const window = await stage.open({ language, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: owner, path: '/transactions' });
    await page.evaluate((email) => sessionStorage.setItem('email', email), names.owner);
    await page.reload();
    await page
      .getByRole('link', { name: t('shell:menu.settings') })
      .first()
      .click();
    const name = page.getByLabel(t('account:profile.fullName'));
    await name.fill('Noura Al-Harbi');
    window.expectErrors(refused, secondFactor);
    const refusal = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await leaveAlone(sessionsOf.owner);
    await name.press('Enter');
    expect((await refusal).status()).toBe(401);
    await askedAgain(window).waitFor();

    for (let times = 0; times < 2; times += 1) {
      await goBackAndReturn(page);
      expect(new URL(page.url()).pathname).toBe('/settings');
    }
    expect(await page.getByLabel(t('auth:login.username')).inputValue()).toBe(names.owner);
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await (await asked).dismiss();
    await sendCredentials(window, names.owner);
    const digits = askedAgain(window).getByLabel(t('auth:otp.label'));
    await digits.waitFor();
    await digits.fill((await newestMail(db, names.owner)).code ?? '');
    await askedAgain(window).waitFor({ state: 'hidden' });

    expect(new URL(page.url()).pathname).toBe('/settings');
    expect(await name.inputValue()).toBe('Noura Al-Harbi');
    await page
      .getByRole('alert')
      .filter({ hasText: t('common:toast.signedInAgain') })
      .waitFor();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await name.press('Enter');
    expect((await saved).status()).toBe(200);
    await page.goBack();
    await page.waitForURL('**/transactions');
  });

  test('whoever else signs in there finds nothing of it', async () => {
    const window = await stage.open({ language, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: owner, path: '/settings' });
    await page.getByLabel(t('account:profile.fullName')).fill('Noura Al-Harbi');
    window.expectErrors(refused);
    await expire(sessionsOf.owner);
    await askedAgain(window).waitFor();
    await sendCredentials(window, names.cashier);
    await page.waitForURL('**/dashboard');
    expect(await page.getByText('Noura Al-Harbi').count()).toBe(0);
    expect(await page.evaluate(() => sessionStorage.getItem('role'))).toBe('CASHIER');
  });

  test('reloaded after its end, the page says so on the login screen and comes back with its filters', async () => {
    const window = await stage.open({ language, url });
    const { page, t } = window;
    await openAsMember(window, portals, { member: till, path: '/transactions?status=DECLINED' });
    // A page that does not show yet has nothing to stay for: its person is led to the login at once.
    await page.getByRole('heading', { name: t('transactions:title'), level: 1 }).waitFor();
    window.expectErrors(refused);
    await expire(sessionsOf.cashier);
    await askedAgain(window).waitFor();
    await page.reload();
    await page.waitForURL(`**${login}?**`);
    await page.getByText(t('auth:session.ended')).waitFor();
    await sendCredentials(window, names.cashier);
    await page.waitForURL('**/transactions?status=DECLINED');
  });
});

test('a password given once more puts another token in place, in a duplicate of the tab too; both go on', async () => {
  const window = await stage.open({ url });
  const { page, t, expectErrors } = window;
  await openAsMember(window, portals, { member: owner, path: '/settings' });
  const tokenOf = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('accessToken'));
  const copying = page.waitForEvent('popup');
  await page.evaluate(() => void open(location.href));
  const copy = await copying;
  await copy.getByLabel(t('account:profile.fullName')).waitFor();
  const replaced = await tokenOf(page);
  expect(await tokenOf(copy)).toBe(replaced);

  expectErrors(refused);
  await platformRows(
    db,
    `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`,
    [sessionsOf.owner],
  );
  await page.getByLabel(t('account:profile.fullName')).fill('Noura Al-Harbi');
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: t('confirm:password.title') });
  await asked.getByRole('button', { name: t('common:actions.cancel') }).click();
  await page.getByText(t('common:toast.notConfirmed')).waitFor();
  expect(await tokenOf(page)).toBe(replaced);
  await page.getByLabel(t('account:profile.fullName')).press('Enter');
  await asked.getByLabel(t('common:fields.password'), { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await asked.waitFor({ state: 'hidden' });
  await expect.poll(() => tokenOf(copy)).toBe(await tokenOf(page));
  expect(await tokenOf(page)).not.toBe(replaced);

  // The ten seconds are over; the line, opened with the token before, still stands and the next call is answered.
  const endGrace =
    'UPDATE sessions SET replaced_until = now() WHERE user_id = $1 AND replaced_until IS NOT NULL';
  await platformRows(db, endGrace, [sessionsOf.owner]);
  for (const tab of [page, copy]) {
    await tab
      .getByRole('link', { name: t('shell:menu.transactions') })
      .first()
      .click();
    await tab.getByRole('heading', { name: t('transactions:title'), level: 1 }).waitFor();
    await tab.getByText(t('shell:connection.connected')).first().waitFor();
  }
});

/** Accounts that are refused, each with the sentence of rules S8 (its key stands in the texts). */
const refusals = [
  ['emailNotVerified', 'MERCHANT', 'UPDATE users SET email_verified_at = NULL WHERE id = $1'],
  ['accountDeactivated', 'MERCHANT', `UPDATE users SET status = 'INACTIVE' WHERE id = $1`],
  ['accountPending', 'MERCHANT', `UPDATE merchants SET status = 'PENDING' ${ofUser}`],
  ['accountRejected', 'MERCHANT', `UPDATE merchants SET status = 'REJECTED' ${ofUser}`],
  ['branchDeactivated', 'CASHIER', `UPDATE branches SET status = 'INACTIVE' ${branchOfUser}`],
] as const;

/** In the words of rules S4.2, which are English. */
describe.each(['en'] as const)('refused in %s', (language) => {
  test.each(refusals)(
    '%s: said after a right password, and never after a wrong one',
    async (key, role, sql) => {
      const name = await refusedAccount(role, sql);
      const window = await stage.open({ language, url });
      const { page, t } = window;
      window.expectErrors(refused);
      await window.go(login);
      await sendCredentials(window, name, 'Wrong#2026');
      await page.getByText(t('auth:login.incorrect'), { exact: true }).waitFor();
      await sendCredentials(window, name);
      await page.getByText(t(`auth:login.${key}`), { exact: true }).waitFor();
      await page.getByText(signInMessages[key], { exact: true }).waitFor();
      await sendCredentials(window, name, 'Wrong#2026');
      await page.getByText(t('auth:login.incorrect'), { exact: true }).waitFor();
      expect(await page.getByText(t(`auth:login.${key}`), { exact: true }).count()).toBe(0);
      expect(await page.evaluate(() => sessionStorage.getItem('accessToken'))).toBeNull();
    },
  );
});

describe('local storage and the closing of the browser', () => {
  /** The tab has asked, and the time is over in which another one may answer: its timers come in order. */
  const settled = async ({ page }: Window): Promise<void> => {
    await page.waitForFunction(() => sessionStorage.getItem('sessionAlive') !== null);
    await page.evaluate((ms) => new Promise((later) => setTimeout(later, ms)), answerWaitMs + 1);
  };
  const kept = ({ page }: Pick<Window, 'page'>) => page.evaluate(() => localStorage.getItem('probe'));

  test('the first tab of a browser clears it, and the chosen language stays', async () => {
    const first = await stage.open({ url });
    await first.go(login);
    await settled(first);
    await first.page.getByRole('button', { name: 'العربية' }).click();
    await first.page.locator('html[dir=rtl]').waitFor();
    await first.page.evaluate(() => localStorage.setItem('probe', 'kept'));
    await first.page.close();

    const page = await first.context.newPage();
    const again = { ...first, page };
    await page.goto(url + login);
    await settled(again);
    expect(await kept(again)).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('lng'))).toBeNull();
    await page.reload();
    await page.locator('html[dir=rtl][lang=ar]').waitFor();
  });

  test('a second tab leaves it as it is, and so does the reload of the only one', async () => {
    const first = await stage.open({ url });
    await first.go(login);
    await settled(first);
    await first.page.evaluate(() => localStorage.setItem('probe', 'kept'));
    const page = await first.context.newPage();
    const second = { ...first, page };
    await page.goto(url + login);
    await settled(second);
    expect(await kept(second)).toBe('kept');
    await first.page.close();
    await page.reload();
    await settled(second);
    expect(await kept(second)).toBe('kept');
  });
});
