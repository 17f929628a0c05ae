import type { Hole } from '@mizan/contract/verdict-parts.ts';
import { createInstance, type TFunction } from 'i18next';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import arLetter from '../../../../locales/ar/letter.json' with { type: 'json' };
import arTransactions from '../../../../locales/ar/transactions.json' with { type: 'json' };
import arUnits from '../../../../locales/ar/units.json' with { type: 'json' };
import enLetter from '../../../../locales/en/letter.json' with { type: 'json' };
import enTransactions from '../../../../locales/en/transactions.json' with { type: 'json' };
import enUnits from '../../../../locales/en/units.json' with { type: 'json' };
import { stubBrowser } from '../../../testing/browser.ts';
import type { bankLetterOf, LetterAbout } from './bank-letter.words.ts';

const hole: Hole = {
  kind: 'day',
  value: '2026-11-19',
  currency: 'SAR',
  count: 0,
  earlierCount: 61,
  hereCount: 19,
  waitsCount: 37,
  missingCount: 0,
  waitsMinor: -370_092,
  outsideMinor: 0,
  from: '2026-11-19T15:10:00.000Z',
  to: '2026-11-19T20:40:00.000Z',
  edge: 'after',
  edgeAt: '2026-11-19T15:03:00.000Z',
  schemes: [{ scheme: 'Mada', count: 37 }],
  terminals: [{ tid: '88501609', count: 37 }],
};
const detail: LetterAbout['detail'] = {
  fileName: 'najd_pos_20261122.xlsx',
  bankName: 'Najd Bank',
  bank: null,
  firstDay: '2026-11-19',
  lastDay: '2026-11-21',
  linesRead: 326,
  toClaim: [],
};
const letters: Record<'en' | 'ar', TFunction> = {} as never;
let letterOf: typeof bankLetterOf;
afterAll(() => vi.unstubAllGlobals());
beforeAll(async () => {
  stubBrowser({ language: 'en' });
  letterOf = (await import('./bank-letter.words.ts')).bankLetterOf;
  const i18n = createInstance();
  await i18n.init({
    lng: 'en',
    defaultNS: false,
    interpolation: { escapeValue: false },
    resources: {
      en: { letter: enLetter, transactions: enTransactions, units: enUnits },
      ar: { letter: arLetter, transactions: arTransactions, units: arUnits },
    },
  });
  Object.assign(letters, { en: i18n.getFixedT('en'), ar: i18n.getFixedT('ar') });
});
const letter = (
  language: 'en' | 'ar',
  more: Partial<LetterAbout['detail']>,
  holes: Hole[],
  currencies: LetterAbout['result']['currencies'] = [],
) =>
  letterOf(letters[language], language, {
    detail: { ...detail, ...more },
    result: { holes, coverage: null, currencies },
    sender: 'Sara',
  })?.body;

describe('a letter to the bank', () => {
  test('names day, hours, cards, terminals, count and amount of a hole, and asks for what came after its edge', () => {
    const body = letter('en', {}, [hole]) ?? '';
    for (const part of [
      '37 transactions',
      '3,700.92 SAR',
      '6:10',
      '11:40',
      'Mada (37)',
      '88501609 (37)',
      'everything after 6:03',
    ])
      expect(body).toContain(part);
  });

  test('says the same in Arabic digits, and names no text by its key', () => {
    const body = letter('ar', {}, [hole]) ?? '';
    expect(body).toContain('٣٬٧٠٠٫٩٢');
    expect(body).not.toMatch(/letter:|[a-z]+\.[a-z]+\.[a-z]+/);
  });

  test('asks for what is to be claimed, less what later files brought', () => {
    const body = letter('en', { toClaim: [{ currency: 'SAR', amountMinor: 7_326 }] }, []) ?? '';
    expect(body).toContain('short by 73.26 SAR');
  });

  test('says apart what was taken by lines about no transaction, and offers no transactions for it', () => {
    const step = (bar: 'rent' | 'adjustment' | 'missingInBank', amountMinor: number) =>
      ({ bar, isTotal: false, amountMinor, count: 1, group: 'toClaim' }) as const;
    const taken = [step('missingInBank', -7_326), step('rent', -5_000), step('adjustment', -1_250)];
    const sumOf = (steps: typeof taken) => steps.reduce((sum, each) => sum + each.amountMinor, 0);
    const of = (steps: typeof taken, toClaim = sumOf(steps)) =>
      letter(
        'en',
        {
          toClaim: [{ currency: 'SAR', amountMinor: -toClaim }],
        },
        [],
        [
          {
            currency: 'SAR',
            expectedMinor: 0,
            bankMinor: 0,
            differenceMinor: 0,
            groups: { toClaim, notDueYet: 0, paidTooMuch: 0 },
            steps,
          },
        ],
      ) ?? '';
    expect(of(taken)).toContain('short by 73.26 SAR');
    expect(of(taken)).toContain('Terminal rent (50.00 SAR), Adjustments (12.50 SAR)');
    const alone = of(taken.slice(1));
    expect(alone).not.toContain('short by');
    expect(alone).not.toContain('send the transactions');
    expect(alone).toContain('Terminal rent (50.00 SAR)');
    // An adjustment gave 3.00 back: how much the others took nobody knows, so no amount is said of a kind.
    const mixed = of(taken, sumOf(taken) - 300);
    expect(mixed).toContain('short by 138.76 SAR. Lines that are about no transaction are part of that');
    expect(mixed).not.toContain('12.50');
  });

  test('does not say of lines that could not be read that no file has their payments', () => {
    const body = letter('en', {}, [{ ...hole, kind: 'rejectedLines', value: '', count: 2 }]) ?? '';
    expect(body).toContain('may stand in them');
    expect(body).not.toContain('in no file');
  });

  test('asks which payments an undecided sum is of, and calls no line unreadable', () => {
    const body = letter('en', {}, [{ ...hole, kind: 'undecidedSums', value: '', count: 2 }]) ?? '';
    expect(body).toContain('may stand in them');
    expect(body).toContain('which transactions each of these lines is of');
    expect(body).not.toContain('could not be read');
  });

  test('is none where there is nothing to ask for', () => {
    expect(letter('en', {}, [])).toBeUndefined();
  });
});
