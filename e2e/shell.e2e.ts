import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '@mizan/contract/paths.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../server/platform/database/database.ts';
import { freePort } from '../server/platform/postgres/free-port.ts';
import { testDatabase } from '../server/platform/testing/database.ts';
import { portalEnvironment, runPortal } from '../server/testing/portal-process.ts';
import { openShop } from '../server/testing/shop.ts';
import { smallPhone } from './testing/browser.ts';
import { brokenName, settled } from './testing/screen-checks.ts';
import { openAsMember } from './testing/shop-portals.ts';
import { openAs, signInByHand } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages, oneLanguage } from './testing/texts.ts';

/** The frame around the screens: menu by role, language, live channel, pages that are not there (rules S2). */
const stage = browserStage();
const merchant = 'merchant@mizan.test';

const screenNames = [
  'dashboard',
  'transactions',
  'refunds',
  'terminals',
  'terminal',
  'reconciliation',
  'settings',
  'merchants',
  'discounts',
  'settlement',
  'bankDays',
  'management',
  'msps',
  'brands',
  'districts',
];

const menuOf = ({ page, t }: Window) => page.getByRole('navigation', { name: t('shell:menu.label') });

describe.each(oneLanguage)('in %s', (language) => {
  test.each([
    [merchant, ['dashboard', 'transactions', 'terminals', 'reconciliation'], ['terminal']],
    ['cashier1', ['dashboard', 'transactions', 'terminal'], ['terminals', 'reconciliation', 'settings']],
    ['admin@mizan.test', ['dashboard'], ['transactions', 'terminals', 'terminal', 'reconciliation']],
  ])('%s has a menu of their own', async (name, has, hasNot) => {
    const window = await stage.open({ language });
    await openAs(window, name, name.startsWith('admin') ? '/neopass-admin' : '/dashboard');
    const entry = (id: string) =>
      menuOf(window).getByRole('link', { name: window.t(`shell:menu.${id}`), exact: true });
    for (const id of has) await entry(id).waitFor();
    for (const id of hasNot) expect(await entry(id).count()).toBe(0);
    await menuOf(window)
      .getByRole('button', { name: window.t('shell:menu.logout') })
      .waitFor();
  });

  test('/ leads to the static home page, which leads to the login', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go('/');
    await page.waitForURL('**/home.html');
    await page.getByRole('heading', { name: t('home:title') }).waitFor();
    await page.getByRole('link', { name: t('home:login') }).click();
    await page.waitForURL('**/neopaas/portal/login');
  });

  test('a phone has its menu at the foot, and the rest behind More', async () => {
    const window = await stage.open({ language, ...phone });
    const { page, t } = window;
    await signInByHand(window, merchant);
    await menuOf(window)
      .getByRole('link', { name: t('shell:menu.short.transactions') })
      .click();
    await page.waitForURL('**/transactions');
    await menuOf(window)
      .getByRole('button', { name: t('shell:menu.more') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell:menu.logout') })
      .click();
    await page.waitForURL('**/neopaas/portal/login');
  });
});

describe.each(languages)('from %s to the other', (language) => {
  test('the language is switched, and stays after a reload and on the home page', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const other = language === 'en' ? 'ar' : 'en';
    await openAs(window, merchant, '/dashboard');
    const directionOf = () => page.evaluate(() => `${document.documentElement.lang} ${document.dir}`);
    await page.getByRole('button', { name: t('shell:language.switch') }).click();
    await page.waitForFunction((lang) => document.documentElement.lang === lang, other);
    expect(await directionOf()).toBe(other === 'en' ? 'en ltr' : 'ar rtl');
    expect(await page.evaluate(() => localStorage.getItem('lng'))).toBe(other);
    await page.reload();
    await page.getByRole('navigation').waitFor();
    expect(await directionOf()).toBe(other === 'en' ? 'en ltr' : 'ar rtl');
  });
});

test.each(languages)(
  'in %s each name of the menu stands on one line of the smallest phone',
  async (language) => {
    const window = await stage.open({ ...smallPhone, language });
    await openAs(window, merchant, paths.dashboard);
    const name = window.page.locator('header [data-screen-name]');
    await name.waitFor();
    const broken: string[] = [];
    for (const id of screenNames) {
      await name.evaluate((at, text) => (at.textContent = text), window.t(`shell:menu.${id}`));
      broken.push(...(await brokenName(window.page)));
    }
    expect(broken).toEqual([]);
  },
);

