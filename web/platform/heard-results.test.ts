import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caughtUp, type HeardState, heardNothing, heardOne, opened, settleMs } from './heard-results.ts';

test('a window that opens asks for nothing that was before it; one that comes back asks from where it was', () => {
  const first = opened(heardNothing, 40);
  expect(first).toEqual({ state: { after: 40, heard: [], isWhole: true }, asks: false });
  const { state } = heardOne(first.state, 43, 1_000);
  const back = opened(state, 50);
  expect(back.asks).toBe(true);
  expect(back.state.after).toBe(40);
});

test('a result that shows after a later one is not taken for an old one, until its time is over', () => {
  let { state } = opened(heardNothing, 1);
  ({ state } = heardOne(state, 9, 1_000));
  expect(heardOne(state, 8, 2_000).isNew).toBe(true);
  ({ state } = heardOne(state, 12, 1_000 + settleMs));
  expect(state.after).toBe(9);
  expect(heardOne(state, 12, 200_000).isNew).toBe(false);
});

test('a result on its way while the window opened is told, although its number is no later', () => {
  const { state } = opened(heardNothing, 40);
  expect(heardOne(state, 40, 0).isNew).toBe(true);
});

test('while results are still missing the place stands, however much is heard meanwhile', () => {
  let { state } = opened(heardNothing, 1);
  ({ state } = opened(state, 30));
  ({ state } = heardOne(state, 31, 2_000));
  ({ state } = heardOne(state, 32, 10 * settleMs));
  expect(state.after).toBe(1);
  expect(caughtUp(state, 10 * settleMs).after).toBe(31);
});

/** A record of results, some of which a window hears at once and others when it asks: each exactly once. */
test('whatever is lost on the way, every result of the window’s life is heard once', () => {
  const step = fc.record({ live: fc.boolean(), waitMs: fc.nat(settleMs), comesBack: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let state: HeardState = opened(heardNothing, 100).state;
      let nowMs = 0;
      const told: number[] = [];
      const take = (seq: number): void => {
        const heard = heardOne(state, seq, nowMs);
        ({ state } = heard);
        if (heard.isNew) told.push(seq);
      };
      const spoken: number[] = [];
      let isConnected = true;
      for (const { live, waitMs, comesBack } of steps) {
        nowMs += waitMs;
        const seq = 101 + spoken.length;
        spoken.push(seq);
        if (isConnected && live) take(seq);
        else isConnected = false;
        if (isConnected || !comesBack) continue;
        isConnected = true;
        ({ state } = opened(state, seq));
        const { after } = state;
        for (const missed of spoken) if (missed > (after ?? 0)) take(missed);
        state = caughtUp(state, nowMs);
      }
      const heardUntil = isConnected ? spoken.length : told.length;
      expect(told.toSorted((a, b) => a - b)).toEqual(spoken.slice(0, heardUntil));
    }),
  );
});
