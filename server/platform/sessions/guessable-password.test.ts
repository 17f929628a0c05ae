import { passwordStrength } from '@mizan/contract/password-strength.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isGuessable } from './guessable-password.ts';

/** All of them are Strong by the five criteria, and stand at the top of every list of leaked passwords. */
const guessedFirst = `
  P@ssw0rd P@ssw0rd1! Password@123 Password1! Pa$$w0rd Passw0rd! Welcome@123 Welcome1! Admin@123
  Admin@2026 Qwerty@123 Qwerty!1 Abcd@1234 Abc@12345 Aa@123456 Aa123456! 1qaz!QAZ !QAZ2wsx Test@1234
  Hello@123 Summer2026! Riyadh@2030 Saudi@123 Mohammed@1 Mizan#2026 Merchant#1 Cashier@11 Master@123
  Aaaaaa1! ILoveYou1! Zxcvbnm,1
`
  .trim()
  .split(/\s+/);
test.each(guessedFirst)('guessed first: %s', (password) => {
  expect(passwordStrength(password)).toBe('Strong');
  expect(isGuessable(password)).toBe(true);
});

test('each of the most used passwords, dressed up to meet the criteria', () => {
  const listed = dictionary['passwords-common'].slice(0, 3_000);
  expect(listed.slice(0, 2)).toEqual(['123456', 'password']);
  const dressed = listed
    .flatMap((word) => [
      `${word[0]?.toUpperCase()}${word.slice(1)}#94`,
      `7!${word[0]?.toUpperCase()}${word.slice(1)}`,
    ])
    .filter((password) => passwordStrength(password) === 'Strong');
  expect(dressed.length).toBeGreaterThan(listed.length);
  const taken = dressed.filter((password) => !isGuessable(password));
  expect(taken).toEqual([]);
});

test.each([
  'Balance#2027',
  'Wadi-Hanifa#7',
  'xK9#mvL2',
  'Correct-Horse7-Battery',
  'قهوة-Diyar-81',
  'Zt4!pqRn',
])('taken: %s', (password) => expect(isGuessable(password)).toBe(false));

test('what is known of a person counts as a word of theirs', () => {
  expect(isGuessable('Otaibi#2026')).toBe(false);
  expect(isGuessable('Otaibi#2026', ['Sara Al-Otaibi'])).toBe(true);
  expect(isGuessable('Diyar@Coffee1', ['sara@diyar.coffee'])).toBe(true);
});

test('a password of the greatest length is judged within a moment, whatever it is made of', () => {
  // The work of this thread, which does not grow with what else the machine does.
  const before = process.threadCpuUsage();
  for (const text of ['a'.repeat(214), '1qaz'.repeat(53), 'pass'.repeat(53), '\u{1F600}'.repeat(53)]) {
    isGuessable(text, ['a'.repeat(120), 'pass pass '.repeat(12)]);
  }
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
});
