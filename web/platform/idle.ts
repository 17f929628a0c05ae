/** Chromium may find no idle moment for as long as a page stands still: nothing waits for one without an end. */
const latestMs = 2_000;

/**
 * Does something once the page has nothing better to do, at the latest after two seconds; for code that will be wanted
 * soon. Answers the way to call it off. A failure is only logged: whoever needs the code will ask again.
 */
export function whenIdle(work: () => Promise<unknown>): () => void {
  const start = () => {
    work().catch((cause: unknown) => console.error('a preload failed', cause));
  };
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(start, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(start, { timeout: latestMs });
  return () => cancelIdleCallback(handle);
}
