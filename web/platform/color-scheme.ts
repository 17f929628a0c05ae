import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { keepChoice, readChoice } from './choices.ts';

const name = 'color-scheme';

const isScheme = (value: string | null | undefined): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto';

/** Light, dark, or as the system has it. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      const kept = readChoice(name);
      return isScheme(kept) ? kept : fallback;
    },
    set: (scheme) => keepChoice(name, scheme),
    subscribe: (onUpdate) => {
      onStorage = (event) => {
        if (event.key === name && isScheme(event.newValue)) onUpdate(event.newValue);
      };
      addEventListener('storage', onStorage);
    },
    unsubscribe: () => {
      if (onStorage) removeEventListener('storage', onStorage);
    },
    clear: () => localStorage.removeItem(name),
  };
}
