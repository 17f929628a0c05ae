import { expect, test } from 'vitest';
import { isCode, isTest, projectFiles } from './tidy/source-files.ts';

/** Dates are told in the calendar that somebody chose: by the formats of the web and the words of the server alone. */
const files = projectFiles().filter(
  (file) => /^(?:web|server)\//.test(file.path) && isCode(file) && !isTest(file),
);

/** Who may tell or read a date otherwise, and why. */
const others: Readonly<Record<string, string>> = {
  'web/platform/formats.ts': 'the formats themselves',
  'server/platform/words.ts': 'the words themselves',
  'web/features/account/preferences-samples.ts': 'shows each calendar that can be chosen',
  'web/features/reconciliation/verdict/bank-letter.words.ts':
    'writes to a bank, which counts by Gregorian days',
  'server/reconciliation/normalise/hijri.ts': 'reads Hijri days of a file',
  'server/reconciliation/normalise/zones.ts': 'reads clocks of a file',
  'server/features/holidays/proposed-holidays.ts': 'finds the Gregorian days of Hijri holidays',
};

const tellsDates = (text: string): boolean =>
  /Intl\.DateTimeFormat\(|\.toLocale(?:Date|Time)String\(/.test(text);

test('nobody else tells a date', () => {
  const found = files.filter(({ text }) => tellsDates(text)).map(({ path }) => path);
  expect(found.sort()).toEqual(Object.keys(others).sort());
});

test('no field of the browser asks for a day or a time: it has one calendar and its own digits', () => {
  const found = files.filter(({ text }) => /type="(?:date|time|datetime-local|month|week)"/.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});
