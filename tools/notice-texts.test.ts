import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const textsIn = (language: 'en' | 'ar') =>
  JSON.parse(
    readFileSync(`${import.meta.dirname}/../locales/${language}/notifications.json`, 'utf8'),
  ) as Record<string, string>;

/** Two of them differ by a word; that each says its own is read nowhere else. */
test('each notice of a terminal says its own in both languages', () => {
  const [en, ar] = [textsIn('en'), textsIn('ar')];
  expect([en['TCO'], ar['TCO']]).toEqual(['Terminal {{tid}} connected', 'اتصل الجهاز {{tid}}']);
  expect([en['TDI'], ar['TDI']]).toEqual(['Terminal {{tid}} disconnected', 'انقطع اتصال الجهاز {{tid}}']);
  expect([en['FRC'], ar['FRC']]).toEqual([
    'Terminal {{tid}}: reconciliation finished with no new transactions',
    'الجهاز {{tid}}: انتهت الموازنة ولا توجد عمليات جديدة',
  ]);
  expect([en['SRC'], ar['SRC']]).toEqual([
    'Terminal {{tid}}: automatic reconciliation succeeded',
    'الجهاز {{tid}}: نجحت الموازنة التلقائية',
  ]);
});
