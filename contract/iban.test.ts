import { expect, test } from 'vitest';
import { bankCodeOf, isSaudiIban, plainIban, spacedIban } from './iban.ts';

/** The example of the Saudi Central Bank. */
const known = 'SA0380000000608010167519';

test('a Saudi IBAN by its check digits; written with spaces, in small letters', () => {
  expect(isSaudiIban(known)).toBe(true);
  expect(isSaudiIban('sa03 8000 0000 6080 1016 7519')).toBe(true);
  expect(plainIban(' sa03 8000 0000 6080 1016 7519 ')).toBe(known);
  expect([bankCodeOf(known), spacedIban(known)]).toEqual(['80', 'SA03 8000 0000 6080 1016 7519']);
});

test('one digit wrong, two exchanged, too short, and of another country', () => {
  const wrong = [
    'SA0380000000608010167518',
    'SA0380000000608010165719',
    'SA038000000060801016751',
    'GB33BUKB20201555555555',
    '',
  ];
  expect(wrong.filter(isSaudiIban)).toEqual([]);
});
