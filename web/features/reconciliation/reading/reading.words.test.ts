import type { TriedQuestion } from '@mizan/contract/bank-file-reading.ts';
import {
  type ReadingWay,
  readingChanges,
  readingEvidence,
  readingWays,
} from '@mizan/contract/reconciliation-terms.ts';
import { createInstance } from 'i18next';
import { afterAll, expect, test, vi } from 'vitest';
import ar from '../../../../locales/ar/reconciliation.json' with { type: 'json' };
import en from '../../../../locales/en/reconciliation.json' with { type: 'json' };
import { stubBrowser } from '../../../testing/browser.ts';

afterAll(() => void vi.unstubAllGlobals());

type Texts = Readonly<Record<string, string | object | undefined>>;

test.each([
  ['en', en.reading],
  ['ar', ar.reading],
])('each question, each way to read it and whatever may speak for it has its words, in %s', (_, texts) => {
  for (const [question, ways] of Object.entries(readingWays)) {
    expect([question, (texts.question as Texts)[question]]).not.toContain(undefined);
    const words = (texts.way as Readonly<Record<string, Texts>>)[question];
    expect([question, ...Object.keys(words ?? {})]).toEqual([question, ...ways]);
  }
  expect(readingEvidence.filter((kind) => (texts.evidence as Texts)[kind] === undefined)).toEqual([]);
  expect(Object.keys(texts.changed)).toEqual([...readingChanges]);
});

test.each([
  ['en', en.reading.evidence],
  ['ar', ar.reading.evidence],
])('what is counted has its count in the sentence, in %s', (_, { finds, refunds, sums, chosen }) => {
  for (const text of [finds, refunds, sums, chosen]) expect(text).toContain('{{of}}');
});

/** What is said of a way, in the words and digits of a language; the count drawn strong stands in brackets. */
async function evidenceIn(language: 'en' | 'ar') {
  stubBrowser({ language });
  const { evidenceText } = await import('./reading.words.ts');
  const i18n = createInstance();
  await i18n.init({
    resources: { en: { reconciliation: en }, ar: { reconciliation: ar } },
    lng: language,
    defaultNS: false,
    interpolation: { escapeValue: false },
  });
  return (tried: TriedQuestion, way: ReadingWay): string => {
    const { before, count, after } = evidenceText(i18n.t, tried, way);
    return `${before}${count && `[${count}]`}${after}`.replaceAll(/[⁦-⁩]/g, '');
  };
}

/** Days of 330 lines that find their transactions by the first way, and 12 of them by the second. */
const ofDates: TriedQuestion = {
  question: 'dateOrder',
  way: 'dayFirst',
  ways: [
    { way: 'dayFirst', finds: 326, column: null },
    { way: 'monthFirst', finds: 12, column: null },
  ],
  evidence: 'finds',
  by: null,
  tried: 330,
  example: '21/11/2026',
  changed: null,
};
const nobody: TriedQuestion['ways'] = ofDates.ways.map((way) => ({ ...way, finds: 0 }));
const ofRefunds: TriedQuestion = {
  ...ofDates,
  question: 'refunds',
  way: 'minus',
  ways: [
    { way: 'word', finds: 1, column: null },
    { way: 'minus', finds: 7, column: null },
  ],
  tried: 8,
};
const ofCharges: TriedQuestion = {
  ...ofDates,
  question: 'charges',
  way: 'taken',
  ways: [
    { way: 'taken', finds: 0, column: null },
    { way: 'signed', finds: 0, column: null },
  ],
};
/** The only way there is: nothing in the file says another. */
const alone = (question: 'fees' | 'currency', way: 'none' | 'SAR'): TriedQuestion => ({
  ...ofDates,
  question,
  way,
  ways: [{ way, finds: 0, column: null }],
  evidence: 'absent',
});

