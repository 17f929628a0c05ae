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

const lostSheets = new Set<HTMLLinkElement>();
let isFollowing = false;

function followSheets(): void {
  if (isFollowing) return;
  isFollowing = true;
  const keep = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostSheets.add(target);
  };
  addEventListener('error', keep, { capture: true });
}

const askAgain = (lost: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = lost.cloneNode() as HTMLLinkElement;
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => reject(new Error(`no style sheet ${next.href}`)));
    lostSheets.delete(lost);
    lost.replaceWith(next);
  });

/** What is built asks for a style sheet once, and takes one that failed for there: its screen would stand without it. */
async function askForLostSheets(): Promise<void> {
  followSheets();
  await Promise.all([...lostSheets].map(askAgain));
}

/**
 * Code that is fetched when it is needed.
 * @throws ApiError 'network' where the portal can't be reached: whoever shows it says so and asks again later.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await whileReachable(askForLostSheets().then(load));
  } catch (cause) {
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
