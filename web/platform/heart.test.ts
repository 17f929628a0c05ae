import { liveBeatMs } from '@mizan/contract/live.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Heart, watchHeart } from './heart.ts';

const saidWithinMs = 2_000;
const onDoubt = vi.fn<() => void>();
const onLost = vi.fn<() => void>();
let heart: Heart;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  heart = watchHeart({ onDoubt, onLost });
});
afterEach(() => {
  heart.stop();
  vi.useRealTimers();
});

test('a heart that beats once a second raises no doubt', () => {
  for (let beats = 0; beats < 60; beats += 1) {
    vi.advanceTimersByTime(liveBeatMs);
    heart.beat();
  }
  expect([onDoubt, onLost].map((each) => each.mock.calls.length)).toEqual([0, 0]);
});

test('within two seconds after the last beat the line is lost, and doubted before', () => {
  vi.advanceTimersByTime(liveBeatMs);
  heart.beat();
  vi.advanceTimersByTime(liveBeatMs + 199);
  expect(onDoubt).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([onDoubt, onLost].map((each) => each.mock.calls.length)).toEqual([1, 0]);
  vi.advanceTimersByTime(saidWithinMs - liveBeatMs - 201);
  expect(onLost).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect([onDoubt, onLost].map((each) => each.mock.calls.length)).toEqual([1, 1]);
});

test('a beat that is late ends the doubt', () => {
  vi.advanceTimersByTime(1_500);
  heart.beat();
  vi.advanceTimersByTime(liveBeatMs);
  expect([onDoubt, onLost].map((each) => each.mock.calls.length)).toEqual([1, 0]);
});

test('a machine that slept says nothing of the line: it gets a beat’s time first', () => {
  let slept = 0;
  const awake = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => awake() + slept);
  heart.beat();
  slept = 3_600_000;
  vi.advanceTimersByTime(1_300);
  expect(onDoubt).not.toHaveBeenCalled();
  vi.advanceTimersByTime(saidWithinMs);
  expect([onDoubt, onLost].map((each) => each.mock.calls.length)).toEqual([1, 1]);
});
