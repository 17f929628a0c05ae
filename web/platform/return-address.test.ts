import { expect, test } from 'vitest';
import { safeReturn } from './return-address.ts';

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
