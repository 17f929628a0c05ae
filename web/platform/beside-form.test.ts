import { expect, test } from 'vitest';
import { isBeside } from './beside-form.ts';

test('what opens beside a form leaves it where it is; another file or screen does not', () => {
  const form = { pathname: '/reconciliation', search: { file: '1', how: 'read' } };
  const open = { pathname: '/reconciliation', search: { lines: 'x', how: 'read', file: '1' } };
  expect([isBeside(form, open), isBeside(open, form)]).toEqual([true, true]);
  expect(isBeside(form, { ...open, search: { ...open.search, file: '2' } })).toBe(false);
  expect(isBeside(form, { ...form, pathname: '/transactions' })).toBe(false);
});
