import { type LazyExoticComponent, lazy } from 'react';
import { isApiError } from './api-client.ts';
import { loadCode } from './lazy-screen.ts';
import { whenReachable } from './line.ts';

/** React's own bound, by which each part keeps its props. */
type AnyPart = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** Without a line its code is waited for: the window says that the portal is not reached, and what stands may stay. */
async function codeOfPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await loadCode(load);
    } catch (cause) {
      if (!isApiError(cause) || cause.code !== 'network') throw cause;
      await whenReachable();
    }
  }
}

/**
 * A part of a screen whose code loads when it is first shown, inside a <Suspense> of its own. React's `lazy` alone takes a lost
 * line for a fault of the portal's, and keeps it: trying again would never load anything.
 */
export function lazyPart<Part extends AnyPart>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> {
  return lazy(() => codeOfPart(load));
}
