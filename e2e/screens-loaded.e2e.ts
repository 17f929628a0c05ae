import { paths } from '@mizan/contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { lowTargets } from './testing/phone-targets.ts';
import { screenProblems, watchLayoutShift } from './testing/screen-checks.ts';
import {
  demoNames,
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
