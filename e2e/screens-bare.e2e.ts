import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../web/paths.ts';
import { quietPortal } from './testing/quiet-portal.ts';
import { screenProblems, watchLayoutShift } from './testing/screen-checks.ts';
import { everyScreen, type ScreenAt, screenName } from './testing/screens.ts';
import { giveSession } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/**
 * The same as of loaded screens where there is nothing to show. Empty: a merchant to whom nothing has happened.
 * Error: the same after its database was taken away.
 */
const stage = browserStage();
const quiet = await quietPortal();
const screens = everyScreen.map((at) => ({ at, name: screenName(at) }));

/** What an administrator's first screen shows is a text alone. */
const asksPortal = ({ path, viewer }: ScreenAt): boolean => viewer !== null && path !== paths.admin;

/** In this order: once its database is gone, the quiet portal shows nothing else any more. */
describe.each(['empty', 'error'] as const)('%s', (state) => {
  const sessions = new Map<string, Record<string, string>>();

  beforeAll(async () => {
    for (const role of ['MERCHANT', 'CASHIER', 'ADMIN'] as const) {
      sessions.set(role, await quiet.sessionOf(role));
    }
    if (state === 'error') await quiet.server.stop();
  });

  describe.each(languages)('in %s', (language) => {
    test.each(screens)('$name', async ({ at }) => {
      const window = await stage.open({ language, url: quiet.url });
      await watchLayoutShift(window.context);
      if (state === 'error') window.expectErrors(/status of 50\d/, /WebSocket/);
      if (at.viewer) await giveSession(window, sessions.get(at.viewer) ?? {});
      await window.go(at.path);
      // A screen that asks the portal for something says that it did not get it.
      if (state === 'error' && asksPortal(at)) await window.page.getByRole('alert').first().waitFor();
      expect(await screenProblems(window.page, { alsoDark: false })).toEqual([]);
    });
  });
});
