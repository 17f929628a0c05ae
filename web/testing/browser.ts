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
 * What stands where a test has taken its globals back: code that a test set loading and did not wait for may come to
 * read them then, on a slow machine within another file, whose run it would fail.
 */
const left = {
  localStorage: memoryStorage(),
  sessionStorage: memoryStorage(),
  location: { protocol: 'http:', host: 'portal.test', origin: 'http://portal.test' },
  document: { cookie: '', documentElement: {}, querySelector: () => null, addEventListener: () => undefined },
  addEventListener: () => undefined,
};
function leaveBehind(): void {
  for (const [name, value] of Object.entries(left)) {
    // Node has accessors for storages, which answer undefined where it keeps none.
    const known = Object.getOwnPropertyDescriptor(globalThis, name);
    if (known && known.get === undefined && known.value !== undefined) continue;
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
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
  leaveBehind();
  const events = new EventTarget();
  const localStorage = memoryStorage();
  const sessionStorage = memoryStorage();
  localStorage.setItem('lng', language);
  const { protocol, host } = new URL(origin);
  const addEventListener = events.addEventListener.bind(events);
  // The library of day fields listens as soon as it is loaded, and is loaded once in a process, for whichever file comes first.
  const document = { cookie, documentElement: {}, querySelector: () => null, addEventListener };
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { protocol, host, origin, reload: vi.fn<() => void>() });
  const navigator = { onLine: true, language };
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('addEventListener', addEventListener);
  return { events, localStorage, sessionStorage, document, navigator };
}