test.each(['hover', 'focus'] as const)(
  '%s of an entry fetches its screen ahead, and writes nothing',
  async (way) => {
    const window = await stage.open();
    await openAs(window, merchant, paths.transactions);
    await settled(window.page);
    const asked: string[] = [];
    window.page.on('request', (request) =>
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    const entry = menuOf(window).getByRole('link', { name: window.t('shell:menu.settlement'), exact: true });
    await entry[way]();
    await expect
      .poll(() => asked.find((each) => each.startsWith('GET /assets/settlement.page')))
      .toBeDefined();
    await expect.poll(() => asked.find((each) => each.startsWith('GET /api/v1/settlement'))).toBeDefined();
    await settled(window.page);
    expect(asked.filter((each) => !each.startsWith('GET '))).toEqual([]);
    expect(new URL(window.page.url()).pathname).toBe(paths.transactions);
  },
);

test('the menu folds, and stays folded after a reload', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, 'manager@mizan.test', '/dashboard');
  const width = async () => (await menuOf(window).boundingBox())?.width ?? 0;
  await menuOf(window)
    .getByRole('link', { name: t('shell:menu.transactions') })
    .waitFor();
  const wide = await width();
  await page.getByRole('button', { name: t('shell:menu.collapse') }).click();
  await page.getByRole('button', { name: t('shell:menu.expand') }).waitFor();
  await expect.poll(width).toBeLessThan(wide / 2);
  await page.reload();
  await page.getByRole('button', { name: t('shell:menu.expand') }).waitFor();
  await menuOf(window)
    .getByRole('link', { name: t('shell:menu.transactions') })
    .waitFor();
});

test('404: an address that is no screen', async () => {
  const path = '/no-such-page';
  const window = await stage.open();
  const { page } = window;
  window.expectErrors(/status of 404/);
  await openAs(window, merchant, path);
  await page.getByText('Sorry, the page you visited does not exist.').waitFor();
  expect((await fetch(window.url + path)).status).toBe(404);
  expect(await page.title()).toBe('Page not found · Mizan');
  expect(await page.getByRole('main').count()).toBe(1);
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.waitForURL('**/home.html');
});

test.each([
  ['cashier1', '/reconciliation'],
  ['cashier1', '/terminals'],
  [merchant, '/terminal'],
  [merchant, '/neopass-admin'],
])('403: %s at %s', async (name, path) => {
  const window = await stage.open();
  window.expectErrors(/ApiError/);
  await openAs(window, name, path);
  const { page, t } = window;
  await page.getByRole('heading', { name: 'Not authorized' }).waitFor();
  expect(await page.title()).toBe('Not authorized · Mizan');
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await page.getByText(t('states:offline.retryHelp')).count()).toBe(0);
  // The way out comes first: only a change of rights lets the same address open.
  const ways = page.getByRole('main').locator('a, button');
  expect(await ways.allInnerTexts()).toEqual([t('errors:page.goHome'), t('common:actions.retry')]);
});

test('the admin area says what it is; /neopass-admin2 is the dashboard without a shell', async () => {
  const window = await stage.open();
  await openAs(window, 'admin@mizan.test', '/neopass-admin');
  await window.page.getByText('Admin dashboard', { exact: true }).waitFor();
  for (const name of [merchant, 'cashier2', 'admin@mizan.test']) {
    const bare = await stage.open();
    await openAs(bare, name, '/neopass-admin2');
    await bare.page.getByRole('heading', { name: bare.t('dashboard:kpi.approvedSales') }).waitFor();
    expect(await bare.page.getByRole('navigation').count()).toBe(0);
    expect(await bare.page.getByRole('banner').count()).toBe(0);
  }
});

describe('with a portal that goes away', async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'mizan-shell-'));
  const environment = {
    ...portalEnvironment(database.url),
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
  };
  let portal = await runPortal(environment);
  const db = openDatabase(database.roles);
  const shop = await openShop(db, 1);
  afterAll(async () => {
    await portal.end();
    await closeDatabase(db);
    await rm(dataDir, { recursive: true, force: true });
  });

  test('the indicator turns red and says how to reconnect; a click does', async () => {
    const window = await stage.open({ url: portal.url });
    const { page, t } = window;
    window.expectErrors(/WebSocket/, /ERR_CONNECTION_(REFUSED|RESET)/);
    await openAsMember(window, { db }, { member: shop.owner, path: '/dashboard' });
    await page.getByRole('button', { name: t('shell:connection.connected'), exact: true }).waitFor();
    // What loads behind the screen is here.
    await page.waitForLoadState('networkidle');
    await portal.end();
    const lost = page.getByRole('button', { name: 'Not connected, click to reconnect' });
    await lost.hover();
    await page.getByRole('tooltip', { name: 'Not connected, click to reconnect' }).waitFor();
    portal = await runPortal(environment);
    await lost.click({ timeout: 5_000 }).catch(() => undefined);
    await page.getByRole('button', { name: t('shell:connection.connected'), exact: true }).waitFor();
  });
});
