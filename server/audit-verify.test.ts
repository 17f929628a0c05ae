import { expect, test } from 'vitest';
import { readNotedHead, reportText } from './audit-verify.ts';

const hash = 'ab'.repeat(32);

test('what is printed of a whole chain is what is taken as noted later', () => {
  const line = reportText({ chain: '3', count: 1204, hash, broken: null });
  expect(line).toBe(`merchant 3: 1204 entries, whole; keep 3:1204:${hash}`);
  expect(readNotedHead(line.split(' ').at(-1) ?? '')).toEqual({ chain: '3', count: 1204, hash });
});

test('a broken chain is named with its first broken entry', () => {
  const broken = { id: 17, why: 'changed' } as const;
  expect(reportText({ chain: '0', count: 16, hash, broken })).toBe(
    'platform: BROKEN, entry 17 is not what was written',
  );
});

test.each(['', '3', '3:4', `3:4:${hash}0`, `x:4:${hash}`, `3:-4:${hash}`])(
  'refused as noted: "%s"',
  (text) => {
    expect(() => readNotedHead(text)).toThrow('takes <chain>:<count>:<hash>');
  },
);
