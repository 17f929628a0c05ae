import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../web/paths.ts';
import { quietPortal } from './testing/quiet-portal.ts';
import {
  axeFindings,
  layoutShift,
  maxLayoutShift,
  settled,
  sidewaysOverflow,
  watchLayoutShift,
} from './testing/screen-checks.ts';
import { demoNames, everyScreen, openedScreens, type ScreenAt } from './testing/screens.ts';
import { giveSession, openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/**
 * What holds on every screen, whatever it shows: axe finds nothing, light and dark; nothing shifts while it
 * loads; a phone does not scroll sideways. Loaded: the demo. Empty: a merchant to whom nothing has happened.
 * Error: the same after its database was taken away.
 */
const stage = browserStage();
const quiet = await quietPortal();
const nameOf = ({ path, viewer }: ScreenAt): string => `${path} (${viewer ?? 'anybody'})`;

/** What an administrator's first screen shows is a text alone. */
const asksPortal = ({ path, viewer }: ScreenAt): boolean => viewer !== null && path !== paths.admin;

/** All that has to hold for what a window has just loaded; what it holds in the dark is asked of the fullest state. */
async function problemsOf({ page }: Window, where: string, alsoDark = false): Promise<string[]> {
  await settled(page);
  const shift = await layoutShift(page);
  const problems = shift.sum > maxLayoutShift ? [`shifts by ${shift.sum}: ${shift.nodes.join(', ')}`] : [];
  problems.push(...(await axeFindings(page)));
  if (alsoDark) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    problems.push(...(await axeFindings(page)).map((finding) => `dark: ${finding}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize(phone);
  await settled(page);
  problems.push(...(await sidewaysOverflow(page)).map((finding) => `on a phone: ${finding}`));
  return problems.map((problem) => `${where}: ${problem}`);
}

describe.each(languages)('in %s', (language) => {
  async function look(at: ScreenAt, open: (window: Window) => Promise<void>): Promise<string[]> {
    const window = await stage.open({ language });
    window.expectErrors(/status of 404/, /ApiError: terminals/);
    await watchLayoutShift(window.context);
    await open(window);
    const problems = await problemsOf(window, nameOf(at), true);
    await window.context.close();
    return problems;
  }

  test.each([...everyScreen, ...openedScreens].map((at) => ({ at, name: nameOf(at) })))(
    'loaded: $name',
    async ({ at }) => {
      const open = (window: Window) =>
        at.viewer === null ? window.go(at.path) : openAs(window, demoNames[at.viewer], at.path);
      expect(await look(at, open)).toEqual([]);
    },
  );
});

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
    test.each(everyScreen.map((at) => ({ at, name: nameOf(at) })))('$name', async ({ at }) => {
      const window = await stage.open({ language, url: quiet.url });
      await watchLayoutShift(window.context);
      if (state === 'error') window.expectErrors(/status of 50\d/, /WebSocket/);
      if (at.viewer) await giveSession(window, sessions.get(at.viewer) ?? {});
      await window.go(at.path);
      // A screen that asks the portal for something says that it did not get it.
      if (state === 'error' && asksPortal(at)) await window.page.getByRole('alert').first().waitFor();
      expect(await problemsOf(window, nameOf(at))).toEqual([]);
    });
  });
});
