import { getPreferences } from '@mizan/contract/preferences.ts';
import { apiBase } from '@mizan/contract/route.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { settled } from './testing/screen-checks.ts';
import { demoNames, everyScreen, openedInside, openedScreens, screenName } from './testing/screens.ts';
import { enterAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { screenTour } from './testing/tour.ts';

/** Where somebody chose Hijri, a Gregorian day stands nowhere alone. */

/**
 * What the demo's people chose is read by every other test: the answer alone says Hijri here. That a choice is kept and
 * comes with the sign-in is tried in settings.e2e.ts.
 */
const visit = screenTour(browserStage(), {
  fromCache: true,
  inside: true,
  enter: (window, viewer) => enterAs(window, demoNames[viewer]),
  prepare: async (window) => {
    window.expectErrors(/status of 40\d/, /ApiError: terminals/);
    await window.page.addInitScript(() =>
      localStorage.setItem('preferences', JSON.stringify({ digits: 'language', calendar: 'ummAlQura' })),
    );
    await window.page.route(`**${apiBase}${getPreferences.path}`, async (route) => {
      const answer = await route.fetch();
      if (route.request().method() !== 'GET' || !answer.ok()) return route.fulfill({ response: answer });
      const json = { ...((await answer.json()) as object), calendar: 'ummAlQura' };
      return route.fulfill({ response: answer, json });
    });
  },
});

/** In the page: texts with a Gregorian month or year, around which no Hijri one stands. */
const lonelyGregorian = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
    const gregorian = RegExp(
      `\\b(?:${months})[a-z]*\\.? \\d{1,2}\\b|\\b\\d{1,2} (?:${months})[a-z]*\\b|\\b(?:${months})[a-z]* 20\\d\\d|\\b20\\d\\d-\\d\\d(?:-\\d\\d)?\\b`,
    );
    const month = RegExp(`^(?:${months})[a-z]* 20\\d\\d$`);
    const hijri = /\b14[45]\d\b|Muharram|Safar|Rab|Jumada|Rajab|Sha|Ram|Shawwal|Dhu/;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      // Files keep the names that they came with.
      const text = (node.textContent ?? '').replace(/\S+\.(?:csv|xlsx|pdf|zip|txt)\b/g, '');
      if (!around || !gregorian.test(text) || around.closest('script, style, [translate=no]')) continue;
      // Beside it: in the same sentence, or the line below a field. A bank's month has its Hijri days in the heading.
      const isMonth = month.test(text.trim());
      const near = isMonth ? document.querySelector('h1')?.parentElement : around.parentElement;
      if (!hijri.test(near?.textContent ?? '')) found.push(text.trim());
    }
    return found;
  });

const screens = [...everyScreen, ...openedScreens, ...openedInside]
  // A letter to a bank counts by Gregorian days, as banks do.
  .filter(({ viewer, path }) => viewer !== null && !path.endsWith('ask=bank'))
  .map((at) => ({ at, name: screenName(at) }));

describe('with Hijri chosen, no day is Gregorian alone', () => {
  test.each(screens)('$name', async ({ at }) => {
    const { page } = await visit(at, 'en');
    await settled(page);
    expect(await lonelyGregorian(page)).toEqual([]);
  });
});
