/** The time as a parameter, so that day 31 and minute 31 are tested and not waited for. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests set and move by hand. */
export function testClock(start: Date): Clock & { set(at: Date): void; advance(byMs: number): void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    set: (next) => {
      at = next.getTime();
    },
    advance: (byMs) => {
      at += byMs;
    },
  };
}
