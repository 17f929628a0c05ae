import { paths } from '@mizan/contract/paths.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { quietPortal } from './testing/quiet-portal.ts';
import { answered } from './testing/requests.ts';
import { screenProblems, watchLayoutShift } from './testing/screen-checks.ts';
import { everyScreen, type ScreenAt, screenName } from './testing/screens.ts';
import { giveSession } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { type Language, textIn } from './testing/texts.ts';
import { screenTour } from './testing/tour.ts';

/**
 * The same as of loaded screens where there is nothing to show, for every screen of somebody who is signed in: first of a
 * merchant to whom nothing has happened, then after the portal's database was taken away.
 */

/** Bank files, and those that ask for a person. */
const bankFiles = `${paths.reconciliation}?view=files`;
const onlyOpen = `${paths.reconciliation}?only=open`;

/** What stands where there is nothing, in words of its own: nothing sold is not confirmed, nothing read not matched. */
const emptyWords: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: ['dashboard:bank.NO_PAYMENTS'],
  [paths.bareDashboard]: ['dashboard:bank.NO_PAYMENTS'],
  [bankFiles]: ['reconciliation:upload.empty.title'],
  [onlyOpen]: ['reconciliation:list.openEmpty'],
};
/** Words that are only true where something was done: said of nothing, they claim a success. */
const successWords = {
  en: /\b(?:every|all)\b[^.\n]*\b(?:confirmed|matched|balanced|connected|shown|paid)\b|confirmed every|no exceptions|\bbalanced\b/i,
  ar: /أكد البنك كل|كل الأسطر مطابقة|واردة في ملفات البنك|متوازنة|لا توجد بنود معلقة|كل العمليات معروضة/,
};
const successSigns = 'main :is(.tabler-icon-circle-check, .tabler-icon-check, [data-tone="ok"])';

/**
 * Never empty: the session that looks is itself in a list and marked as the one in use, the merchant in that of an admin,
 * and a shop without payments has rates all the same; places and vendors come with the portal,
 * whose parts are switched on and whose own figures are within their limits; who runs a shop and where stands in its management.
 */
const neverEmpty: ReadonlySet<string> = new Set([
  paths.settings,
  paths.adminAccount,
  paths.ownSettings,
  paths.adminMerchants,
  paths.adminDistricts,
  paths.adminSettings,
  paths.admin,
  paths.adminMsps,
  paths.management,
  paths.discounts,
]);

/** An empty screen shows no check mark, no green, and no sentence that something went well. */
async function expectNoSuccess(page: Page, { path }: ScreenAt, language: Language): Promise<void> {
  for (const key of emptyWords[path] ?? []) await page.getByText(textIn(language, key)).first().waitFor();
  if (!neverEmpty.has(path)) expect(await page.locator(successSigns).count(), 'check marks').toBe(0);
  expect(await page.locator('main').innerText()).not.toMatch(successWords[language]);
}

/** Shorter than a line has to be silent to count as lost. */
const stepMs = 500;

/** Waits for what a screen says after it asked again in vain; the pauses between its tries pass at once. */
const waitThroughRetries = (page: Page, sign: Locator): Promise<void> =>
  expect
    .poll(
      async () => {
        await answered(page);
        await page.clock.runFor(stepMs);
        return sign.isVisible();
      },
      { interval: 20 },
    )
    .toBe(true);

/** A screen that asks the portal for something says that it did not get it, and why, with the request's number. */
async function expectReason(page: Page, t: Window['t']): Promise<void> {
  const alert = page
    .getByRole('alert')
    .filter({ hasText: t('errors:page.503.title') })
    .first();
  await waitThroughRetries(page, alert);
  expect(await alert.innerText()).toContain(t('errors:page.requestNumber', { requestId: '' }).trim());
  await alert.getByRole('button', { name: t('common:actions.retry') }).waitFor();
}

/** What anybody sees is asked of nobody: it looks as it does where all is well, and is looked at there. */
const ownScreens = [
  ...everyScreen.filter(({ viewer }) => viewer !== null),
  { path: bankFiles, viewer: 'MERCHANT', asksPortal: true } as const,
  { path: onlyOpen, viewer: 'MERCHANT', asksPortal: true } as const,
];
const screens = ownScreens.map((at) => ({ at, name: screenName(at) }));

const quiet = await quietPortal();
const sessions = new Map<string, Record<string, string>>();
beforeAll(async () => {
  for (const role of ['MERCHANT', 'CASHIER', 'ADMIN'] as const) {
    sessions.set(role, await quiet.sessionOf(role));
  }
});
const tour = {
  url: quiet.url,
  enter: (window: Window, viewer: string) => giveSession(window, sessions.get(viewer) ?? {}),
};

/** Empty in one language, broken in the other: what differs is the text alone, which the loaded screens show in both. */
describe('empty, in ar', () => {
  const visit = screenTour(browserStage(), {
    ...tour,
    prepare: ({ context, expectErrors }) => {
      // The terminal that its address names is the demo's: this merchant has none of that number.
      expectErrors(/status of 404 .*\/terminals\/by-tid\//);
      return watchLayoutShift(context);
    },
  });

  test.each(screens)('$name', async ({ at }) => {
    const { page } = await visit(at, 'ar');
    await expectNoSuccess(page, at, 'ar');
    expect(await screenProblems(page, 'light')).toEqual([]);
  });
});

describe('its database taken away, in en', () => {
  const visit = screenTour(browserStage(), {
    ...tour,
    prepare: async (window) => {
      window.expectErrors(/status of 50\d/, /WebSocket/);
      await window.page.clock.install();
      await watchLayoutShift(window.context);
    },
  });
  beforeAll(() => quiet.server.stop());

  test.each(screens)('$name', async ({ at }) => {
    const { page, t } = await visit(at, 'en');
    if (at.asksPortal) await expectReason(page, t);
    expect(await screenProblems(page, 'light')).toEqual([]);
  });
});
