import type { RefundEffect } from '@mizan/contract/refunds.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { drawnIn, textOf } from '../../testing/drawn.tsx';

afterEach(() => void vi.unstubAllGlobals());

/** No two figures are the same, so that each can only stand in its own place. */
const effect = {
  original: { amountMinor: 30_000, isRateKnown: true, mdrBps: 80, vatBps: 1_500 },
  amountMinor: 12_050,
  refundedMinor: 0,
  heldMinor: 0,
  now: { amountMinor: 30_000, feeMinor: 240, vatMinor: 36, netMinor: 29_724 },
  change: { amountMinor: -12_050, feeMinor: -17, vatMinor: -3, netMinor: -12_030 },
  after: { amountMinor: 17_950, feeMinor: 223, vatMinor: 33, netMinor: 17_694 },
  deposit: {
    bankNameEn: 'Riyad Bank',
    bankNameAr: 'بنك الرياض',
    dueDay: '2026-11-30',
    nowMinor: 99_001,
    afterMinor: 86_971,
  },
} as unknown as RefundEffect;

/** Each row of what a refund changes: its heading, then now, the change and after. */
async function rows(language: 'en' | 'ar', isCurrent = true): Promise<string[][]> {
  const { html } = await drawnIn(language);
  const { RefundTable } = await import('./refund-figures.tsx');
  const drawn = html(<RefundTable effect={effect} isCurrent={isCurrent} />);
  return [...drawn.matchAll(/<tr>(.*?)<\/tr>/g)]
    .slice(1)
    .map(([, row = '']) =>
      [...row.matchAll(/<t[hd].*?<\/t[hd]>/g)].map(([cell]) => textOf(cell).replace(/\s+/g, ' ').trim()),
    );
}

test('fee and VAT stand beside the amount, now, by this refund and after it', async () => {
  expect(await rows('en')).toEqual([
    ['Amount', '300.00', '−120.50', '179.50'],
    ['Fee 0.80%', '−2.40', '0.17', '−2.23'],
    ['VAT 15.00%', '−0.36', '0.03', '−0.33'],
    ['Net', '297.24', '−120.30', '176.94'],
    ['Settlement due Nov 30 Riyad Bank', '990.01', '−120.30', '869.71'],
  ]);
  expect((await rows('ar')).slice(1, 3)).toEqual([
    ['الرسوم ٠٫٨٠٪', '−٢٫٤٠', '٠٫١٧', '−٢٫٢٣'],
    ['الضريبة ١٥٫٠٠٪', '−٠٫٣٦', '٠٫٠٣', '−٠٫٣٣'],
  ]);
});

test('while it is not known of which amount they are, only what stands already is shown', async () => {
  expect((await rows('en', false)).slice(1, 3)).toEqual([
    ['Fee 0.80%', '−2.40', '—', '—'],
    ['VAT 15.00%', '−0.36', '—', '—'],
  ]);
});
