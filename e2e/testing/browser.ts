import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { memoryOfTests } from '../../server/platform/postgres/memory-folder.ts';
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
/** What most people have left of a screen: room for less beside each other than `desktop` has. */
export const laptop = { width: 1280, height: 720 };
export const phone = { width: 390, height: 844 };
export const tablet = { width: 820, height: 1180 };
export const smallPhone = { width: 320, height: 640 };
/** What a window of 1280 by 800 has left at 200 %. */
export const zoomed = { width: 640, height: 400 };
/** Longer than anything but a payment takes, on a machine that does other things too. */
const waitMs = 45_000;

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test lives too short for code to run often: it would be compiled anew in each, and help none.
  '--js-flags=--no-maglev,--no-turbofan',
];

/**
 * Chromium without what it would ask of the network for itself. What its processes share lies in memory where there is
 * room; Playwright asks for temporary files, and a disk pays for each of the thousands that a run makes and deletes.
 */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: launchArguments,
    ignoreDefaultArgs: (await memoryOfTests()) ? ['--disable-dev-shm-usage'] : [],
  });

/**
 * Pages that tests have left, each alone in its context. The next one that wants such a page finds the portal's files in
 * its cache and their code compiled, as who comes back does, and nothing else of the one before: a page of its own costs
 * half as much again as what is looked at in it, a context of its own as much.
 */
interface Left {
  context: BrowserContext;
  /** Not there where its test did something to it that nothing undoes. */
  page: Page | undefined;
  language: Language;
  origin: string;
}
let left: Left[] = [];
/** Of one language and one portal; a test has seldom more windows at once. */
const leftMost = 3;

/** Of the same portal, if there is one: it has its files. */
function takeLeft(language: Language, origin: string): Left | undefined {
  const fitting = left.filter((each) => each.language === language);
  const taken = fitting.findLast((each) => each.origin === origin) ?? fitting[0];
  left = left.filter((each) => each !== taken);
  return taken;
}

async function newContext(browser: Browser, language: Language): Promise<BrowserContext> {
  // A second page that a test opens in it looks like this; the first one as its test asks.
  const context = await browser.newContext({
    viewport: desktop,
    reducedMotion: 'reduce',
    locale: language === 'en' ? 'en-US' : 'ar-SA',
    timezoneId: 'Asia/Riyadh',
    // A worker outlives what a test leaves behind; phone-app.e2e.ts has windows with one.
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(waitMs);
  return context;
}

/** What nothing takes back: whoever asks a page for one of these has it to the end. */
const lasting = [
  'addInitScript',
  'addLocatorHandler',
  'exposeBinding',
  'exposeFunction',
  'setExtraHTTPHeaders',
] as const;
const spent = new WeakSet<Page>();
/** Whose clock was taken in hand: every page that follows in the context has that clock, and would stand where it stands. */
const withOwnClock = new WeakSet<BrowserContext>();

/**
 * A page may read itself anew, for what its person prefers or for code that is gone: what was asked in it at that moment
 * is asked of the new one, once.
 */
function askThroughReload(page: Page): void {
  const evaluate = page.evaluate.bind(page) as (...args: unknown[]) => Promise<unknown>;
  const patient = (...args: unknown[]): Promise<unknown> =>
    evaluate(...args).catch(async (cause: unknown) => {
      if (!String(cause).includes('Execution context was destroyed')) throw cause;
      await page.waitForLoadState('load');
      return evaluate(...args);
    });
  Object.assign(page, { evaluate: patient });
}

/** Notes on a page what no other test may find. */
function watchPage(page: Page): void {
  askThroughReload(page);
  for (const name of lasting) {
    const method = page[name].bind(page) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(page, {
      [name]: (...args: unknown[]) => {
        spent.add(page);
        return method(...args);
      },
    });
  }
  const { clock } = page;
  Object.defineProperty(page, 'clock', {
    get: () => {
      withOwnClock.add(page.context());
      return clock;
    },
  });
}

/** Where a page has been since a test took it. */
const originsOf = new WeakMap<Page, Set<string>>();
function watchOrigins(page: Page): void {
  const origins = new Set<string>();
  originsOf.set(page, origins);
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) origins.add(new URL(frame.url()).origin);
  });
}

async function newPage(context: BrowserContext, knownOrigin?: string): Promise<Page> {
  const page = await context.newPage();
  watchPage(page);
  if (knownOrigin) await clearStorage(page, knownOrigin);
  return page;
}

/** A window that is a stranger to every other. The language stands in the cookie, as a person's own choice does. */
export async function openWindow(browser: Browser, options: WindowOptions & { url: string }) {
  const { language = 'en', colorScheme = 'light', url, fresh = false } = options;
  const { width = desktop.width, height = desktop.height } = options;
  const known = fresh ? undefined : takeLeft(language, new URL(url).origin);
  const context = known?.context ?? (await newContext(browser, language));
  await context.addCookies([{ name: 'lng', value: options.pseudo ? 'en-XA' : language, url }]);
  const page = known?.page ?? (await newPage(context, known?.origin));
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    colorScheme,
    reducedMotion: 'reduce',
    media: null,
    forcedColors: null,
    contrast: null,
  });
  watchOrigins(page);
  countRequests(page);
  return { context, page, language, url };
}

/** What a test may listen to on a page; what the library itself listens to stays. */
const pageEvents = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const;

/** Next to nothing is loaded there, and no script runs. */
export const quietPath = '/health';

/** What stays of a visit, but for the cache and the tab's own storage. */
const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems';

async function clearStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.resetNavigationHistory');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
}

/** Leads a page to where nothing happens and takes from it what it knows; says whether that was possible. */
async function forgetVisit(page: Page, origin: string): Promise<boolean> {
  const elsewhere = [...(originsOf.get(page) ?? [])].some((each) => each !== origin);
  if (spent.has(page) || elsewhere) return false;
  for (const event of pageEvents) page.removeAllListeners(event);
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(origin + quietPath);
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    // A pointer that was left on a page would rest on the next one.
    await page.mouse.move(-1, -1);
    await clearStorage(page, origin);
    return true;
  } catch {
    // Its portal was taken away, or the page itself.
    return false;
  }
}

/** Leaves a context to whoever comes next, where nothing lasts in it; with its first page where that can be made a stranger's. */
export async function leaveContext(
  context: BrowserContext,
  options: WindowOptions & { url: string },
): Promise<void> {
  const { language = 'en', url } = options;
  const { origin } = new URL(url);
  const alike = left.filter((each) => each.language === language && each.origin === origin);
  if (withOwnClock.has(context) || alike.length >= leftMost) return context.close();
  const [page, ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  const isKept = page !== undefined && (await forgetVisit(page, origin));
  if (!isKept) await page?.close();
  await context.clearCookies();
  await context.clearPermissions();
  left.push({ context, page: isKept ? page : undefined, language, origin });
}
