import { expect, test } from 'vitest';
import { wordsFor } from '../../platform/words.ts';
import { type DayOfTerminal, sentencesOf } from './letter-sentences.ts';

const day = (more: Partial<DayOfTerminal>): DayOfTerminal => ({
  tid: '88501158',
  branch: { en: 'Olaya', ar: 'العليا' },
  balance: 'BALANCED',
  isFirst: false,
  discrepancyMinor: 0,
  waiting: { count: 0, totalMinor: 0 },
  ...more,
});

test.each(['en', 'ar'] as const)('%s: all three agree only where all three were compared', (language) => {
  const words = wordsFor(language);
  const agree = sentencesOf(words, [day({})]);
  const first = sentencesOf(words, [day({}), day({ tid: '88501151', isFirst: true })]);
  expect(agree).toBe(words.text('mails:terminalsDay.agree', { count: 1 }));
  expect(first).toContain('88501151');
  expect(first).not.toContain('88501158');
  expect(first).not.toContain(agree);
});
