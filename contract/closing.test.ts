import { expect, test } from 'vitest';
import { canReopen, closingOf, isNameOf } from './closing.ts';

test('records are kept to the end of the sixth year after the year of Riyadh in which the account was closed', () => {
  expect(closingOf(new Date('2026-12-31T20:59:59Z')).keptUntil).toBe('2032-12-31');
  expect(closingOf(new Date('2026-12-31T21:00:00Z')).keptUntil).toBe('2033-12-31');
});

test('it may be opened again for 30 days, and not at their last moment', () => {
  const closing = closingOf(new Date('2026-11-24T10:00:00Z'));
  expect(canReopen(closing, new Date('2026-12-24T09:59:59.999Z'))).toBe(true);
  expect(canReopen(closing, new Date('2026-12-24T10:00:00Z'))).toBe(false);
});

test('a name is that of either language, however its letters are composed, and no part of it', () => {
  const names = { nameEn: 'Café Diyar ', nameAr: 'قهوة ديار' };
  for (const typed of ['Cafe\u0301 Diyar', ' Café Diyar', 'قهوة ديار'])
    expect(isNameOf(typed, names)).toBe(true);
  for (const typed of ['Café', 'café diyar', '']) expect(isNameOf(typed, names)).toBe(false);
});
