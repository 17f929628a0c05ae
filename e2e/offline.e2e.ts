import type { WebSocket } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { startFreezingProxy } from './testing/freezing-proxy.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { startSocketlessProxy } from './testing/socketless-proxy.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/**
 * A window without a line says so, keeps what was typed, and sends nothing by itself afterwards: where the browser
 * knows that it is offline, and where the network only fell silent and every socket still looks open.
 */
const portals = await shopPortals({ terminals: 2, speed: 1 });
const { shop, urls } = portals;
portals.switchOn();
const proxy = await startFreezingProxy(urls[0]);
const stage = browserStage();
afterAll(() => proxy.stop());
beforeEach(() => proxy.thaw());

const losses = ['the browser is offline', 'the network falls silent'] as const;
type Loss = (typeof losses)[number];

async function lose({ context }: Window, loss: Loss): Promise<void> {
  if (loss === 'the browser is offline') await context.setOffline(true);
  else proxy.freeze();
}
async function comeBack({ context }: Window, loss: Loss): Promise<void> {
  if (loss === 'the browser is offline') await context.setOffline(false);
  else proxy.thaw();
}

const open = async (options: Parameters<typeof stage.open>[0] = {}): Promise<Window> => {
  // What a window has seen before is in its cache, and needs no line.
  const window = await stage.open({ url: proxy.url, fresh: true, ...options });
  window.expectErrors(/network error/, /ERR_INTERNET_DISCONNECTED|ERR_/, /WebSocket/, /Failed to fetch/);
  // Lost before the page was idle, it has not the code of its toasts; the header and the foot say what they would.
  window.expectErrors(/a preload failed/, /a toast could not be shown/);
  return window;
};
const openTill = (window: Window) => {
  const member = shop.terminals[0]?.cashier ?? shop.owner;
  return openAsMember(window, portals, { member, path: '/terminal' });
};
const indicator = ({ page, t }: Window, state: 'connected' | 'connecting' | 'notConnected') =>
  page.getByRole('button', { name: t(`shell:connection.${state}`), exact: true });
const notice = ({ page, t }: Window) =>
  page.getByRole('status').filter({ hasText: t('states:offline.asOf', { time: '' }).replace(/\s*\.$/, '') });
/** What the screen says of the loss: in its header, and at the foot of what it still shows. */
const saysLost = async (window: Window): Promise<void> => {
  await indicator(window, 'notConnected').waitFor();
  await notice(window).waitFor();
};
const saysBack = async (window: Window): Promise<void> => {
  await indicator(window, 'connected').waitFor();
  await notice(window).waitFor({ state: 'detached' });
};
const payments = async (): Promise<number> => {
  const [row] = await platformRows<{ count: number }>(portals.db, 'SELECT count(*)::int FROM transactions');
  return row?.count ?? 0;
};

/** What the dashboard begins with: the first steps until a first payment, the figures after it. */
const dashboardOf = ({ page, t }: Window) =>
  page
    .getByRole('heading', { name: t('dashboard:firstSteps.title') })
    .or(page.getByRole('heading', { name: t('dashboard:kpi.approvedSales') }))
    .first();

