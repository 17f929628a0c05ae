import { describe, expect, test } from 'vitest';
import { settled } from './testing/screen-checks.ts';
import { signInByHand } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** What only a browser can show of docs/asvs.md. */
const stage = browserStage();
const login = '/neopaas/portal/login';

describe.each(oneLanguage)('in %s', (language) => {
  test('a password is masked, named for password managers, and may be pasted', async () => {
    const { page, go, t } = await stage.open({ language });
    await go(login);
    const name = page.getByLabel(t('auth:login.username'));
    const password = page.getByLabel(t('common:fields.password'), { exact: true });
    expect(await password.getAttribute('type')).toBe('password');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    expect(await name.getAttribute('autocomplete')).toContain('username');
    await name.fill('Wadi-Hanifa#7');
    await name.press('ControlOrMeta+a');
    await name.press('ControlOrMeta+c');
    await password.press('ControlOrMeta+v');
    expect(await password.inputValue()).toBe('Wadi-Hanifa#7');
  });
});

test('a link cannot lead away with a fresh session', async () => {
  const window = await stage.open();
  const { page, url } = window;
  await window.go(`${login}?returnTo=${encodeURIComponent('/..//evil.example/dashboard')}`);
  await signInByHand(window, 'cashier2');
  await page.waitForURL('**/dashboard');
  expect(new URL(page.url()).origin).toBe(new URL(url).origin);
});

test('a script without the nonce of its page does not run, nor does one from elsewhere', async () => {
  const window = await stage.open();
  const { page } = window;
  window.expectErrors(/Content Security Policy/);
  await window.go(login);
  const ran = await page.evaluate(async () => {
    const inline = document.createElement('script');
    inline.textContent = 'document.documentElement.dataset.ran = "inline"';
    const foreign = document.createElement('script');
    foreign.src = 'data:text/javascript,document.documentElement.dataset.ran="foreign"';
    const refused = new Promise((resolve) => {
      foreign.addEventListener('error', resolve);
      foreign.addEventListener('load', resolve);
    });
    document.body.append(inline, foreign);
    await refused;
    return document.documentElement.dataset['ran'] ?? null;
  });
  expect(ran).toBeNull();
});

test('on https the choices of language and colours are cookies that no neighbouring host can plant', async () => {
  const { page, context, url } = await stage.open();
  const secure = 'https://portal.example.sa';
  await context.route(`${secure}/**`, async (route) => {
    const path = route.request().url().slice(secure.length);
    await route.fulfill({ response: await route.fetch({ url: url + path, headers: { accept: '*/*' } }) });
  });
  const planted = { name: 'lng', value: 'en', domain: 'portal.example.sa', path: '/neopaas' };
  await context.addCookies([planted]);
  await page.goto(secure + login);
  await page.getByRole('button', { name: 'العربية' }).click();
  await page.locator('html[dir=rtl]').waitFor();
  const [kept] = (await context.cookies()).filter(({ name }) => name === '__Host-lng');
  expect(kept).toMatchObject({ value: 'ar', domain: 'portal.example.sa', path: '/', secure: true });
  // What the first paint goes by is the cookie where local storage was cleared.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator('html[dir=rtl][lang=ar]').waitFor();
  // Answers that are still being handed over when the window closes would fail after the test.
  await settled(page);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});
