import { describe, expect, test } from 'vitest';
import {
  aloneAs,
  newCode,
  outbox,
  secondFactor,
  sendCode,
  sendCredentials,
  signInByHand,
} from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { arabicDigits, oneLanguage } from './testing/texts.ts';

/** The login screen: three panels, every refusal in its own words, where each role lands (rules S2, S3, S4 and S5). */
const stage = browserStage();
const login = '/neopaas/portal/login';
const owner = 'merchant@mizan.test';
const manager = 'manager@mizan.test';

/** What session storage holds, but for the marker of the session-alive rule, which stays with the tab. */
const keptNames = async ({ page }: Window): Promise<string[]> =>
  (await page.evaluate(() => Object.keys(sessionStorage))).filter((name) => name !== 'sessionAlive').sort();

/** Fills in the first panel, and reads the code that comes. */
const codeFor = (window: Window, name: string): Promise<string> =>
  aloneAs(window.url, name, async () => {
    const before = await outbox(window.url);
    await sendCredentials(window, name);
    return newCode(window.url, name, before);
  });

describe.each(oneLanguage)('in %s', (language) => {
  test('511, a short and a wrong code, then the right one in the digits of the keyboard', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    window.expectErrors(secondFactor, /status of 400/);
    await window.go(login);
    const code = await codeFor(window, owner);
    await page.getByRole('heading', { name: t('auth:otp.title') }).waitFor();
    await sendCode(window, code.slice(0, 5));
    await page.getByText(t('auth:otp.format')).waitFor();
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await sendCode(window, wrong);
    await page.getByText(t('auth:otp.incorrect')).waitFor();
    await sendCode(window, arabicDigits(code));
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: t('common:range.today') }).waitFor();
  });
});

describe.each(oneLanguage)('panels and refusals, in %s', (language) => {
  test('the three panels are switched in place', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go(login);
    await page.getByRole('heading', { name: t('auth:login.submit') }).waitFor();
    await page.getByText(t('shell:version', { version: '' }).trim(), { exact: false }).waitFor();
    await page.getByRole('button', { name: t('auth:login.forgot') }).click();
    await page.getByRole('heading', { name: t('auth:forgot.title') }).waitFor();
    await page.getByLabel(t('common:fields.email')).fill('nobody@example.sa');
    await page.getByRole('button', { name: t('auth:reset.submit') }).click();
    await page.getByText(t('auth:forgot.sent')).waitFor();
    await page.getByRole('button', { name: t('common:actions.back') }).click();
    await page.getByLabel(t('auth:login.username')).waitFor();
    expect(new URL(page.url()).pathname).toBe(login);
  });

  test('a wrong password and an unknown name get the same sentence', async () => {
    const window = await stage.open({ language });
    window.expectErrors(/status of 40[01]/);
    await window.go(login);
    for (const name of [manager, 'nobody@example.sa']) {
      await sendCredentials(window, name, 'Wrong#2026');
      await window.page.getByText(window.t('auth:login.incorrect')).waitFor();
    }
  });
});

test('the sentences of rules S8 stand letter by letter', async () => {
  const window = await stage.open();
  const { page } = window;
  window.expectErrors(secondFactor, /status of 40[01]/);
  await window.go(login);
  await sendCredentials(window, owner, 'Wrong#2026');
  await page.getByText('Incorrect username or password', { exact: true }).waitFor();
  const code = await codeFor(window, owner);
  await sendCode(window, '12345');
  await page.getByText('OTP must be 6 digits', { exact: true }).waitFor();
  await sendCode(window, code === '000000' ? '000001' : '000000');
  await page.getByText('Incorrect OTP', { exact: true }).waitFor();
});

test('a device that was trusted once is not asked for a code again', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await signInByHand(window, manager);
  await page.getByRole('button', { name: t('shell:menu.logout') }).click();
  await page.waitForURL(`**${login}`);
  await sendCredentials(window, manager);
  await page.waitForURL('**/dashboard');
  expect(await keptNames(window)).toEqual(['accessToken', 'email', 'role', 'userName']);
});

test.each([
  [owner, '/dashboard'],
  ['cashier1', '/dashboard'],
  ['admin@mizan.test', '/neopass-admin'],
])('%s lands on %s, and comes back there from the login screen', async (name, path) => {
  const window = await stage.open();
  await signInByHand(window, name);
  await window.page.waitForURL(`**${path}`);
  await window.go(login);
  await window.page.waitForURL(`**${path}`);
});