describe.each(losses)('%s', (loss) => {
  test.each(oneLanguage)(
    'a payment asked for is refused at once and never sent by itself, in %s',
    async (language) => {
      const window = await open({ language });
      const { page, t } = window;
      await openTill(window);
      await indicator(window, 'connected').waitFor();
      const amount = page.getByLabel(t('common:fields.amount'));
      await amount.fill('312.40');
      const before = await payments();
      await lose(window, loss);
      await saysLost(window);
      await page.getByRole('button', { name: t('payment:start') }).click();
      await page
        .getByRole('alert')
        .filter({ hasText: t('payment:refused.unreachable') })
        .waitFor();
      expect(await amount.inputValue()).toMatch(/312|٣١٢/);
      // Away from the form, as somebody goes who takes the refusal for the end of it.
      await page.getByRole('link', { name: t('shell:menu.dashboard') }).click();
      await comeBack(window, loss);
      await saysBack(window);
      await page.getByRole('heading', { name: t('dashboard:myDay') }).waitFor();
      expect(await payments()).toBe(before);
    },
  );

  test('a list that stands says so, also on a phone; a screen whose code never came says it in its place', async () => {
    const window = await open(phone);
    const { page, t } = window;
    await openAsMember(window, portals, { member: shop.owner, path: '/dashboard' });
    await indicator(window, 'connected').waitFor();
    await dashboardOf(window).waitFor();
    await lose(window, loss);
    await saysLost(window);
    await dashboardOf(window).waitFor();
    await page.getByRole('link', { name: t('shell:menu.short.transactions') }).click();
    await page.waitForURL('**/transactions');
    await page.locator('main').getByText(t('states:offline.title')).waitFor();
    await page.getByRole('navigation', { name: t('shell:menu.label') }).waitFor();
    // Turned to a desktop's width it shows parts whose code never came: they wait, and all else stays.
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole('link', { name: t('shell:menu.transactions'), exact: true }).waitFor();
    await page.locator('main').getByText(t('states:offline.title')).waitFor();
    await comeBack(window, loss);
    await page.getByRole('heading', { name: t('transactions:title') }).waitFor({ state: 'attached' });
    await saysBack(window);
    // A style sheet that was asked for in vain is asked for again: the screen is not left without its shape.
    const lostSheets = page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) =>
        (links as HTMLLinkElement[]).filter(({ sheet }) => !sheet).map(({ href }) => href),
      );
    expect(await lostSheets).toEqual([]);
  });
});

test('a change under way when the network falls silent ends, and what its person sends again is made once', async () => {
  const window = await open();
  const { page, t } = window;
  await openTill(window);
  await indicator(window, 'connected').waitFor();
  const before = await payments();
  await page.getByLabel(t('common:fields.amount')).fill('87.00');
  proxy.freeze();
  await page.getByRole('button', { name: t('payment:start') }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: t('payment:refused.unreachable') })
    .waitFor();
  await saysLost(window);
  proxy.thaw();
  await saysBack(window);
  await page.getByRole('button', { name: t('payment:start') }).click();
  await page.waitForURL(/payment=/);
  expect(await payments()).toBe(before + 1);
});

test('the language is not switched into an error page of the browser', async () => {
  const window = await open();
  const { page, t } = window;
  await openAsMember(window, portals, { member: portals.rival.owner, path: '/dashboard' });
  await indicator(window, 'connected').waitFor();
  await dashboardOf(window).waitFor();
  await lose(window, 'the browser is offline');
  await saysLost(window);
  await page.getByRole('button', { name: t('shell:language.switch') }).click();
  await dashboardOf(window).waitFor();
  await comeBack(window, 'the browser is offline');
  await saysBack(window);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
});

test('the live channel is looked at every second: lost, and back by a click, while the portal answers', async () => {
  const live = await startSocketlessProxy(urls[0]);
  const window = await open({ url: live.url });
  const { page } = window;
  const channels: WebSocket[] = [];
  let heard = 0;
  page.on('websocket', (channel) => {
    channels.push(channel);
    channel.on('framereceived', () => (heard += 1));
  });
  const areClosed = () => channels.every((channel) => channel.isClosed());
  await page.clock.install();
  await openAsMember(window, portals, { member: shop.owner, path: '/transactions' });
  await indicator(window, 'connected').waitFor();
  // Once it is idle, nothing more is to be read when the clock stands.
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(new Date(Date.now() + 2_000));
  live.refuseLive();
  await expect.poll(areClosed).toBe(true);
  await page.clock.runFor(1_000);
  await indicator(window, 'connected').waitFor({ state: 'detached' });

  // What was tried within that second was refused, and nothing else is tried while the clock stands.
  await expect.poll(areClosed).toBe(true);
  live.letLive();
  const before = heard;
  await indicator(window, 'notConnected').or(indicator(window, 'connecting')).click();
  await expect.poll(() => heard).toBeGreaterThan(before);
  // It is there, and nobody has looked.
  expect(await indicator(window, 'connected').count()).toBe(0);
  await page.clock.runFor(1_000);
  await indicator(window, 'connected').waitFor();
  await live.stop();
});
