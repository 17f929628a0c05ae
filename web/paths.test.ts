import { expect, test } from 'vitest';
import { safeReturn } from './paths.ts';
import { mayOpen, screenAt, screens } from './screens.ts';

test.each(['/transactions', '/transactions?status=DECLINED&open=7', '/dashboard#today'])(
  'a link returns to %s after the sign-in',
  (path) => expect(safeReturn(path)).toBe(path),
);

test.each([
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/x/%2e%2e//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/neopaas/portal/login',
  '/neopaas/portal/login?returnTo=/x',
  '',
  undefined,
  7,
])('%j is no place to return to', (asked) => expect(safeReturn(asked)).toBeNull());

/** Menu visibility of the rules S2, for the screens of this release. */
test.each([
  ['MERCHANT', ['dashboard', 'transactions', 'terminals', 'reconciliation', 'settings']],
  ['CASHIER', ['dashboard', 'transactions', 'terminal']],
] as const)('the menu of %s', (role, expected) => {
  expect(screens.filter((screen) => mayOpen(screen, role)).map(({ id }) => id)).toEqual(expected);
});

test('an address below a screen belongs to it, one that only begins like it does not', () => {
  expect(screenAt('/terminal')?.id).toBe('terminal');
  expect(screenAt('/terminals')?.id).toBe('terminals');
  expect(screenAt('/transactions/7')?.id).toBe('transactions');
  expect(screenAt('/settlement')).toBeUndefined();
});
