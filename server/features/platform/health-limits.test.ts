import { healthLimitTerms } from '@mizan/contract/platform-settings.ts';
import { describe, expect, test } from 'vitest';
import { lagBoundsMs } from '../../platform/metrics.ts';
import { usual } from '../../platform/settings/settings.ts';
import { type Counted, judgeHealth, p99Of } from './health-limits.ts';

/** Which figure is out of its limit, and of which too little is known to say. */
const quiet: Counted = {
  payments: 40,
  attempts: 100,
  approved: 95,
  undecided: 3,
  jobs: 2,
  files: 1,
  requests: 1_000,
  faults: 0,
  messages: 100,
  liveMs: 40,
};
const stateOf = (change: Partial<Counted>, before: Partial<Counted> = {}, oldest: number | null = null) =>
  Object.fromEntries(
    judgeHealth({ ...quiet, ...change }, { ...quiet, ...before }, oldest, usual.healthLimits).map(
      ({ id, state }) => [id, state],
    ),
  );

test('everything within its limits', () => {
  expect(Object.values(stateOf({}))).toEqual(Array.from({ length: 7 }, () => 'WITHIN'));
});

describe('at the limit it is within, one step beyond it is out', () => {
  test.each([
    ['payments', { payments: 20 }, { payments: 19.9 }],
    ['approval', { approved: 80 }, { approved: 79 }],
    ['undecided', { undecided: 50 }, { undecided: 51 }],
    ['files', { files: 100 }, { files: 101 }],
    ['faults', { faults: 10 }, { faults: 11 }],
    ['live', { liveMs: 500 }, { liveMs: 750 }],
  ])('%s', (id, at, beyond) => {
    expect(stateOf(at)[id]).toBe('WITHIN');
    expect(stateOf(beyond)[id]).toBe('OUT');
  });
  test('jobs: by the age of the oldest, however many wait', () => {
    expect(stateOf({ jobs: 5_000 }, {}, 60)['jobs']).toBe('WITHIN');
    expect(stateOf({ jobs: 1 }, {}, 61)['jobs']).toBe('OUT');
  });
});

describe('too little to say is never within the limit, nor out of it', () => {
  test.each<[string, Partial<Counted>, Partial<Counted>]>([
    ['payments', { payments: 0 }, { payments: 9.9 }],
    ['approval', { attempts: 19, approved: 0 }, {}],
    ['faults', { requests: 49, faults: 49 }, {}],
    ['live', { messages: 19, liveMs: 5_000 }, {}],
    ['undecided', { undecided: null }, {}],
  ])('%s', (id, now, before) => {
    expect(stateOf(now, before)[id]).toBe('UNKNOWN');
  });
});

describe('p99', () => {
  const bounds = [10, 20, 50];
  test('nothing measured has none', () => expect(p99Of([0, 0, 0], bounds)).toBeNull());
  test('one of a hundred may be slower, two may not', () => {
    expect(p99Of([99, 0, 1], bounds)).toBe(10);
    expect(p99Of([98, 0, 2], bounds)).toBe(50);
  });
});

test('no limit of the live channel is one that the slowest measured step could not pass', () => {
  const slowest = lagBoundsMs.at(-1) ?? 0;
  const limits = { ...usual.healthLimits, liveMs: healthLimitTerms.liveMs.most };
  const live = judgeHealth({ ...quiet, liveMs: slowest }, quiet, null, limits).find(
    ({ id }) => id === 'live',
  );
  expect(live?.state).toBe('OUT');
});
