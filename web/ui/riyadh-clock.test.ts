import { expect, it } from 'vitest';
import { clockField, clockFieldMs } from './riyadh-clock.ts';

it('has the minute of Riyadh, over midnight too, and leads back to its instant', () => {
  const instant = Date.parse('2026-11-20T22:03:59.999Z');
  expect(clockField(instant)).toBe('2026-11-21T01:03');
  expect(clockFieldMs('2026-11-21T01:03')).toBe(Date.parse('2026-11-20T22:03:00Z'));
});

it('names no instant where none is chosen', () => {
  expect(clockFieldMs(null)).toBeNaN();
});
