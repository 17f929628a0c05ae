import { describe, expect, test } from 'vitest';
import { settled } from './testing/screen-checks.ts';
import { browserStage } from './testing/stage.ts';
import { languages, oneLanguage } from './testing/texts.ts';

/**
 * On a line of 50 KB a second something stands within three seconds, also where nothing is kept from before. Counted
 * in bytes and in what is still under way at that moment, because a clock would measure the machine.
 */
const stage = browserStage();
const lineBytesASecond = 50 * 1024;
const paintWithinMs = 3_000;
const roundTripMs = 150;
/** A name, a connection and the page's own way there and back. */
const roundTrips = 4;
/** What may travel before the first paint, so that it comes in time with another second to spare. */
const budgetBytes = ((paintWithinMs - 1_000 - roundTrips * roundTripMs) / 1000) * lineBytesASecond;

interface Paint {
  paintMs: number;
  pageBytes: number;
  /** When the app's own style sheets and scripts were there. */
  appMs: number;
}

const readPaint = (): Paint | null => {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const app = files.filter(({ name }) => /\/assets\/(?:ground|base)-[^/]+\.(?:js|css)$/.test(name));
  if (!paint || !page || app.length < 3) return null;
  return {
    paintMs: paint.startTime,
    pageBytes: page.transferSize,
    appMs: Math.max(...app.map(({ responseEnd }) => responseEnd)),
  };
};

describe.each(languages)('in %s', (language) => {
  test('the first paint needs no script, and says whose page it is', async () => {
    const window = await stage.open({ language });
    const { url } = window;
    const bare = await window.context.browser()?.newContext({ javaScriptEnabled: false });
    const page = await bare?.newPage();
    await page?.goto(`${url}/neopaas/portal/login`);
    expect(await page?.locator('.mz-first').innerText()).toBe('Mizan');
    await bare?.close();
  });
});

describe.each(languages)('an app that is not there, in %s', (language) => {
  const said = {
    en: ['Opening the page takes longer than usual.', 'Reload'],
    ar: ['يستغرق فتح الصفحة وقتًا أطول من المعتاد.', 'إعادة التحميل'],
  } as const;
  const [late, reload] = said[language];

  test('is said after fifteen seconds, and asked for again by a click', async () => {
    const { page, go, t } = await stage.open({ language });
    await page.clock.install();
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/app-*.js', (route) => held.promise.then(() => route.abort()), {
      times: 1,
    });
    const opening = go('/neopaas/portal/login').catch(() => undefined);
    await page.locator('.mz-first').waitFor();
    await page.clock.runFor(14_000);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.clock.runFor(1_000);
    expect(await page.getByRole('alert').innerText()).toContain(late);
    await page.getByRole('button', { name: reload, exact: true }).click();
    await page.getByRole('button', { name: t('auth:login.submit') }).waitFor();
    held.resolve();
    await opening;
  });

  test('is said at once where its texts cannot be had', async () => {
    const window = await stage.open({ language, fresh: true });
    const { page, t } = window;
    window.expectErrors(/status of 404/, /texts are missing: common/);
    await page.route('**/assets/common-*.json', (route) => route.fulfill({ status: 404, body: '' }), {
      times: 1,
    });
    await window.go('/neopaas/portal/login');
    await page.getByText(late).waitFor();
    await page.getByRole('button', { name: reload, exact: true }).click();
    await page.getByRole('button', { name: t('auth:login.submit') }).waitFor();
  });
});

describe.each(oneLanguage)('on a narrow line, in %s', (language) => {
  test('the page paints by itself, long before the app is there on a narrow line', async () => {
    const window = await stage.open({ language });
    const { page, context } = window;
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: roundTripMs,
      downloadThroughput: lineBytesASecond,
      uploadThroughput: lineBytesASecond,
    });
    await window.go('/neopaas/portal/login');
    await settled(page);
    const paint = await page.evaluate(readPaint);
    console.info(`${language}: first paint after ${paint?.paintMs} ms, the app after ${paint?.appMs} ms`);
    expect(paint?.pageBytes).toBeLessThanOrEqual(budgetBytes);
    expect(paint?.paintMs).toBeLessThan(paint?.appMs ?? 0);
  });
});
