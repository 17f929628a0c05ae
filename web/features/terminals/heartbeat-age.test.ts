import { expect, test } from 'vitest';
import { ageSeconds, isHeartbeatOld } from './heartbeat-age.ts';

const at = '2026-11-22T11:00:00.000Z';
const portal = '2026-11-22T11:00:04.900Z';

test.each([
  ['as the portal answered', 1_000, 1_000, 4],
  ['counting on since', 1_000, 11_000, 14],
  ['whatever this machine takes the time to be', 9e12, 9e12, 4],
])('the age of a heartbeat, %s', (_, hereMs, nowMs, seconds) => {
  expect(ageSeconds(at, { portal, hereMs }, nowMs)).toBe(seconds);
});

test('a heartbeat is never of the future', () => {
  expect(ageSeconds('2026-11-22T11:00:09.000Z', { portal, hereMs: 0 }, 0)).toBe(0);
});

test.each([
  ['CONNECTED', 90, false],
  ['CONNECTED', 91, true],
  ['CONNECTED', null, false],
  ['RECONNECTING', 91, false],
  ['DISCONNECTED', 91, false],
] as const)(
  'a line that is %s and was heard of %s seconds ago: the heartbeat is old: %s',
  (connection, age, isOld) => {
    expect(isHeartbeatOld(connection, age)).toBe(isOld);
  },
);
