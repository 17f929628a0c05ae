import { describe, expect, test } from 'vitest';
import { screenProblems, watchLayoutShift } from './testing/screen-checks.ts';
import { demoNames, everyScreen, openedScreens, screenName } from './testing/screens.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/**
 * What holds on every screen of the demo: axe finds nothing, light and dark; nothing shifts while it loads; a
 * phone does not scroll sideways.
 */
const stage = browserStage();
const screens = [...everyScreen, ...openedScreens].map((at) => ({ at, name: screenName(at) }));

describe.each(languages)('loaded, in %s', (language) => {
  test.each(screens)('$name', async ({ at: { path, viewer } }) => {
    const window = await stage.open({ language });
    window.expectErrors(/status of 404/, /ApiError: terminals/);
    await watchLayoutShift(window.context);
    await (viewer === null ? window.go(path) : openAs(window, demoNames[viewer], path));
    expect(await screenProblems(window.page, { alsoDark: true })).toEqual([]);
  });
});
