import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../web/paths.ts';
import { quietPortal } from './quiet-portal.ts';
import { screenProblems, watchLayoutShift } from './screen-checks.ts';
import { everyScreen, type ScreenAt, screenName } from './screens.ts';
import { giveSession } from './sign-in.ts';
import { browserStage } from './stage.ts';
import { languages } from './texts.ts';

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
  const screens = everyScreen.map((at) => ({ at, name: screenName(at) }));

  beforeAll(async () => {
    for (const role of ['MERCHANT', 'CASHIER', 'ADMIN'] as const) {
      sessions.set(role, await quiet.sessionOf(role));
    }
    if (state === 'error') await quiet.server.stop();
  });

  describe.each(languages)(`${state}, in %s`, (language) => {
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
}
