import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { unanswered } from './requests.ts';

/** So long a page may take to say what it has loaded; one that hangs says nothing. */
const patienceMs = 3_000;
/** The files and answers that came last say where a page stands. */
const lastOnes = 40;

/** What a page has loaded, a line each: when it was asked for and answered, ms from its start, its status and address. */
const loadedBy = (page: Page): Promise<string> =>
  page.evaluate((most) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const lines = entries
      .slice(-most)
      .map(({ startTime, responseEnd, responseStatus, name }) =>
        [Math.round(startTime), Math.round(responseEnd), responseStatus, name].join(' '),
      );
    return [`${document.readyState} ${Math.round(performance.now())} ms`, ...lines].join('\n');
  }, lastOnes);

const orSilence = (told: Promise<string>): Promise<string> =>
  Promise.race([
    told.catch(String),
    new Promise<string>((resolve) => setTimeout(() => resolve('it says nothing'), patienceMs)),
  ]);

/**
 * Keeps what a failing test last saw, for whoever mends it: a picture of the page, and beside it what it has loaded and
 * what it still waits for. A test that passes when it is run once more leaves no other trace.
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
  console.log(`${page.url()} is pictured in ${path}; without an answer: ${waitsFor}`);
  const told = [page.url(), 'without an answer:', waitsFor, 'loaded:', await orSilence(loadedBy(page))];
  await writeFile(path.replace(/png$/, 'txt'), `${told.join('\n')}\n`);
}
