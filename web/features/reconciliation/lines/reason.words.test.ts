/** What is said of a deposit whose lines stand in another file. */
import type { Reason } from '@mizan/contract/entry-reasons.ts';
import { createInstance, type TFunction } from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import arTexts from '../../../../locales/ar/reconciliation.json' with { type: 'json' };
import enTexts from '../../../../locales/en/reconciliation.json' with { type: 'json' };
import { stubBrowser } from '../../../testing/browser.ts';
import type { reasonText } from './reason.words.ts';

const texts: Record<'en' | 'ar', TFunction> = {} as never;
let textOf: typeof reasonText;

afterAll(() => vi.unstubAllGlobals());
beforeAll(async () => {
  stubBrowser({ language: 'en' });
  textOf = (await import('./reason.words.ts')).reasonText;
  const instance = createInstance();
  await instance.init({
    resources: { en: { reconciliation: enTexts }, ar: { reconciliation: arTexts } },
    lng: 'en',
    defaultNS: false,
    interpolation: { escapeValue: false },
  });
  for (const language of ['en', 'ar'] as const) texts[language] = instance.getFixedT(language);
});

const oneFile = { bankFileId: '7', fileName: 'najd_1118.csv', line: null };
const say = (reason: Reason, params: Record<string, string | number>, isOne = true) =>
  (['en', 'ar'] as const).map((language) =>
    textOf(texts[language], { reason, params, earlier: isOne ? oneFile : null })?.replaceAll(
      /[\u2066-\u2069]/g,
      '',
    ),
  );

test('the day, the file and the figures stand in the sentence, in both languages', () => {
  const [en, ar] = say('paysEarlierOtherwise', { bankFileId: '7', date: '2026-11-19', netMinor: 19_816 });
  expect(en).toMatch(/^It names the lines of .*19.* in najd_1118\.csv, which come to 198\.16\.$/);
  expect(ar).toMatch(/^يخص أسطر يوم .*19.* الواردة في najd_1118\.csv، ومجموعها .*198\.16\.$/);
});

test('of a batch in several files', () => {
  expect(say('paysEarlier', { files: 2 }, false)).toEqual([
    'It pays the lines of that batch in 2 other files.',
    'يسدد أسطر تلك الدفعة الواردة في ملفين آخرين.',
  ]);
});

test('of a deposit in parts the file with the other one is named', () => {
  const [en, ar] = say('paysInParts', { bankFileId: '7', date: '2026-11-19' });
  expect(en).toMatch(
    /^One of several parts: with the deposit in najd_1118\.csv it pays the lines of .*19.*\.$/,
  );
  expect(ar).toMatch(/^جزء من عدة أجزاء: يسدد مع الإيداع الوارد في najd_1118\.csv أسطر يوم .*19.*\.$/);
});
