import { homes } from '@mizan/contract/paths.ts';
import type { Page } from 'playwright-core';
import { desktop } from './browser.ts';
import type { ScreenAt, Viewer } from './screens.ts';
import type { Stage, Window } from './stage.ts';
import type { Language } from './texts.ts';

export interface TourOptions {
  url?: string;
  pseudo?: boolean;
  /** Makes a window that of this viewer, before the first screen. */
  enter: (window: Window, viewer: NonNullable<Viewer>) => Promise<void>;
  /** Whether files may come from the cache: where only what a screen says is looked at. */
  fromCache?: boolean;
  /** Whether a window that is in the app goes on inside it, as people do: nothing is loaded twice, and no shift is counted. */
  inside?: boolean;
  /** What else a window needs before it shows a screen. */
  prepare?: (window: Window) => Promise<unknown>;
}

/**
 * Opens screen after screen in one window for each viewer and language: to begin a new one takes the browser as
 * long as to look at what it shows. Unless asked otherwise nothing comes from the cache, so that each screen is loaded as by
 * a newcomer.
 */
export function screenTour(
  stage: Stage,
  { enter, prepare, fromCache = false, inside = false, ...options }: TourOptions,
) {
  const windows = new Map<string, Window>();

  async function windowOf(viewer: Viewer, language: Language): Promise<Window> {
    const key = `${language} ${viewer}`;
    const known = windows.get(key);
    if (known) return known;
    const window = await stage.keep({ ...options, language });
    if (!fromCache) await forgetCache(window);
    await prepare?.(window);
    if (viewer) await enter(window, viewer);
    windows.set(key, window);
    return window;
  }

  return async ({ path, viewer }: ScreenAt, language: Language = 'en'): Promise<Window> => {
    const window = await windowOf(viewer, language);
    await window.page.setViewportSize(desktop);
    await window.page.emulateMedia({ colorScheme: 'light' });
    if (!(inside && (await goInside(window.page, path)))) await window.go(path);
    return window;
  };
}

/** What the router leaves for its own tools. */
interface Routed {
  __TSR_ROUTER__?: { navigate(to: { href: string }): Promise<void> };
}

const isStatic = (path: string): boolean => Object.values<string>(homes).includes(path);

const arrivesWithinMs = 10_000;

/** Goes to a path as a link of the app does, and says whether it came there: without an app, or late, the page is loaded. */
const goInside = async (page: Page, path: string): Promise<boolean> =>
  !isStatic(path) &&
  page.evaluate(
    async ([href, withinMs]) => {
      const { __TSR_ROUTER__: router } = globalThis as Routed;
      if (!router) return false;
      const late = new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), withinMs));
      return Promise.race([router.navigate({ href }).then(() => true), late]);
    },
    [path, arrivesWithinMs] as const,
  );

async function forgetCache({ context, page }: Window): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
}
