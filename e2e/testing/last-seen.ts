import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { trafficLately, unanswered } from './requests.ts';

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
  console.log(`${page.url()} is pictured in ${path}; without an answer: ${waitsFor}`);
  const told = [page.url(), 'without an answer:', waitsFor, 'lately:', trafficLately(page)];
  await writeFile(path.replace(/png$/, 'txt'), `${told.join('\n')}\n`);
}
