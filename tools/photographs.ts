import type { Browser } from 'playwright-core';
import { openWindow, type WindowOptions } from '../e2e/testing/browser.ts';
import type { Window } from '../e2e/testing/stage.ts';
import { textIn } from '../e2e/testing/texts.ts';

/** A window of the running product to take pictures of, as the browser tests have them. */
export async function newWindow(browser: Browser, options: WindowOptions & { url: string }): Promise<Window> {
  const { context, page, language, url } = await openWindow(browser, options);
  return {
    page,
    context,
    language,
    url,
    t: (key, values) => textIn(language, key, values),
    go: async (path) => void (await page.goto(url + path)),
    expectErrors: () => undefined,
  };
}

/** Everything that moves has come to rest, the live channel too, and no pointer lies on anything. */
export async function atRest({ page, t }: Window): Promise<void> {
  await page.waitForLoadState('networkidle');
  const connecting = page.getByRole('button', { name: t('shell:connection.connecting'), exact: true });
  await connecting.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.mouse.move(0, 0);
}
