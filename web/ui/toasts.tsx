import type { ReactNode } from 'react';
import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../platform/lazy-part.ts';

/** Rules S9: 5000 ms by default, 3000 ms in the product's own helper. */
export const autoCloseMs = { default: 5000, product: 3000, undo: 8000 } as const;

export interface Toast {
  tone: 'success' | 'error' | 'info';
  title: string;
  help?: ReactNode;
  /** A toast with the id of one that still stands replaces it. */
  id?: string;
  /** Takes back what it says: by its button, or by Ctrl Z while it stands. */
  undo?: (() => void) | undefined;
}

/** Toasts are rare: their code loads with the first one. */
const load = () => import('./toast-place.tsx');
const Place = lazyPart(async () => ({ default: (await load()).ToastPlaceInside }));
let wanted = false;
const listeners = new Set<() => void>();

/** Fetches the code of toasts ahead of the first one: 'Live updates stopped' must show without a line. */
export async function preloadToasts(): Promise<void> {
  await load();
}

/** Says something in passing; what must be read belongs on the screen instead. */
export function showToast(toast: Toast): void {
  load()
    .then(({ raiseToast }) => {
      wanted = true;
      for (const listener of listeners) listener();
      raiseToast(toast);
    })
    .catch((cause: unknown) => console.error('a toast could not be shown', toast.title, cause));
}

/** Takes down what is not so any more. */
export function endToast(id: string): void {
  load().then(
    ({ lowerToast }) => lowerToast(id),
    (cause: unknown) => console.error('a toast could not be taken down', cause),
  );
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear: top right in both directions, by rules S9.2. */
export function ToastPlace() {
  const shown = useSyncExternalStore(watch, () => wanted);
  return shown ? (
    <Suspense>
      <Place />
    </Suspense>
  ) : null;
}
