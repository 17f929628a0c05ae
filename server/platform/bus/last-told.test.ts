import { expect, test, vi } from 'vitest';
import { lastTold } from './last-told.ts';

/** What each call of performance.now() answers from here on: 1, 2, 3, ... */
function countedClock(): () => number {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  return () => now;
}

test('whoever was never heard may have been told something just before the process began to listen', () => {
  countedClock();
  const told = lastTold();
  expect(told.of('1')).toBe(1);
  told.heard('1');
  told.heard('2');
  told.heard('1');
  expect(['1', '2', '3'].map((id) => told.of(id))).toEqual([4, 3, 1]);
});

test('who is no longer remembered is never said to be quiet for longer than is known', () => {
  const now = countedClock();
  const told = lastTold(2);
  for (const merchantId of ['1', '2', '3', '1', '4']) told.heard(merchantId);
  // '1' at 5 and '4' at 6 are remembered; '2' was heard at 3 and '3' at 4, of whom only the last that went is known.
  expect(['1', '2', '3', '4', '5'].map((id) => told.of(id))).toEqual([5, 4, 4, 6, 4]);
  expect(now()).toBe(6);
});
