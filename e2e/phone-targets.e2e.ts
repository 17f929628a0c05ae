import { paths } from '@mizan/contract/paths.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { still } from './testing/screen-checks.ts';
import { demoNames, type ScreenAt, screenName } from './testing/screens.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone } from './testing/stage.ts';

/** What is pressed on a phone is as high as a thumb needs, wherever in its row the thumb comes down. */
const stage = browserStage();
/** The product's 44 px for a thumb, less the hairline at either side of a field. */
const thumbPx = 42;

const screens: readonly ScreenAt[] = [
  { path: paths.login, viewer: null },
  { path: paths.reset, viewer: null },
  { path: `${paths.reset}?token=any`, viewer: null },
  { path: paths.verify, viewer: null },
  { path: paths.verifyUpdate, viewer: null },
  { path: paths.onboarding, viewer: null },
  { path: paths.settings, viewer: 'MERCHANT' },
  { path: paths.audit, viewer: 'MERCHANT' },
  { path: paths.adminAccount, viewer: 'ADMIN' },
  { path: paths.adminMerchants, viewer: 'ADMIN' },
  { path: `${paths.adminMerchants}?open=1`, viewer: 'ADMIN' },
];

/** Controls that take a press on less than `leastPx` of height, by their words; a label counts to its control. */
const lowTargets = (page: Page, leastPx: number): Promise<string[]> =>
  page.evaluate((least) => {
    const controls = 'a, button, input:not([type=hidden]), select, textarea, [role=tab]';
    const takes = (control: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      const label = hit?.closest('label');
      return (
        hit !== null && (control.contains(hit) || (label as HTMLLabelElement | null)?.control === control)
      );
    };
    return [...document.querySelectorAll<HTMLInputElement>(controls)].flatMap((control) => {
      control.scrollIntoView({ block: 'center' });
      const { left, width, top, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Neither shown nor pressed: a file's own field behind its button, what lies under a bar.
      if (width <= 1 || !takes(control, x, y)) return [];
      let [above, below] = [0, 0];
      while (above < least && takes(control, x, y - above - 1)) above += 1;
      while (below < least && takes(control, x, y + below + 1)) below += 1;
      const tallPx = above + below + 1;
      const words = control.ariaLabel ?? control.labels?.[0]?.innerText ?? control.innerText;
      return tallPx < least ? [`${control.tagName} '${words}' ${tallPx} px`] : [];
    });
  }, leastPx);

test.each(screens.map((at) => ({ at, name: screenName(at) })))('$name', async ({ at }) => {
  const window = await stage.open({ language: 'ar', ...phone });
  window.expectErrors(/status of 40[04]/);
  if (at.viewer) await openAs(window, demoNames[at.viewer], at.path);
  else await window.go(at.path);
  await window.page.locator('main').waitFor();
  await still(window.page);
  expect(await lowTargets(window.page, thumbPx)).toEqual([]);
});
