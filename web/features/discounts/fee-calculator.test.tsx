import type { AgreedScheme } from '@mizan/contract/banks.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { drawnIn, textOf } from '../../testing/drawn.tsx';
import type { Discounts } from './discounts.queries.ts';

afterEach(() => void vi.unstubAllGlobals());

const rate = (scheme: AgreedScheme, terms: object) => ({
  id: scheme,
  bankId: '1',
  scheme,
  validFrom: '2026-10-01',
  paidWithin: { days: 1, kind: 'WORKING' },
  ownVatBps: null,
  withdrawnAt: null,
  ...terms,
});
const discounts = {
  banks: [{ id: '1', nameEn: 'Najd Bank', nameAr: 'بنك نجد', today: '2026-11-25' }],
  rates: [
    rate('Mada', { mdrBps: 80, capLimitMinor: 500, processingFeeMinor: 75 }),
    rate('Visa', { mdrBps: 240, capLimitMinor: null, processingFeeMinor: 50 }),
    rate('MasterCard', { mdrBps: 170, capLimitMinor: 4_000, processingFeeMinor: 0 }),
  ],
  vat: [{ validFrom: '2020-07-01', vatBps: 1_500 }],
  closed: [],
} as unknown as Discounts;

/** Each step of 1,000.00 on the screen: what it says, how it is reckoned, and its figure; then what the bank pays. */
async function stepsOf(language: 'en' | 'ar', scheme: AgreedScheme): Promise<string[]> {
  const { html } = await drawnIn(language);
  const { FeeCalculator } = await import('./fee-calculator.tsx');
  const drawn = html(<FeeCalculator discounts={discounts} bankId="1" scheme={scheme} />);
  const said = (part: string): string =>
    textOf(part.replace(/<\/span>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim();
  const steps = [...drawn.matchAll(/<li.*?<\/li>/g)].map(([step]) => said(step));
  return [...steps, said(/<div class="[^"]*net[^"]*">.*?<\/p>/.exec(drawn)?.[0] ?? '')];
}

test('a fee of each payment and no cap: every step has its own figure', async () => {
  expect(await stepsOf('en', 'Visa')).toEqual([
    '1 Rate of that day 2.40%, valid since Oct 1, 2026',
    '2 Amount × rate, half up 1,000.00 × 2.40% = 24.00 24.00',
    '3 No cap the whole share is charged 24.00',
    '4 Processing fee for each transaction 0.50',
    '5 Fee 24.00 + 0.50 −24.50',
    '6 VAT on the fee, half up 24.50 × 15.00% = 3.68 −3.68',
    '1,000.00 − 24.50 − 3.68 Net 971.82 SAR',
  ]);
  const arabic = await stepsOf('ar', 'Visa');
  expect(arabic.map((step) => /[٠-٩٬٫]+$/.exec(step.replace(/ ر\.س$/, ''))?.[0])).toEqual([
    '٢٠٢٦',
    '٢٤٫٠٠',
    '٢٤٫٠٠',
    '٠٫٥٠',
    '٢٤٫٥٠',
    '٣٫٦٨',
    '٩٧١٫٨٢',
  ]);
});

test('a cap that is reached takes the place of the share; one that is not stands beside it', async () => {
  expect((await stepsOf('en', 'Mada')).slice(1)).toEqual([
    '2 Amount × rate, half up 1,000.00 × 0.80% = 8.00 8.00',
    '3 The cap of 5.00 applies 8.00 > 5.00 5.00',
    '4 Processing fee for each transaction 0.75',
    '5 Fee 5.00 + 0.75 −5.75',
    '6 VAT on the fee, half up 5.75 × 15.00% = 0.86 −0.86',
    '1,000.00 − 5.75 − 0.86 Net 993.39 SAR',
  ]);
  expect((await stepsOf('en', 'MasterCard')).slice(1)).toEqual([
    '2 Amount × rate, half up 1,000.00 × 1.70% = 17.00 17.00',
    '3 The cap of 40.00 is not reached 17.00 ≤ 40.00 17.00',
    '4 Processing fee none for Mastercard at Najd Bank 0.00',
    '5 Fee 17.00 + 0.00 −17.00',
    '6 VAT on the fee, half up 17.00 × 15.00% = 2.55 −2.55',
    '1,000.00 − 17.00 − 2.55 Net 980.45 SAR',
  ]);
});
