import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchChromium, openWindow, type WindowOptions } from './browser.ts';
import { type Language, textIn } from './texts.ts';

export { desktop, phone } from './browser.ts';

/** One browser window with storage of its own. */
export interface Window {
  page: Page;
  context: BrowserContext;
  language: Language;
  url: string;
  /** The text of a key in this window's language. */
  t: (key: string, values?: Record<string, string | number>) => string;
  /** Opens a path of the portal. */
  go: (path: string) => Promise<void>;
  /** From here on these errors are part of the test: a refused answer, a portal that is away. */
  expectErrors: (...patterns: RegExp[]) => void;
}

export interface Stage {
  /** A window for one test; it is closed after it. */
  open(options?: WindowOptions): Promise<Window>;
  /** A window for all tests of the file that come after. */
  keep(options?: WindowOptions): Promise<Window>;
}

/** What a failing test last saw, for whoever mends it. */
async function pictureOf(contexts: readonly BrowserContext[], name: string): Promise<void> {
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const file = `${name} ${index}`.replace(/[^\w]+/g, '-').slice(0, 80);
    const path = join(tmpdir(), 'mizan-e2e', `${file}.png`);
    await page.screenshot({ path }).then(
      () => console.log(`${page.url()} is pictured in ${path}`),
      () => undefined,
    );
  }
}

/**
 * A browser for the tests of a file. Each test fails where one of its pages logged an error, threw, or broke the
 * content security policy (which Chromium logs as an error), except where the test said that it would.
 */
export function browserStage(): Stage {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  const kept: BrowserContext[] = [];
  let problems: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await pictureOf([...contexts, ...kept], task.name);
    await Promise.all(contexts.map((context) => context.close()));
    const found = problems;
    contexts = [];
    problems = [];
    expect(found, 'errors on the console').toEqual([]);
  });
  afterAll(() => browser.close());

  async function open(options: WindowOptions, list: BrowserContext[]): Promise<Window> {
    const { context, page, language, url } = await openWindow(browser, {
      ...options,
      url: options.url ?? inject('demoPortal').url,
    });
    list.push(context);
    const expected: RegExp[] = [];
    const report = (text: string) => {
      if (!expected.some((pattern) => pattern.test(text))) problems.push(text);
    };
    context.on('console', (message) => {
      if (message.type() === 'error') report(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => report(String(error.error())));
    return {
      page,
      context,
      language,
      url,
      t: (key, values) => textIn(language, key, values),
      go: async (path) => void (await page.goto(url + path)),
      expectErrors: (...patterns) => void expected.push(...patterns),
    };
  }
  return {
    open: (options = {}) => open(options, contexts),
    keep: (options = {}) => open(options, kept),
  };
}
