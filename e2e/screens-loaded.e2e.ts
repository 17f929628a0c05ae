import { paths } from '@mizan/contract/paths.ts';
import type { Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lowTargets } from './testing/phone-targets.ts';
import { axeFindings, screenProblems, settled, still, watchLayoutShift } from './testing/screen-checks.ts';
import {
  demoNames,
  dialogs,
  everyScreen,
  newPassword,
  openedInside,
  openedScreens,
  screenName,
} from './testing/screens.ts';
import { enterAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages } from './testing/texts.ts';
import { screenTour } from './testing/tour.ts';

/**
 * What holds on every screen of the demo: axe finds nothing, light in one language and dark in the other; nothing
 * shifts while it loads; a phone does not scroll sideways; what is pressed there is as high as a thumb needs, wherever
 * in its row the thumb comes down; the tab says where it is.
 */
const stage = browserStage();
const enter = (window: Window, viewer: keyof typeof demoNames) => enterAs(window, demoNames[viewer]);
const expectErrors = (window: Window) => window.expectErrors(/status of 40[04]/, /ApiError: terminals/);

/** Gone to from the screen before. */
const goInside = screenTour(stage, {
  enter,
  prepare: async (window) => expectErrors(window),
  fromCache: true,
  inside: true,
});
/** Loaded anew in one language, where what shifts is seen; gone to from the screen before in the other, as people do. */
const tours = {
  ar: screenTour(stage, {
    enter,
    prepare: (window) => {
      expectErrors(window);
      return watchLayoutShift(window.context);
    },
  }),
  en: goInside,
};
const screens = [...everyScreen, ...openedScreens].map((at) => ({ at, name: screenName(at) }));
const insides = openedInside.map((at) => ({ at, name: screenName(at) }));

/** Whether a colour can be read does not depend on the language: each has its own, and every screen is seen in both. */
const colorsIn = { en: 'light', ar: 'dark' } as const;

/** Where every control has a row of its own on a phone. */
const forThumbs: ReadonlySet<string> = new Set([
  paths.login,
  paths.reset,
  newPassword,
  paths.verify,
  paths.verifyUpdate,
  paths.onboarding,
  paths.settings,
  paths.terminal,
  paths.shift,
  paths.audit,
  paths.adminAccount,
  paths.adminSettings,
  paths.adminMerchants,
  `${paths.adminMerchants}?open=1`,
]);

describe.each(languages)('loaded, in %s', (language) => {
  test.each(screens)('$name', async ({ at }) => {
    const { page, t } = await tours[language](at, language);
    const inside = language === 'en';
    expect(await screenProblems(page, colorsIn[language], { inside })).toEqual([]);
    // On the phone that the last of the checks was on.
    if (language === 'ar' && forThumbs.has(at.path)) expect(await lowTargets(page)).toEqual([]);
    if (at.title) expect(await page.title()).toBe(`${t(at.title)} · ${t('common:appName')}`);
  });
});

describe.each(languages)('opened on its screen, in %s', (language) => {
  test.each(insides)('$name', async ({ at }) => {
    const { page } = await goInside(at, language);
    expect(await screenProblems(page, colorsIn[language], { inside: true })).toEqual([]);
  });
});

/** Opened and left undone, by Cancel and by Escape in turn. Both colours are seen, each with the language that it has above. */
describe('opened by a button alone', () => {
  const walked = dialogs.map((at, index) => {
    const language = languages[index % languages.length] ?? 'en';
    return { at, language, name: screenName(at) };
  });
  test.each(walked)('in $language: $name', async ({ at, language }) => {
    const { page, t } = await goInside(at, language);
    const asked: string[] = [];
    const hear = (request: Request): void => {
      if (request.method() !== 'GET') asked.push(`${request.method()} ${request.url()}`);
    };
    await page.emulateMedia({ colorScheme: colorsIn[language] });
    await settled(page);
    page.on('request', hear);
    const dialog = page.locator('[role=dialog][aria-modal=true]');
    const cancel = dialog.getByRole('button', { name: t('common:actions.cancel'), exact: true });
    for (const [index, key] of at.openers.entries()) {
      const opener = page.getByRole('button', { name: t(key) }).first();
      await opener.press('Enter');
      await dialog.waitFor();
      await still(page);
      expect(await axeFindings(page, { within: '[role=dialog]' })).toEqual([]);
      expect(await dialog.evaluate((each) => each.contains(document.activeElement))).toBe(true);
      await (index % 2 === 0 ? cancel.click() : page.keyboard.press('Escape'));
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => opener.evaluate((each) => each === document.activeElement)).toBe(true);
    }
    page.off('request', hear);
    expect(asked).toEqual([]);
  });
});
