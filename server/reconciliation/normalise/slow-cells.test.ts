import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { expect, test } from 'vitest';
import { unwrap } from '../read/row.ts';
import { numberForm } from '../read/spreadsheet-values.ts';
import { amountFromText } from './amount-text.ts';
import { minuteFromText, momentFromText } from './date-text.ts';

/** A file of a million such cells would keep its thread, and everybody whose file waits, for days. */
const longest = bankFileLimits.cellBytesMax;
const cells = {
  'spaces within': `1${' '.repeat(longest - 2)}x`,
  'spaces alone': ' '.repeat(longest),
  zeros: `1.${'0'.repeat(longest - 3)}x`,
  digits: '9'.repeat(longest),
  'marks of direction': `1${'\u200f'.repeat(longest / 4)}x`,
  brackets: '['.repeat(longest),
  quotes: '"'.repeat(longest),
};
const rules = { dateOrder: 'dayFirst', utc: false } as const;
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  wrapping: unwrap,
  amounts: (text) => amountFromText(text, false),
  dates: (text) => momentFromText(text, rules),
  times: minuteFromText,
  'number formats': (text) => numberForm(200, text),
};
/** Of this thread's own work: far above what is needed, far below what looking through it again and again takes. */
const withinMs = 300;

const tries = Object.entries(readers).flatMap(([name, read]) =>
  Object.entries(cells).map(([what, text]) => [name, what, read, text] as const),
);

test.each(tries)('a cell of the greatest length is read at once: %s, %s', (_name, _what, read, text) => {
  const before = process.threadCpuUsage();
  read(text);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(withinMs);
});

test('what is longer than any value is malformed', () => {
  const long = `${' '.repeat(bankFileLimits.valueCharsMax)}1`;
  expect([amountFromText(long, false), momentFromText(long, rules), minuteFromText(long)]).toEqual([
    Number.NaN,
    null,
    null,
  ]);
});

test('wrapping comes off both ends and stays within', () => {
  expect(unwrap('\ufeff \u200f 1 2 \u202c\t')).toBe('1 2');
});
