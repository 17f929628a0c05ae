import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieces, says, wordsOf } from './palette-find.ts';

test('the pieces of a text are the text again, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, typed) => {
      expect(
        pieces(text, wordsOf(typed))
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('what was typed is marked wherever it stands, in any case', () => {
  expect(pieces('Tahlia, al-tahlia', wordsOf('TAHLIA'))).toEqual([
    { text: 'Tahlia', isFound: true },
    { text: ', al-', isFound: false },
    { text: 'tahlia', isFound: true },
  ]);
});

test('every word is to be there, in any order and in any digits; a blank text asks for nothing', () => {
  expect(says(wordsOf('٨٨٥٠ reem'), ['Reem Al-Dossari', '88504256', null])).toBe(true);
  expect(says(wordsOf('8850 maha'), ['Reem Al-Dossari', '88504256'])).toBe(false);
  expect(wordsOf('  ')).toEqual([]);
});
