import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement, use } from 'react';
import { ApiError } from './api-client.ts';
import { doubt, whileReachable } from './line.ts';

/** Where this tab keeps when it was last read anew for code that is gone. */
const storageKey = 'codeReload';
const reloadAtMostEveryMs = 30_000;

/** After a deployment the portal has other files than this page knows: then the page is read anew, once. */
function readAnew(): boolean {
  const lastMs = Number(sessionStorage.getItem(storageKey) ?? 0);
  if (Date.now() - lastMs < reloadAtMostEveryMs) return false;
  sessionStorage.setItem(storageKey, String(Date.now()));
  location.reload();
  return true;
}

/** What is built asks for a style sheet once, and takes one that failed for there: its screen would stand without it. */
let isSheetLost = false;
function askForLostSheets(): void {
  if (!isSheetLost) return;
  isSheetLost = false;
  // Beside the old one, of which somebody may still wait to hear.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!link.sheet) link.after(link.cloneNode());
  }
}

/**
 * Code that is fetched when it is needed.
 * @throws ApiError 'network' where the portal can't be reached: whoever shows it says so and asks again later.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    askForLostSheets();
    return await whileReachable(load());
  } catch (cause) {
    isSheetLost = true;
    if (!(await doubt())) throw new ApiError(0, 'network', 'network error', {});
    if (readAnew()) return new Promise<never>(() => {});
    throw cause;
  }
}

/** A screen whose code loads with the way to it. What fails to load fails the route, and is tried again with it. */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  let Loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    loading ??= loadCode(load)
      .then((code) => {
        Loaded = code[name];
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };
  const Screen: RouteComponent = () => {
    if (!Loaded) use(preload());
    return Loaded ? createElement(Loaded) : null;
  };
  Screen.preload = () => (Loaded ? Promise.resolve() : preload());
  return Screen;
}
