import { pollHeader } from '@mizan/contract/route.ts';

/**
 * Whether a person is at the screen. Polls and live refreshes of a window that nobody touches must not keep a
 * session from ending (rules D7: polls are no activity); the server is told by this header.
 */
const presenceMs = 60_000;

let lastTouchedMs = Date.now();
for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(kind, () => (lastTouchedMs = Date.now()), { capture: true, passive: true });
}

/** Whether a person has done anything in this window since then. */
export const isTouchedSince = (atMs: number): boolean => lastTouchedMs > atMs;

/** { 'x-mizan-poll': '1' } while nobody has touched this window for a minute. */
export function presenceHeaders(nowMs: number = Date.now()): Record<string, string> {
  return nowMs - lastTouchedMs > presenceMs ? { [pollHeader]: '1' } : {};
}
