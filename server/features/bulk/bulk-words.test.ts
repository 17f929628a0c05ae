import { problemWord, saysNearest } from '@mizan/contract/bulk.ts';
import { expect, test } from 'vitest';
import { wordsFor } from '../../platform/words.ts';
import { nearestOf } from '../filled-files/nearest.ts';
import { valueWords } from './bulk-words.ts';

test('a cashier is read by the word of the shops too, and it is offered where it was mistyped', () => {
  const { roles } = valueWords([]);
  expect(roles.get('كاشير')).toBe('cashier');
  expect(roles.get('أمين صندوق')).toBe('cashier');
  expect(nearestOf('كاشر', roles.keys())).toBe('كاشير');
});

test('of a cashier who works elsewhere the branch is named, where it is known, and not offered as a name', () => {
  const said = (language: 'en' | 'ar', nearest: string | null) =>
    wordsFor(language).text(`bulk:problem.${problemWord({ code: 'otherBranch', nearest })}`, {
      field: 'F',
      value: 'huda.e',
      nearest: nearest ?? '',
    });
  expect(said('en', 'DC-09')).toBe('F: “huda.e” works in the branch DC-09.');
  expect(said('ar', 'DC-09')).toBe('F: «huda.e» يعمل في الفرع DC-09.');
  expect(said('en', null)).toBe('F: “huda.e” works in another branch.');
  expect([saysNearest('otherBranch'), saysNearest('reference')]).toEqual([true, false]);
});
