import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../web/paths.ts';
import { quietPortal } from './quiet-portal.ts';
import { screenProblems, watchLayoutShift } from './screen-checks.ts';
import { everyScreen, type ScreenAt, screenName } from './screens.ts';
import { giveSession } from './sign-in.ts';
import { browserStage } from './stage.ts';
import { languages } from './texts.ts';
import { screenTour } from './tour.ts';

/** What an administrator's first screen shows is a text alone. */
const asksPortal = ({ path, viewer }: ScreenAt): boolean => viewer !== null && path !== paths.admin;

/**
 * The same as of loaded screens where there is nothing to show, for every screen in both languages. Empty: a
 * merchant to whom nothing has happened. Error: the same after its database was taken away.
 */
export async function testBareScreens(state: 'empty' | 'error'): Promise<void> {
  const stage = browserStage();
  const quiet = await quietPortal();
  const sessions = new Map<string, Record<string, string>>();
  const visit = screenTour(stage, {
    url: quiet.url,
    enter: (window, viewer) => giveSession(window, sessions.get(viewer) ?? {}),
    prepare: (window) => {
      if (state === 'error') window.expectErrors(/status of 50\d/, /WebSocket/);
      return watchLayoutShift(window.context);
    },
  });
  const screens = everyScreen.map((at) => ({ at, name: screenName(at) }));

  beforeAll(async () => {
    for (const role of ['MERCHANT', 'CASHIER', 'ADMIN'] as const) {
      sessions.set(role, await quiet.sessionOf(role));
    }
    if (state === 'error') await quiet.server.stop();
  });

  // The two languages beside each other: most of the time a screen waits before it asks a second and a third time.
  describe.concurrent.each(languages)(`${state}, in %s`, (language) => {
    test.each(screens)('$name', { concurrent: false }, async ({ at }) => {
      const { page } = await visit(at, language);
      // A screen that asks the portal for something says that it did not get it.
      if (state === 'error' && asksPortal(at)) await page.getByRole('alert').first().waitFor();
      expect(await screenProblems(page, { alsoDark: false })).toEqual([]);
    });
  });
}
