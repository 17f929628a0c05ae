import { liveBeat, liveBeatMs } from '@mizan/contract/live.ts';
import type { Receiver } from './broadcast.ts';
import { textFrame } from './text-frame.ts';

/** A second's beats leave in so many turns: with 15,000 windows 500 writes at a time, as the broadcast does it. */
export const beatSlots = 30;

/** Tells each window once a second that its line still carries something. */
export interface Heartbeat {
  /** The first beat is written at once. Answers the way out. */
  join(receiver: Pick<Receiver, 'write'>): () => void;
  stop(): void;
}

/** One frame for all, written to the windows in turns that are spread evenly over each second. */
export function startHeartbeat(): Heartbeat {
  const frame = textFrame(liveBeat);
  const slots = Array.from({ length: beatSlots }, () => new Set<Pick<Receiver, 'write'>>());
  let turn = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % beatSlots;
    for (const receiver of slots[turn] ?? []) receiver.write(frame);
  }, liveBeatMs / beatSlots);

  return {
    join(receiver) {
      const smallest = slots.reduce((least, slot) => (slot.size < least.size ? slot : least));
      smallest.add(receiver);
      receiver.write(frame);
      return () => smallest.delete(receiver);
    },
    stop: () => clearInterval(timer),
  };
}
