import { expect, inject, test } from 'vitest';
import { launchChromium, leaveContext, openWindow } from './testing/browser.ts';

/** What one test does to its window must not be found by the next one that is given it. */
test('a window whose clock stands is given to nobody else', async () => {
  const browser = await launchChromium();
  const options = { url: inject('demoPortal').url };
  const first = await openWindow(browser, options);
  await first.page.clock.install();
  await first.page.clock.pauseAt(new Date(Date.now() + 1_000));
  await leaveContext(first.context, options);

  const second = await openWindow(browser, options);
  await second.page.goto(`${options.url}/neopaas/portal/login`);
  await second.page.locator('form').waitFor();
  await leaveContext(second.context, options);

  // One that had no clock of its own is.
  const third = await openWindow(browser, options);
  expect(third.page).toBe(second.page);
  await browser.close();
});
