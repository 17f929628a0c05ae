import { vi } from 'vitest';

/** A storage as browsers have it. */
function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

export interface BrowserGlobals {
  language?: 'en' | 'ar';
  cookie?: string;
  origin?: string;
}

/**
 * The few globals of a browser that the platform's modules read when they load; import those modules after
 * this. Everything else of a browser is tested in a browser.
 */
export function stubBrowser({
  language = 'en',
  cookie = '',
  origin = 'http://portal.test',
}: BrowserGlobals = {}) {
  vi.resetModules();
  const events = new EventTarget();
  const localStorage = memoryStorage();
  const sessionStorage = memoryStorage();
  localStorage.setItem('lng', language);
  const { protocol, host } = new URL(origin);
  const document = { cookie, documentElement: {}, querySelector: () => null };
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { protocol, host, origin, reload: vi.fn<() => void>() });
  const navigator = { onLine: true, language };
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  return { events, localStorage, sessionStorage, document, navigator };
}
