import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages, textIn } from './testing/texts.ts';

/** The portal on a phone: what a browser asks for before it installs it, what it keeps, and what it never keeps. */
const portals = await shopPortals({ terminals: 0, speed: 0 });
const { db, urls } = portals;
const url = urls[0];
const stage = browserStage();

interface Manifest {
  name: string;
  lang: string;
  dir: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

/** Width and height of a PNG stand in its first chunk. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test.each(languages)(
  'its manifest has all that a browser asks for before it installs it, in %s',
  async (language) => {
    const answer = await fetch(`${url}/app.${language}.webmanifest`);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({
      name: textIn(language, 'common:appName'),
      lang: language,
      dir: language === 'en' ? 'ltr' : 'rtl',
      display: 'standalone',
    });
    expect((await fetch(url + manifest.start_url)).status).toBe(200);
    for (const { src, sizes } of manifest.icons) {
      expect(sizeOf(Buffer.from(await (await fetch(url + src)).arrayBuffer()))).toBe(sizes);
    }
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    );
  },
);

let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  const browser = (await stage.open({ url })).context.browser();
  if (!browser) throw new Error('no browser');
  context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'allow' });
  page = await context.newPage();
});
afterAll(() => context.close());

const windowOf = (): Window => ({
  page,
  context,
  language: 'en',
  url,
  t: (key, values) => textIn('en', key, values),
  go: async (path) => void (await page.goto(url + path)),
  expectErrors: () => undefined,
});

test('the worker keeps files of the shell and never an answer or a page; without a line it says so in both languages', async () => {
  const shop = await openShop(db, 1);
  await openAsMember(windowOf(), portals, { member: shop.owner, path: '/terminals' });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  expect(await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href)).toBe(
    `${url}/app.en.webmanifest`,
  );
  // From here on every request of the page goes by the worker.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page
    .getByRole('link', { name: textIn('en', 'shell:menu.transactions') })
    .first()
    .click();
  await page.waitForURL(/transactions/);
  const isKept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().map((request) => new URL(request.url).pathname);
    });
  await expect.poll(async () => (await isKept()).some((path) => path.startsWith('/assets/'))).toBe(true);
  const others = (await isKept()).filter((path) => !path.startsWith('/assets/'));
  expect(others.toSorted()).toEqual(['/icons/icon-192.png', '/offline.html']);

  await context.setOffline(true);
  await page.goto(`${url}/dashboard`);
  for (const language of languages) {
    await page.getByRole('heading', { name: textIn(language, 'home:offline.title') }).waitFor();
  }
  await context.setOffline(false);
  await page.getByRole('link', { name: textIn('en', 'home:offline.again') }).click();
  await page.locator('#content').waitFor();
});

test('a newer version says that it waits, is put off until the next page, and taken by a press', async () => {
  const notice = page.getByText(textIn('en', 'shell:update.ready'));
  const next = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.scriptURL ?? '');
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?newer'));
  await notice.waitFor();
  await page.getByRole('button', { name: textIn('en', 'shell:update.later') }).click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await notice.waitFor();
  // The page asks for its own worker, which is the newer one by now.
  await expect.poll(next).toMatch(/\/sw\.js$/);
  await page.getByRole('button', { name: textIn('en', 'shell:update.reload') }).click();
  await expect.poll(() => next().catch(() => 'between two pages')).toBe('');
  await page.locator('#content').waitFor();
  expect(await notice.count()).toBe(0);
});

interface Shown {
  title: string;
  options: NotificationOptions;
  isClosed: boolean;
}
/** The worker's own global scope, as far as it is stood in for here. */
interface TappedScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: { openWindow(url: string): Promise<null> };
  WindowClient: { prototype: { focus(): Promise<unknown> } };
  ExtendableEvent: new (type: string) => Event;
  setTimeout(done: () => void, ms: number): unknown;
  shown: Shown[];
  asked: string[];
}
/** How much longer than a person's browser one of a busy machine has to answer its worker. */
const machineSlowdown = 6;

/**
 * The active worker of `page`, pushes to it, and taps on what it shows. A browser without a screen shows no notices, and a tap that
 * no finger made may bring no window forward and open none: what the worker asks of the browser there is written down. Where
 * it leads a window, it leads it.
 */
