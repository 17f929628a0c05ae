import { expect, test } from 'vitest';
import { nearestOf } from '../filled-files/nearest.ts';
import { valueWords } from './bulk-words.ts';

test('a cashier is read by the word of the shops too, and it is offered where it was mistyped', () => {
  const { roles } = valueWords([]);
  expect(roles.get('كاشير')).toBe('cashier');
  expect(roles.get('أمين صندوق')).toBe('cashier');
  expect(nearestOf('كاشر', roles.keys())).toBe('كاشير');
});
