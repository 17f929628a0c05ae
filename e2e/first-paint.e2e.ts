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