const said: [string, TriedQuestion, ReadingWay, inEnglish: string, inArabic: string][] = [
  [
    'what finds transactions',
    ofDates,
    'dayFirst',
    '[326 of 330] lines find their transaction so',
    'أسطر وجدت عملياتها بهذه القراءة: [٣٢٦ من ٣٣٠]',
  ],
  [
    'another way that somebody chose has its own count',
    ofDates,
    'monthFirst',
    '[12 of 330] lines find their transaction so',
    'أسطر وجدت عملياتها بهذه القراءة: [١٢ من ٣٣٠]',
  ],
  [
    'another way that finds nothing is a choice, with its none',
    { ...ofDates, ways: [...ofDates.ways.slice(0, 1), ...nobody.slice(1)] },
    'monthFirst',
    'your choice; [0 of 330] lines find their transaction so',
    'اخترته أنت؛ أسطر وجدت عملياتها هكذا: [٠ من ٣٣٠]',
  ],
  [
    'a way that nothing decided, and somebody chose',
    { ...ofDates, way: null, evidence: 'none', ways: nobody },
    'dayFirst',
    'your choice; [0 of 330] lines find their transaction so',
    'اخترته أنت؛ أسطر وجدت عملياتها هكذا: [٠ من ٣٣٠]',
  ],
  [
    'refunds',
    ofRefunds,
    'minus',
    '[7 of 8] refunds find theirs so',
    'عمليات استرداد وُجدت بهذه القراءة: [٧ من ٨]',
  ],
  [
    'refunds as somebody chose',
    ofRefunds,
    'word',
    '[1 of 8] refunds find theirs so',
    'عمليات استرداد وُجدت بهذه القراءة: [١ من ٨]',
  ],
  [
    'sums that close',
    { ...ofDates, evidence: 'sums' },
    'dayFirst',
    '[326 of 330] lines: amount − fee − VAT = net',
    'المبلغ − الرسوم − الضريبة = الصافي، في [٣٢٦ من ٣٣٠] من الأسطر',
  ],
  [
    'a value that is read in one way alone',
    { ...ofDates, evidence: 'proved', ways: nobody },
    'dayFirst',
    '21/11/2026 can be read in no other way',
    'لا تُقرأ القيمة 21/11/2026 إلا هكذا',
  ],
  [
    'words of the file',
    { ...ofDates, evidence: 'said', by: 'DD/MM/YYYY', ways: nobody },
    'dayFirst',
    'said by the file: DD/MM/YYYY',
    'من الملف نفسه: DD/MM/YYYY',
  ],
  ['no fees', alone('fees', 'none'), 'none', 'no column holds fees', 'لا عمود فيه رسوم'],
  ['no currency', alone('currency', 'SAR'), 'SAR', 'no line names another', 'لا سطر يذكر عملة أخرى'],
  [
    'how charges are read, as somebody chose',
    ofCharges,
    'signed',
    'your choice; no transaction can tell',
    'اختيارك؛ لا توجد عملية تبيّن ذلك',
  ],
];

test('what speaks for a way is said with the count of that way, in both languages', async () => {
  for (const [language, at] of [
    ['en', 3],
    ['ar', 4],
  ] as const) {
    const say = await evidenceIn(language);
    expect(said.map(([what, tried, way]) => [what, say(tried, way)])).toEqual(
      said.map((each) => [each[0], each[at]]),
    );
  }
});

test.each([
  ['en', en, 'All files of Najd Bank', 'All files of these columns'],
  ['ar', ar, 'كل ملفات بنك نجد', 'كل الملفات التي لها هذه الأعمدة'],
])(
  'a part for whose files nobody named a bank is called whole, in %s',
  async (language, texts, ofBank, ofNone) => {
    stubBrowser({ language: language as 'en' | 'ar' });
    const { partName } = await import('./reading.words.ts');
    const i18n = createInstance();
    await i18n.init({ lng: language, resources: { [language]: { reconciliation: texts } } });
    expect([
      partName(i18n.t, '', language === 'en' ? 'Najd Bank' : 'بنك نجد'),
      partName(i18n.t, '', ''),
      partName(i18n.t, 'Olaya', ''),
    ]).toEqual([ofBank, ofNone, 'Olaya']);
  },
);
