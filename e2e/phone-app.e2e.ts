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
