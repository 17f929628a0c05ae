import { expect, test } from 'vitest';
import { apartOf, besideEachOther } from './apart.ts';

test('a middle dot stands where digits are Latin and the text is English, and nowhere else', () => {
  const all = (['en', 'ar'] as const).map((spoken) => [false, true].map((arabic) => apartOf(spoken, arabic)));
  expect(all).toEqual([
    [' · ', ', '],
    ['، ', '، '],
  ]);
});

test('names of two languages have the dot between them unless one has an Arabic digit', () => {
  expect(besideEachOther(['ميزان', 'Mizan'])).toBe('ميزان · Mizan');
  expect(besideEachOther(['فرع ٣', 'Branch 3'])).toBe('فرع ٣، Branch 3');
  expect(besideEachOther(['Branch 3'])).toBe('Branch 3');
});