async function tappedWorker(page: Page) {
  const session = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(url));
    if (own) registered.resolve(own.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered.promise;
  const worker = page
    .context()
    .serviceWorkers()
    .find((each) => each.url().startsWith(url));
  if (!worker) throw new Error('no worker');
  await worker.evaluate((slowdown) => {
    const scope = globalThis as unknown as TappedScope;
    Object.assign(scope, { shown: [], asked: [] });
    const after = setTimeout;
    scope.setTimeout = (done, ms) => after(done, ms * slowdown);
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, options, isClosed: false });
    scope.WindowClient.prototype.focus = async function focus() {
      scope.asked.push('focus');
      return this;
    };
    scope.clients.openWindow = async (to) => {
      scope.asked.push(`open ${to}`);
      return null;
    };
  }, machineSlowdown);
  return {
    push: (data: object) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: url,
        registrationId,
        data: JSON.stringify(data),
      }),
    shown: () => worker.evaluate(() => (globalThis as unknown as TappedScope).shown),
    /** Taps what was shown last. */
    tap: () =>
      worker.evaluate(() => {
        const scope = globalThis as unknown as TappedScope;
        const last = scope.shown.at(-1);
        if (!last) throw new Error('nothing is shown');
        const notification = { data: last.options.data as unknown, close: () => (last.isClosed = true) };
        dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }));
      }),
    /** What it asked of the browser, once. */
    asked: () => worker.evaluate(() => (globalThis as unknown as TappedScope).asked.splice(0)),
  };
}

/** A shop whose owner has a window that its worker knows, and taps on notices there. */
async function tappedShop() {
  const shop = await openShop(db, 1);
  const tid = shop.terminals[0]?.tid ?? '';
  await openAsMember(windowOf(), portals, { member: shop.owner, path: '/transactions' });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const worker = await tappedWorker(page);
  const notice = { body: `الجهاز ${tid} صامت`, lang: 'ar', dir: 'rtl', tag: 'notice-1' };
  const before = (await worker.shown()).length;
  let count = before;
  const tapOn = async (to: string): Promise<void> => {
    count += 1;
    await worker.push({ title: 'ميزان', ...notice, path: to });
    await expect.poll(async () => (await worker.shown()).length).toBe(count);
    expect((await worker.shown()).at(-1)).toMatchObject({ title: 'ميزان', options: notice, isClosed: false });
    await worker.tap();
    expect((await worker.shown()).at(-1)?.isClosed).toBe(true);
  };
  const nextAsked = async (expected: string): Promise<void> =>
    expect.poll(() => worker.asked()).toEqual([expected]);
  return { shop, tid, path: `/terminals/${tid}`, tapOn, nextAsked, asked: worker.asked };
}

test('a tapped notice leads the window that is there to what it says, or opens one; never to another site', async () => {
  const { tid, path, tapOn, nextAsked, asked } = await tappedShop();
  await tapOn(path);
  await page.waitForURL(url + path);
  await page.locator('#content').getByText(tid).first().waitFor();
  await nextAsked('focus');

  await tapOn('https://elsewhere.example/');
  expect([await asked(), page.url()]).toEqual([[], url + path]);

  // A window that the worker does not control, as one that was open before it or was read anew with all its files, is led too.
  await page.goto(`${url}/transactions`);
  const session = await context.newCDPSession(page);
  await session.send('Page.reload', { ignoreCache: true });
  await page.locator('#content').waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await tapOn(`${path}?hours=168`);
  await page.waitForURL(`${url}${path}?hours=168`);
  await nextAsked('focus');

  // Nobody is there: a window of another site, and one of this portal that does not answer, are left as they are.
  for (const elsewhere of ['about:blank', `${url}/health`]) {
    await page.goto(elsewhere);
    await tapOn(path);
    await nextAsked(`open ${path}`);
    expect(page.url()).toBe(elsewhere);
  }
});

test('of several windows a tapped notice leads the one without unsaved changes; where all have some, it asks there', async () => {
  const { shop, path, tapOn, nextAsked } = await tappedShop();
  const other = await context.newPage();
  await openAsMember(
    { ...windowOf(), page: other, go: async (to) => void (await other.goto(url + to)) },
    portals,
    {
      member: shop.owner,
      path: '/settings',
    },
  );
  const name = other.getByLabel(textIn('en', 'account:profile.fullName'));
  await name.fill('Somebody else');
  await tapOn(path);
  await page.waitForURL(url + path);
  await nextAsked('focus');
  expect([await name.inputValue(), new URL(other.url()).pathname]).toEqual(['Somebody else', '/settings']);

  await page.goto('about:blank');
  await tapOn(path);
  await other.getByRole('dialog', { name: textIn('en', 'account:unsaved.title') }).waitFor();
  await nextAsked('focus');
  expect(new URL(other.url()).pathname).toBe('/settings');
  await other.close({ runBeforeUnload: false });
});
