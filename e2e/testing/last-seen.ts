import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { trafficLately, unanswered } from './requests.ts';

/**
 * How far the page's start has come, for a page that stands at its first picture: whether its code has run, whether it has
 * begun to draw, the style sheets that are not there, and the modules that were asked for and do not end. A text, because
 * the test runner would put its own import in place of the page's.
 */
const startOfPage = `(async () => {
  const imported = async ({ name }) => {
    const late = new Promise((resolve) => setTimeout(resolve, 2000, 'does not end'));
    const outcome = await Promise.race([import(name).then(() => '', String), late]);
    return outcome === '' ? [] : [name + ' ' + outcome];
  };
  const asked = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
  return {
    state: document.readyState,
    visibility: document.visibilityState,
    hasBegun: document.documentElement.style.getPropertyValue('--mz-apart') !== '',
    hasRoot: Object.keys(document.getElementById('root')).some((key) => key.startsWith('__reactContainer')),
    sheetsMissing: sheets.filter(({ sheet }) => !sheet).map(({ href }) => href),
    modules: (await Promise.all(asked.map(imported))).flat(),
  };
})()`;

/**
 * Keeps what a failing test last saw, for whoever mends it: a picture of the page, and beside it what it asked for, was
 * answered and heard, and what it still waits for. A test that passes when it is run once more leaves no other trace.
 */
export async function keepLastSeen(page: Page, folder: string, name: string): Promise<void> {
  const path = join(folder, `${name.replace(/[^\w]+/g, '-').slice(0, 80)}.png`);
  try {
    await page.screenshot({ path });
  } catch {
    // The page itself is gone.
    return;
  }
  const waitsFor = unanswered(page) || 'none';
  const isFirst = (await page.locator('.mz-first').count()) > 0;
  const start = isFirst ? [`start: ${JSON.stringify(await page.evaluate(startOfPage).catch(String))}`] : [];
  console.log(`${page.url()} is pictured in ${path}; without an answer: ${waitsFor}`);
  const told = [page.url(), ...start, 'without an answer:', waitsFor, 'lately:', trafficLately(page)];
  await writeFile(path.replace(/png$/, 'txt'), `${told.join('\n')}\n`);
}
