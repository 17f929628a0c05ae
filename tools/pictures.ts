/**
 * `npm run pictures`: the main screens in each language, taken of the running product on fresh demo data, into
 * docs/pictures/. Named as they stand in the README: '<screen>-<language>.png'.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '@mizan/contract/paths.ts';
import type { Browser } from 'playwright-core';
import { desktop, launchChromium, phone } from '../e2e/testing/browser.ts';
import { daysAgo } from '../e2e/testing/portal-api.ts';
import { openAs } from '../e2e/testing/sign-in.ts';
import type { Window } from '../e2e/testing/stage.ts';
import { type Language, languages } from '../e2e/testing/texts.ts';
import { removeFolder, temporaryFolder } from '../server/platform/postgres/stand-in-portals.ts';
import { runPortal } from '../server/testing/portal-process.ts';
import { atRest, newWindow } from './photographs.ts';
import { chromium } from './run/chromium.ts';

const target = join(import.meta.dirname, '../docs/pictures');
const owner = 'merchant@mizan.test';
/** One for each language: the payment of a picture stays on its terminal, which takes no other meanwhile. */
const cashiers = { en: 'cashier1', ar: 'cashier3' } as const satisfies Record<Language, string>;

async function take(window: Window, name: string): Promise<void> {
  await atRest(window);
  await window.page.screenshot({ path: join(target, `${name}.png`), animations: 'disabled', caret: 'hide' });
  console.log(`docs/pictures/${name}.png`);
}

/** The first payment of the list, opened beside it. */
async function openFirstApproved(window: Window): Promise<void> {
  await openAs(window, owner, `${paths.transactions}?status=APPROVED`);
  const row = window.page.locator('tbody tr[aria-rowindex]').first();
  await row.click();
  await window.page.waitForURL(/open=/);
  const id = new URL(window.page.url()).searchParams.get('open') ?? '';
  await window.go(`${paths.transactions}?open=${id}`);
}

async function payUntilCard(window: Window): Promise<void> {
  const { page, t, language } = window;
  await openAs(window, cashiers[language], paths.terminal);
  // Nobody shows a card for an amount with these halalas: the step stands still for the picture.
  await page.getByLabel(t('common:fields.amount')).fill('249.51');
  await page.getByRole('button', { name: t('payment:start') }).click();
  await page.getByText(t('payment:step.waitCard')).waitFor();
}

/** The file of its second bank that the demo has judged. */
async function openVerdict(window: Window): Promise<void> {
  const { page, t } = window;
  await openAs(window, owner, `${paths.reconciliation}?file=1`);
  await page.getByRole('tab', { name: t('reconciliation:exceptions.title') }).waitFor();
}

type Size = typeof desktop;
type Open = (window: Window) => Promise<unknown>;

/** Takes a screen of one language, in a window of its own. */
const photographer = (browser: Browser, url: string, language: Language) =>
  async function screen(name: string, size: Size, open: Open): Promise<void> {
    const window = await newWindow(browser, { url, language, ...size });
    await open(window);
    await take(window, `${name}-${language}`);
    await window.context.close();
  };

async function takeAll(browser: Browser, url: string, language: Language): Promise<void> {
  const screen = photographer(browser, url, language);
  await screen('login', desktop, (window) => window.go(paths.login));
  await screen('dashboard', desktop, (window) =>
    openAs(window, owner, `${paths.dashboard}?from=${daysAgo(6)}&to=${daysAgo(0)}`),
  );
  await screen('transactions', desktop, openFirstApproved);
  await screen('reconciliation', desktop, openVerdict);
  await screen('phone', phone, (window) => openAs(window, owner, paths.transactions));
}

async function main(): Promise<void> {
  const path = await chromium();
  if (!path) throw new Error('no Chromium found: install it or name it in CHROMIUM_PATH');
  process.env.CHROMIUM_PATH = path;
  const dataDir = await temporaryFolder();
  await mkdir(target, { recursive: true });
  const portal = await runPortal({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' });
  const browser = await launchChromium();
  try {
    for (const language of languages) await takeAll(browser, portal.url, language);
    // Last: a payment without a card would lead every list of the pictures above.
    for (const language of languages) {
      await photographer(browser, portal.url, language)('payment', desktop, payUntilCard);
    }
  } finally {
    await browser.close();
    await portal.end();
    await removeFolder(dataDir);
  }
}

await main();
