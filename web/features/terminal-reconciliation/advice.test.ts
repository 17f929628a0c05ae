import { expect, test } from 'vitest';
import { adviceOf } from './advice.ts';

test('a payment that the portal has approved by now is not said to be without an outcome', () => {
  const lost = { host: 'HAS', terminal: 'NO_ANSWER' } as const;
  expect(adviceOf({ ...lost, portal: 'NO_ANSWER' }, 'terminal')).toBe('charged');
  expect(adviceOf({ ...lost, portal: 'LATE' }, 'terminal')).toBe('chargedLate');
  expect(adviceOf({ ...lost, portal: 'HAS' }, 'terminal')).toBe('chargedLate');
  expect(adviceOf({ ...lost, portal: 'LATE' }, 'portal')).toBeNull();
});
