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
  /** What else a window needs before it shows a screen. */
  prepare?: (window: Window) => Promise<unknown>;
}

/**
 * Opens screen after screen in one window for each viewer and language: to begin a new one takes the browser as
 * long as to look at what it shows. Nothing comes from the cache, so that each screen is loaded as by a newcomer.
 */
export function screenTour(stage: Stage, { enter, prepare, fromCache = false, ...options }: TourOptions) {
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
    await window.go(path);
    return window;
  };
}

async function forgetCache({ context, page }: Window): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
}
