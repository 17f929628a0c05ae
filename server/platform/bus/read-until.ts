import type { Notice } from './notices.ts';

/** Hears the live messages of one merchant from now on; answers the way to stop. */
export type Hear = (merchantId: string, listener: (notice: Notice) => void) => () => void;

/**
 * Reads until `isDone`: at once, again with each live message that `isAbout`, and once more when `timeoutMs` are over,
 * and answers what was read last. Nothing is asked of the database in between, and no message is lost: the bus is heard
 * before the first reading, and reads by itself what it missed.
 */
export async function readUntil<T>(
  hear: Hear,
  {
    merchantId,
    isAbout,
    read,
    isDone,
    timeoutMs,
  }: {
    merchantId: string;
    isAbout: (text: string) => boolean;
    read: () => Promise<T>;
    isDone: (found: T) => boolean;
    timeoutMs: number;
  },
): Promise<T> {
  let isNews = false;
  let wake = (): void => undefined;
  const stop = hear(merchantId, ({ text }) => {
    if (!isAbout(text)) return;
    isNews = true;
    wake();
  });
  const endsAtMs = performance.now() + timeoutMs;
  try {
    for (;;) {
      isNews = false;
      const found = await read();
      const leftMs = endsAtMs - performance.now();
      if (isDone(found) || leftMs <= 0) return found;
      await new Promise<void>((resolve) => {
        // A portal that stops does not wait for it.
        const timer = setTimeout(resolve, leftMs).unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isNews) wake();
      });
    }
  } finally {
    stop();
  }
}
