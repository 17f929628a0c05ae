import type { Browser, BrowserContext, ConsoleMessage, Page, WebError } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { launchChromium, leaveContext, openWindow, type WindowOptions } from './browser.ts';
import { keepLastSeen } from './last-seen.ts';
import { type Language, textIn } from './texts.ts';

export { desktop, phone } from './browser.ts';

/** One browser window with storage of its own. */
export interface Window {
  page: Page;
  /** Whoever takes hold of it may change what no clearing undoes: it is no other test's afterwards. */
  readonly context: BrowserContext;
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

interface Opened {
  context: BrowserContext;
  close: () => Promise<void>;
  /** From here on it is nobody else's: what a test that ran out of time still waits for would go on in it. */
  spoil: () => void;
}

/** What a failing test last saw in each of its windows. */
async function keepWhatWasSeen(opened: readonly Opened[], name: string): Promise<void> {
  const pages = opened.flatMap(({ context }) => context.pages());
  for (const [index, page] of pages.entries())
    await keepLastSeen(page, inject('picturesOfRun'), `${index} ${name}`);
}

/** One for all test files of a worker, whose windows are strangers to each other; it ends with the worker. */
let browser: Promise<Browser> | undefined;

/**
 * Windows for the tests of a file. Each test fails where one of its pages logged an error, threw, or broke the
 * content security policy (which Chromium logs as an error), except where the test said that it would.
 */
export function browserStage(): Stage {
  let opened: Opened[] = [];
  const kept: Opened[] = [];
  let problems: string[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const all = [...opened, ...kept];
      await keepWhatWasSeen(all, task.name);
      for (const { spoil } of all) spoil();
    }
    await Promise.all(opened.map(({ close }) => close()));
    const found = problems;
    opened = [];
    problems = [];
    expect(found, 'errors on the console').toEqual([]);
  });
  afterAll(async () => void (await Promise.all(kept.map(({ close }) => close()))));

  async function open(given: WindowOptions, list: Opened[]): Promise<Window> {
    browser ??= launchChromium();
    const options = { ...given, url: given.url ?? inject('demoPortal').url };
    const { context, page, language, url } = await openWindow(await browser, options);
    let isTouched = false;
    // A machine that is busy with other tests may miss a beat: the screen asks again by itself (offline.e2e.ts).
    const expected: RegExp[] = [/Error: the line was lost/];
    const report = (text: string) => {
      if (!expected.some((pattern) => pattern.test(text))) problems.push(text);
    };
    const onConsole = (message: ConsoleMessage): void => {
      if (message.type() === 'error') report(`${message.text()} (${message.location().url})`);
    };
    const onError = (error: WebError): void => report(String(error.error()));
    context.on('console', onConsole).on('weberror', onError);
    const leave = async (): Promise<void> => {
      await leaveContext(context, options);
      context.off('console', onConsole).off('weberror', onError);
    };
    const spoil = (): void => void (isTouched = true);
    list.push({ context, spoil, close: () => (isTouched ? context.close() : leave()) });
    return {
      page,
      get context() {
        isTouched = true;
        return context;
      },
      language,
      url,
      t: (key, values) => textIn(language, key, values),
      go: async (path) => void (await page.goto(url + path)),
      expectErrors: (...patterns) => void expected.push(...patterns),
    };
  }
  return {
    open: (options = {}) => open(options, opened),
    keep: (options = {}) => open(options, kept),
  };
}