test('an administrator in the merchant shell is led to the admin area', async () => {
  const window = await stage.open();
  await signInByHand(window, 'admin@mizan.test');
  await window.go('/transactions');
  await window.page.waitForURL('**/neopass-admin');
  await window.page.getByRole('heading', { name: 'Admin dashboard' }).waitFor();
});

test('a protected link asks for a sign-in and returns with its filters', async () => {
  const window = await stage.open();
  await window.go('/transactions?status=DECLINED');
  await window.page.waitForURL(`**${login}?**`);
  await signInByHand(window, owner);
  await window.page.waitForURL('**/transactions?status=DECLINED');
});

test('a revoked session says so where it stands; logout clears it', async () => {
  const window = await stage.open();
  const { page, t, url } = window;
  await signInByHand(window, owner);
  // A page that does not show yet has nothing to stay for.
  await page.getByRole('button', { name: t('shell:menu.logout') }).waitFor();
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  window.expectErrors(/status of 401/);
  const answer = await fetch(`${url}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  await page.getByRole('dialog', { name: 'Session Ended, please login again' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('accessToken'))).toBeNull();
  await sendCredentials(window, 'cashier2');
  await page.waitForFunction(() => sessionStorage.getItem('role') === 'CASHIER');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: t('shell:menu.logout') }).click();
  await page.waitForURL(`**${login}`);
  expect(await keptNames(window)).toEqual([]);
});

describe.each(oneLanguage)('for a keyboard, in %s', (language) => {
  test('a refused sign-in leaves the focus on its button', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    window.expectErrors(/status of 401/);
    await window.go(login);
    await sendCredentials(window, `nobody-${crypto.randomUUID()}`, 'Wrong#2026');
    await page.getByText(t('auth:login.incorrect')).waitFor();
    const button = page.getByRole('button', { name: t('auth:login.submit'), exact: true });
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('a reset link without its token says so and offers another mail instead of fields', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go('/neopaas/portal/reset');
    await page.getByRole('heading', { name: t('auth:reset.invalidLink') }).waitFor();
    expect(await page.locator('input').count()).toBe(0);
    await page.getByRole('button', { name: t('auth:login.forgot') }).click();
    await page.getByLabel(t('common:fields.email')).waitFor();
  });

  test('a reset link that is over says so, and another mail is a press away', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    window.expectErrors(/status of 400/);
    await window.go(`/neopaas/portal/reset?token=${'x'.repeat(43)}`);
    await page.getByRole('heading', { name: t('auth:reset.invalidToken') }).waitFor();
    expect(await page.locator('input').count(), 'before anybody thought of a password').toBe(0);
    await page.getByRole('button', { name: t('auth:login.forgot') }).click();
    await page.getByLabel(t('common:fields.email')).waitFor();
  });
});

describe.each(oneLanguage)('six digits of a code, in %s', (language) => {
  test('send themselves once, typed, wrong and typed again, or pasted in Arabic digits', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    window.expectErrors(secondFactor, /status of 400/);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/validate-otp')) sent.push(String(request.postDataJSON().otp));
    });
    await window.go(login);
    const code = await codeFor(window, owner);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const digits = page.getByLabel(t('auth:otp.label'));
    await digits.pressSequentially(wrong);
    // Whoever presses Enter out of habit sends nothing twice.
    await page.keyboard.press('Enter');
    await page.getByText(t('auth:otp.incorrect')).waitFor();
    await page.getByRole('button', { name: t('auth:otp.verify') }).waitFor();
    expect(sent).toEqual([wrong]);

    // Nor does it put another sentence in place of the answer, where that was quicker.
    await page.keyboard.press('Enter');
    await page.getByText(t('auth:otp.incorrect')).waitFor();
    expect(await page.getByText(t('auth:otp.format')).count()).toBe(0);
    expect(await digits.inputValue()).toBe('');
    expect(await digits.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.insertText(`${arabicDigits(code.slice(0, 3))} ${arabicDigits(code.slice(3))}`);
    await page.waitForURL('**/dashboard');
    expect(sent).toEqual([wrong, code]);
  });
});
