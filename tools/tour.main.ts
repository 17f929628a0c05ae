/**
 * `npm run tour`: every screen in each language, taken of the running product on fresh demo data, into docs/tour/, and
 * docs/tour.md around them. Takes the table of screens as it is: a new screen stands in the next tour by itself.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Screen, screens } from '@mizan/contract/screens.ts';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../e2e/testing/browser.ts';
import { enterAs } from '../e2e/testing/sign-in.ts';
import { type Language, languages, textIn } from '../e2e/testing/texts.ts';
import { demoAdmin } from '../server/demo/demo-merchants.ts';
import { removeFolder, temporaryFolder } from '../server/platform/postgres/stand-in-portals.ts';
import { runPortal } from '../server/testing/portal-process.ts';
import { atRest, newWindow } from './photographs.ts';
import { chromium } from './run/chromium.ts';
import { linksOf } from './tour/links.ts';
import { pictureOf, type Stop, tourPage } from './tour/tour-page.ts';

const docs = join(import.meta.dirname, '../docs');
const size = { width: 1280, height: 800 };
/** JPEG: text stays clear, and eighty pictures stay small. */
const quality = 49;
/** In the order of preference: who may see a screen and has something on it. */
const people = [
  ['MERCHANT', 'merchant@mizan.test'],
  ['CASHIER', 'cashier1'],
  ['ADMIN', demoAdmin.email],
] as const;

const stops: Stop[] = Object.entries<Screen>(screens).map(([name, screen]) => ({
  name,
  screen,
  titles: { en: textIn('en', screen.title), ar: textIn('ar', screen.title) },
}));

const viewerOf = ({ allow }: Screen): string | null =>
  allow === 'public' ? null : (people.find(([role]) => allow.includes(role))?.[1] ?? null);

type Links = Partial<Record<string, string>>;

async function takeAs(
  browser: Browser,
  url: string,
  { language, viewer, links }: { language: Language; viewer: string | null; links: Links },
) {
  const window = await newWindow(browser, { url, language, ...size });
  if (viewer !== null) await enterAs(window, viewer);
  for (const { name, screen } of stops.filter((stop) => viewerOf(stop.screen) === viewer)) {
    await window.go(links[name] ?? screen.example ?? screen.path);
    await atRest(window);
    const path = join(docs, 'tour', pictureOf(name, language));
    await window.page.screenshot({ path, type: 'jpeg', quality, animations: 'disabled', caret: 'hide' });
    console.log(path);
  }
  await window.context.close();
}

async function demoLinks(browser: Browser, url: string): Promise<Links> {
  const [[, owner]] = people;
  const window = await newWindow(browser, { url, language: 'en', ...size });
  await enterAs(window, owner);
  const links = await linksOf(window, owner);
  await window.context.close();
  return links;
}

async function main(): Promise<void> {
  const path = await chromium();
  if (!path) throw new Error('no Chromium found: install it or name it in CHROMIUM_PATH');
  process.env.CHROMIUM_PATH = path;
  const dataDir = await temporaryFolder();
  const portal = await runPortal({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' });
  const browser = await launchChromium();
  try {
    await rm(join(docs, 'tour'), { recursive: true, force: true });
    await mkdir(join(docs, 'tour'), { recursive: true });
    const links = await demoLinks(browser, portal.url);
    for (const language of languages) {
      for (const viewer of [null, ...people.map(([, name]) => name)]) {
        await takeAs(browser, portal.url, { language, viewer, links });
      }
    }
    await writeFile(join(docs, 'tour.md'), tourPage(stops));
  } finally {
    await browser.close();
    await portal.end();
    await removeFolder(dataDir);
  }
}

await main();
