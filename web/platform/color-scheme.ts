import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** The choice stands in local storage and in a cookie, because the session-alive rule may clear the former. */
const storageKey = 'color-scheme';
const lifetimeSeconds = 365 * 24 * 60 * 60;

const isScheme = (value: string | null | undefined): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto';

/** Light, dark, or as the system has it; index.html reads the same two places before the first paint. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      const cookie = /(?:^|; )color-scheme=([^;]*)/.exec(document.cookie)?.[1];
      const kept = localStorage.getItem(storageKey) ?? cookie;
      return isScheme(kept) ? kept : fallback;
    },
    set: (scheme) => {
      localStorage.setItem(storageKey, scheme);
      const secure = location.protocol === 'https:' ? '; Secure' : '';
      document.cookie = `color-scheme=${scheme}; Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax${secure}`;
    },
    subscribe: (onUpdate) => {
      onStorage = (event) => {
        if (event.key === storageKey && isScheme(event.newValue)) onUpdate(event.newValue);
      };
      addEventListener('storage', onStorage);
    },
    unsubscribe: () => {
      if (onStorage) removeEventListener('storage', onStorage);
    },
    clear: () => localStorage.removeItem(storageKey),
  };
}
