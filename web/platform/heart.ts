import { liveBeatMs } from '@mizan/contract/live.ts';

/** Within two seconds after a line was lost the screen says so: a beat that is a little late is asked about first. */
export const heartTimes = { doubtMs: liveBeatMs + 200, lostMs: 1_900 } as const;

/** Later than this a timer does not come in a window that is awake: the machine slept, and says nothing of the line. */
const sleptMs = 500;

export interface Heart {
  /** Something was heard. */
  beat(): void;
  stop(): void;
}

export interface HeartHandlers {
  /** A beat is late: is anybody there? */
  onDoubt: () => void;
  /** Nothing was heard for so long that the line counts as lost. */
  onLost: () => void;
}

/** Watches a line that is heard once a second. */
export function watchHeart({ onDoubt, onLost }: HeartHandlers): Heart {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function after(ms: number, then: () => void): void {
    const dueMs = performance.now() + ms;
    timer = setTimeout(() => {
      if (performance.now() - dueMs > sleptMs) beat();
      else then();
    }, ms);
  }
  function beat(): void {
    clearTimeout(timer);
    after(heartTimes.doubtMs, () => {
      onDoubt();
      after(heartTimes.lostMs - heartTimes.doubtMs, onLost);
    });
  }

  beat();
  return { beat, stop: () => clearTimeout(timer) };
}
