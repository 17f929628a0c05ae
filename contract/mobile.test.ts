import { expect, test } from 'vitest';
import { mobileShape } from './account.ts';
import { readMobile } from './mobile.ts';

test.each([
  '0501234567',
  '501234567',
  '966501234567',
  '+966501234567',
  '00966501234567',
  '٠٥٠١٢٣٤٥٦٧',
  '050 123 4567',
  '050-123-4567',
  // As contacts are copied: between marks that keep the number's direction.
  '\u202a+966 50 123 4567\u202c',
])('%s is +966501234567', (typed) => {
  expect(readMobile(typed)).toBe('+966501234567');
  expect(readMobile(typed)).toMatch(mobileShape);
});

test.each(['0401234567', '050123456', '05012345678', '+966401234567', '+971501234567', '', 'five'])(
  '%j is no Saudi mobile',
  (typed) => {
    expect(readMobile(typed)).toBeNull();
  },
);
