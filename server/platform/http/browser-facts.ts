import Bowser from 'bowser';

export interface BrowserFacts {
  /** 'macOS 15.2', 'Android 16'; null where the browser does not say. */
  os: string | null;
  /** 'Chrome 142'. */
  browser: string | null;
}

const named = (name: string | undefined, version: string | undefined): string | null =>
  name ? [name, version].filter(Boolean).join(' ') : null;

/** What a User-Agent text says of its browser, for people who have to recognise their own. */
export function browserFacts(userAgent: string | null): BrowserFacts {
  if (!userAgent) return { os: null, browser: null };
  const { os, browser } = Bowser.parse(userAgent);
  return {
    os: named(os.name, os.versionName ?? os.version),
    browser: named(browser.name, browser.version?.split('.')[0]),
  };
}

/** 'Chrome 142, macOS 15.2', of what is known; empty where nothing is. */
export const browserText = ({ browser, os }: BrowserFacts): string =>
  [browser, os].filter((part) => part !== null).join(', ');
