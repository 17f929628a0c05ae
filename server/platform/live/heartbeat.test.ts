import { liveBeatMs } from '@mizan/contract/live.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beatSlots, startHeartbeat } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function window() {
  const frames: string[] = [];
  return { frames, write: (frame: Buffer) => void frames.push(frame.toString('latin1')) };
}

test('a window hears the first beat at once and then one in every second, until it leaves', () => {
  const heartbeat = startHeartbeat();
  const one = window();
  const leave = heartbeat.join(one);
  expect(one.frames).toEqual(['\x81\x03HBT']);
  vi.advanceTimersByTime(10 * liveBeatMs);
  expect(one.frames).toHaveLength(11);
  leave();
  vi.advanceTimersByTime(10 * liveBeatMs);
  expect(one.frames).toHaveLength(11);
  heartbeat.stop();
});

test('a crowd is written to in turns of one size, and all are told the same frame', () => {
  const heartbeat = startHeartbeat();
  const written: Buffer[] = [];
  const crowd = Array.from({ length: beatSlots * 7 }, () => ({
    write: (frame: Buffer) => void written.push(frame),
  }));
  for (const each of crowd) heartbeat.join(each);
  const turns: number[] = [];
  for (let turn = 0; turn < beatSlots; turn += 1) {
    const before = written.length;
    vi.advanceTimersToNextTimer();
    turns.push(written.length - before);
  }
  expect(turns).toEqual(Array.from({ length: beatSlots }, () => 7));
  expect(new Set(written).size).toBe(1);
  heartbeat.stop();
  vi.advanceTimersByTime(liveBeatMs);
  expect(written).toHaveLength(crowd.length * 2);
});
