import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { countRequests } from './requests.ts';
import type { Language } from './texts.ts';

/** What a window is opened with. */
export interface WindowOptions {
  language?: Language;
  /** Where the portal runs; the demo portal unless named. */
  url?: string;
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** English with every text in brackets: what stands outside them went around the texts. */
  pseudo?: boolean;
  /** With nothing in its cache, as a newcomer's. */
  fresh?: boolean;
}

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
/** Longer than anything but a payment takes, on a machine that does other things too. */
const waitMs = 25_000;

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium without what it would ask of the network for itself. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: launchArguments,
  });

/**
 * Contexts that tests have left. The next one that wants such a context finds the portal's files in its cache, as who
 * comes back does, and nothing else of the one before. To load them anew takes half as much work again.
 */
const left = new Map<string, Left[]>();
interface Left {
  context: BrowserContext;
  origin: string;
}
const kindOf = ({ language, colorScheme, width, height }: WindowOptions): string =>
  [language, colorScheme, width, height].join();

async function newContext(browser: Browser, options: WindowOptions): Promise<BrowserContext> {
  const { language = 'en', colorScheme = 'light' } = options;
  const context = await browser.newContext({
    viewport: { width: options.width ?? desktop.width, height: options.height ?? desktop.height },
    colorScheme,
    locale: language === 'en' ? 'en-US' : 'ar-SA',
    timezoneId: 'Asia/Riyadh',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(waitMs);
  return context;
}

/** What stays of a visit, but for the cache. */
const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems';

async function forgetVisit({ context, origin }: Left, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
}

/** A window that is a stranger to every other. The language stands in the cookie, as a person's own choice does. */
export async function openWindow(browser: Browser, options: WindowOptions & { url: string }) {
  const { language = 'en', url, fresh = false } = options;
  const known = fresh ? undefined : left.get(kindOf(options))?.pop();
  const context = known?.context ?? (await newContext(browser, options));
  const page = await context.newPage();
  if (known) await forgetVisit(known, page);
  await context.addCookies([{ name: 'lng', value: options.pseudo ? 'en-XA' : language, url }]);
  countRequests(page);
  return { context, page, language, url };
}

/** Closes the pages of a context and leaves it to whoever comes next. */
export async function leaveContext(
  context: BrowserContext,
  options: WindowOptions & { url: string },
): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.clearCookies();
  await context.clearPermissions();
  const kind = kindOf(options);
  left.set(kind, [...(left.get(kind) ?? []), { context, origin: new URL(options.url).origin }]);
}
