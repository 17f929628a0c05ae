import { type Browser, chromium } from 'playwright-core';
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

/** A window in a context of its own. The language stands in the cookie, as a person's own choice does. */
export async function openWindow(browser: Browser, options: WindowOptions & { url: string }) {
  const { language = 'en', url, colorScheme = 'light' } = options;
  const context = await browser.newContext({
    viewport: { width: options.width ?? desktop.width, height: options.height ?? desktop.height },
    colorScheme,
    locale: language === 'en' ? 'en-US' : 'ar-SA',
    timezoneId: 'Asia/Riyadh',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(waitMs);
  await context.addCookies([{ name: 'lng', value: options.pseudo ? 'en-XA' : language, url }]);
  const page = await context.newPage();
  countRequests(page);
  return { context, page, language, url };
}
