/** The amount that a bank kept has VAT in it and the rate has not: both say so, beside an agreed amount with VAT. */
import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import ar from '../../../../locales/ar/reconciliation.json' with { type: 'json' };
import en from '../../../../locales/en/reconciliation.json' with { type: 'json' };
import { stubBrowser } from '../../../testing/browser.ts';

beforeEach(() => void vi.resetModules());
afterAll(() => void vi.unstubAllGlobals());

/** 3.07 is a fee of 2.67 and a VAT of 0.40 on a sale of 91.40: its rate is 2.92%, and 3.07 would be 3.36% of it. */
const params: BankFileEntry['params'] = {
  bankMinor: 307,
  expectedMinor: 93,
  overchargedMinor: 214,
  bankRateBps: 292,
};

async function shownIn(language: 'en' | 'ar', entry: Pick<BankFileEntry, 'reason' | 'params'>) {
  stubBrowser({ language });
  const { FeeChips } = await import('./entry-nearest.tsx');
  const { reasonText } = await import('./reason.words.ts');
  const texts = i18next.createInstance();
  await texts.use(initReactI18next).init({
    lng: language,
    resources: { en: { reconciliation: en }, ar: { reconciliation: ar } },
    interpolation: { escapeValue: false },
  });
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <FeeChips entry={entry as BankFileEntry} />
    </I18nextProvider>,
  );
  const plain = (text: string | null): string =>
    (text ?? '')
      .replace(/<[^>]*>/g, ' ')
      .replaceAll(/[⁦-⁩]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return [plain(html), plain(reasonText(texts.t, { ...entry, earlier: null }))];
}

test.each([
  [
    'en',
    'fee and VAT differs 3.07 (fee without VAT: 2.92%) agreed 0.93 with VAT',
    'The bank took 3.07 as fee and VAT; your rate of that day gives 0.93.',
  ],
  [
    'ar',
    'الرسوم والضريبة مختلف ٣٫٠٧ (الرسوم دون الضريبة: ٢٫٩٢٪) المتفق عليه ٠٫٩٣ مع الضريبة',
    'خصم البنك ٣٫٠٧ رسومًا وضريبة، والصحيح حسب نسبة ذلك اليوم ٠٫٩٣.',
  ],
] as const)('in %s', async (language, chips, sentence) => {
  expect(await shownIn(language, { reason: 'fee', params })).toEqual([chips, sentence]);
});

test('without a fee of its own no rate is said', async () => {
  const { bankRateBps: _, ...others } = params;
  const [chips] = await shownIn('en', { reason: 'fee', params: others });
  expect(chips).toBe('fee and VAT differs 3.07 agreed 0.93 with VAT');
});
