import { expect, test } from 'vitest';
import { lineOf } from './line-breaks.ts';
import type { LineChange } from './terminal-history.queries.ts';

const from = new Date('2026-11-22T00:00:00.000Z');
const at = (time: string): Date => new Date(`2026-11-22T${time}:00.000Z`);
const change = (time: string, event: 'CONNECTED' | 'LOST'): LineChange => ({ at: at(time), event });
const earlier = (event: 'CONNECTED' | 'LOST'): LineChange => ({
  at: new Date('2026-11-20T00:00:00Z'),
  event,
});
const known = (changes: LineChange[], before: LineChange | null) =>
  lineOf({ changes: changes.toReversed(), before }, from);

test('a loss and the connection after it are one break', () => {
  expect(known([change('10:52', 'LOST'), change('11:07', 'CONNECTED')], earlier('CONNECTED'))).toEqual({
    knownFrom: from.toISOString(),
    breaks: [{ from: at('10:52').toISOString(), to: at('11:07').toISOString() }],
  });
});

test('a terminal that was gone before and still is: one break, without an end', () => {
  expect(known([], earlier('LOST')).breaks).toEqual([{ from: from.toISOString(), to: null }]);
});

test('one that was connected all the time has no break', () => {
  expect(known([], earlier('CONNECTED'))).toEqual({ knownFrom: from.toISOString(), breaks: [] });
});

test('of the time before the first entry nothing is said', () => {
  expect(known([change('10:00', 'CONNECTED')], null)).toEqual({
    knownFrom: at('10:00').toISOString(),
    breaks: [],
  });
  expect(known([], null)).toEqual({ knownFrom: null, breaks: [] });
});

test('a connection that replaced another one is no break, and two losses in a row are one', () => {
  const changes = [change('10:00', 'CONNECTED'), change('11:00', 'LOST'), change('11:30', 'LOST')];
  expect(known(changes, earlier('CONNECTED')).breaks).toEqual([
    { from: at('11:00').toISOString(), to: null },
  ]);
});
