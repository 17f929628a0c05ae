import { paths } from '@mizan/contract/paths.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { quietPortal } from './quiet-portal.ts';
import { answered } from './requests.ts';
import { screenProblems, watchLayoutShift } from './screen-checks.ts';
import { everyScreen, type ScreenAt, screenName } from './screens.ts';
import { giveSession } from './sign-in.ts';
import { browserStage } from './stage.ts';
import { type Language, textIn } from './texts.ts';
import { screenTour } from './tour.ts';

/** The bank files that ask for a person. */
const onlyOpen = `${paths.reconciliation}?only=open`;

/** What stands where there is nothing, in words of its own: nothing sold is not confirmed, nothing read not matched. */
const emptyWords: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: ['dashboard:bank.NO_PAYMENTS'],
  [paths.bareDashboard]: ['dashboard:bank.NO_PAYMENTS'],
  [paths.reconciliation]: ['reconciliation:upload.empty.title'],
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
 * and a shop without payments has rates all the same.
 */
const neverEmpty: ReadonlySet<string> = new Set([
  paths.settings,
  paths.adminAccount,
  paths.adminMerchants,
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

/** What anybody sees is asked of nobody: it looks as it does where all is well, and is looked at there. */
const ownScreens = [
  ...everyScreen.filter(({ viewer }) => viewer !== null),
  { path: onlyOpen, viewer: 'MERCHANT', asksPortal: true } as const,
];
const screens = ownScreens.map((at) => ({ at, name: screenName(at) }));

/** Empty in one language, broken in the other: what differs is the text alone, which the loaded screens show in both. */
const languageOf = { empty: 'ar', error: 'en' } as const;

/**
 * The same as of loaded screens where there is nothing to show, for every screen of somebody who is signed in. Empty: a
 * merchant to whom nothing has happened. Error: the same after its database was taken away.
 */
export async function testBareScreens(state: 'empty' | 'error'): Promise<void> {
  const stage = browserStage();
  const quiet = await quietPortal();
  const sessions = new Map<string, Record<string, string>>();
  const language = languageOf[state];
  const visit = screenTour(stage, {
    url: quiet.url,
    enter: (window, viewer) => giveSession(window, sessions.get(viewer) ?? {}),
    prepare: async (window) => {
      if (state === 'error') {
        window.expectErrors(/status of 50\d/, /WebSocket/);
        await window.page.clock.install();
      }
      await watchLayoutShift(window.context);
    },
  });

  beforeAll(async () => {
    for (const role of ['MERCHANT', 'CASHIER', 'ADMIN'] as const) {
      sessions.set(role, await quiet.sessionOf(role));
    }
    if (state === 'error') await quiet.server.stop();
  });

  test.each(screens)(`${state}: $name`, async ({ at }) => {
    const { page, t } = await visit(at, language);
    // A screen that asks the portal for something says that it did not get it, and why, with the request's number.
    if (state === 'error' && at.asksPortal) {
      const alert = page.getByRole('alert').filter({ hasText: t('errors:page.503.title') });
      await waitThroughRetries(page, alert.first());
      expect(await alert.first().innerText()).toContain(
        t('errors:page.requestNumber', { requestId: '' }).trim(),
      );
      await alert
        .first()
        .getByRole('button', { name: t('common:actions.retry') })
        .waitFor();
    }
    if (state === 'empty') await expectNoSuccess(page, at, language);
    expect(await screenProblems(page, 'light')).toEqual([]);
  });
}
