import { describe, expect, test } from 'vitest';
import { screenProblems, watchLayoutShift } from './testing/screen-checks.ts';
import { demoNames, everyScreen, openedScreens, screenName } from './testing/screens.ts';
import { enterAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages } from './testing/texts.ts';
import { screenTour } from './testing/tour.ts';

/**
 * What holds on every screen of the demo: axe finds nothing, light in one language and dark in the other; nothing
 * shifts while it loads; a phone does not scroll sideways; the tab says where it is.
 */
const visit = screenTour(browserStage(), {
  enter: (window, viewer) => enterAs(window, demoNames[viewer]),
  prepare: (window) => {
    window.expectErrors(/status of 404/, /ApiError: terminals/);
    return watchLayoutShift(window.context);
  },
});
const screens = [...everyScreen, ...openedScreens].map((at) => ({ at, name: screenName(at) }));

/** Whether a colour can be read does not depend on the language: each has its own, and every screen is seen in both. */
const colorsIn = { en: 'light', ar: 'dark' } as const;

describe.each(languages)('loaded, in %s', (language) => {
  test.each(screens)('$name', async ({ at }) => {
    const { page, t } = await visit(at, language);
    expect(await screenProblems(page, colorsIn[language])).toEqual([]);
    if (at.title) expect(await page.title()).toBe(`${t(at.title)} · ${t('common:appName')}`);
  });
});
