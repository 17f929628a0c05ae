import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Passwords that meet all five criteria (rules S5.2) and are guessed all the same: 'P@ssw0rd1!',
 * 'Welcome@2026', 'Qwerty!123', the product's name and a year. Lists of leaked passwords hold such shapes by the
 * thousand, and few others that meet the criteria; so what is refused is told by its shape, and by whether it is
 * one of the most used passwords in disguise.
 */

/** Fewer signs than this that are neither word, row, run nor year: guessed within a day, however it is hashed. */
const surprisesAtLeast = 4;
/** A part of a name or an address shorter than this is found in passwords by chance. */
const personalWordAtLeast = 4;

/** What leaked passwords are made of, and what stands for this product, its trade and its place. */
const knownWords = `
  password passwort passcode pass word secret login access letmein welcome admin administrator root user
  guest test demo default master super change changeme hello iloveyou love monkey dragon football baseball
  sunshine princess shadow superman batman michael jordan summer winter spring autumn january february
  march april june july august september october november december monday friday sunday computer internet
  google samsung iphone apple mizan neopaas neopass portal merchant cashier terminal payment mada visa
  mastercard bank shop store company saudi arabia riyadh jeddah makkah madinah dammam khobar vision
  mohammed mohammad muhammad ahmed ahmad abdullah khalid faisal allah bismillah alhilal hilal alnassr
  nassr ittihad
`
  .trim()
  .split(/\s+/);
const keyboardRows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
  'qazwsxedcrfv',
  '1q2w3e4r5t6y',
];
const counting = ['0123456789', 'abcdefghijklmnopqrstuvwxyz'];

/** Signs that people write for letters. */
const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
};
const asLetters = (text: string): string => [...text].map((sign) => lookalikes[sign] ?? sign).join('');
const reversed = (text: string): string => [...text].reverse().join('');

const rows = [...keyboardRows, ...counting].flatMap((row) => [row, reversed(row)]);
const rowAtLeast = 3;

/** How many signs from `start` on are a row of the keyboard, a count, or one sign again and again. */
function runFrom(text: string, start: number): number {
  let repeated = start + 1;
  while (text[repeated] === text[start]) repeated += 1;
  let end = start + rowAtLeast;
  while (end <= text.length && rows.some((row) => row.includes(text.slice(start, end)))) end += 1;
  return Math.max(repeated - start, end - 1 - start);
}

/** How many signs from `start` on anybody would guess in one go. */
function guessedFrom(text: string, letters: string, start: number, words: readonly string[]): number {
  const word = words.find((each) => text.startsWith(each, start) || letters.startsWith(each, start));
  const year = /^(?:19|20)\d\d/.test(text.slice(start, start + 4)) ? 4 : 0;
  const run = runFrom(text, start);
  return Math.max(word?.length ?? 0, year, run >= rowAtLeast ? run : 0);
}

/** The words in what is known of a person: 'sara@diyar.coffee' gives 'sara', 'diyar' and 'coffee'. */
const wordsOf = (about: readonly string[]): string[] =>
  about
    .flatMap((each) => each.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= personalWordAtLeast);

/** As many of the most used passwords as OWASP ASVS asks for; further down stand words that nobody tries first. */
const mostUsedCount = 3_000;
const mostUsed = new Set(dictionary['passwords-common'].slice(0, mostUsedCount));

/** Whether one of the most used passwords is all that is there, but for the digits and signs around it. */
function isMostUsed(text: string): boolean {
  const withoutSigns = text.replace(/^\p{N}*[^\p{L}\p{N}]+|[^\p{L}\p{N}]+\p{N}*$/gu, '');
  const withoutDigits = text.replace(/^\P{L}+|\P{L}+$/gu, '');
  return [withoutSigns, withoutDigits].some((word) => mostUsed.has(word) || mostUsed.has(asLetters(word)));
}

/**
 * Whether a password consists of what is guessed first: known words, also in look-alike signs, rows, runs and
 * years, or of the words in `about` (names, e-mail, business), with less than four signs besides; or is one of the
 * most used passwords in disguise.
 */
export function isGuessable(password: string, about: readonly string[] = []): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const letters = asLetters(text);
  if (isMostUsed(text)) return true;
  const words = [...knownWords, ...wordsOf(about)].toSorted((a, b) => b.length - a.length);
  let surprises = 0;
  for (let at = 0; at < text.length; ) {
    const guessed = guessedFrom(text, letters, at, words);
    if (guessed === 0) surprises += 1;
    at += Math.max(1, guessed);
  }
  return surprises < surprisesAtLeast;
}
