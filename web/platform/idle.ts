/**
 * Does something once the page has nothing better to do; for code that will be wanted soon. Answers the way to
 * call it off. A failure is only logged: whoever needs the code will ask again.
 */
export function whenIdle(work: () => Promise<unknown>): () => void {
  const start = () => {
    work().catch((cause: unknown) => console.error('a preload failed', cause));
  };
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(start, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(start);
  return () => cancelIdleCallback(handle);
}
