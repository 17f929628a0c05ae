import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asStorable, isStorable, parseStorable, storableJson } from './storable-text.ts';

test('a NUL goes and half a surrogate pair is replaced; everything else stays', () => {
  expect(asStorable('a\0b\ud83d')).toBe('ab\ufffd');
  expect(asStorable('قهوة ☕ 😀 \\u0000')).toBe('قهوة ☕ 😀 \\u0000');
});

test('whatever text comes, what is kept of it can be kept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(isStorable(asStorable(text))).toBe(true);
      expect(asStorable(text) === text).toBe(isStorable(text));
    }),
  );
});

test('JSON of any texts holds no escape that a JSON column refuses, and says what can be kept', () => {
  expect(storableJson({ value: '\\u0000', other: ['\0', '\ud83d'] })).toBe(
    '{"value":"\\\\u0000","other":["","\ufffd"]}',
  );
  expect(parseStorable('{"value":"a\\u0000b","literal":"\\\\u0000"}')).toEqual({
    value: 'ab',
    literal: '\\u0000',
  });
});

test('names of fields are texts too', () => {
  expect(parseStorable('{"a\\u0000b":{"c\\ud83d":["\\u0000"]}}')).toEqual({ ab: { 'c\ufffd': [''] } });
  expect(storableJson({ 'a\0b': [{ 'c\ud83d': '\0' }] })).toBe('{"ab":[{"c\ufffd":""}]}');
});
