import { expect, test, vi } from 'vitest';
import ar from '../../locales/ar/payment.json' with { type: 'json' };
import en from '../../locales/en/payment.json' with { type: 'json' };
import { stubBrowser } from '../testing/browser.ts';

const refused = [
  ['86', '197'],
  ['01', '187'],
  ['02', '197'],
  ['02', '198'],
  ['02', '199'],
  ['02', '480'],
  ['02', '481'],
] as const;

test('whoever reads that a refund was refused reads what to do next, in both languages', async () => {
  stubBrowser();
  const { refundNext } = await import('./outcome-words.ts');
  const said = (words: typeof en | typeof ar) =>
    refused.map(([providerCode, actionCode]) => {
      const t = (key: string) =>
        words.back.advice[key.replace('payment:back.advice.', '') as keyof typeof en.back.advice];
      return refundNext({ status: 'DECLINED', providerCode, actionCode }, t as never);
    });
  for (const texts of [said(en), said(ar)]) {
    expect(texts.every((text) => typeof text === 'string' && text.endsWith('.'))).toBe(true);
    // The terminal's refusal of the card and the bank's ask for the same; every other one for something else.
    expect(new Set(texts).size).toBe(refused.length - 1);
    expect(texts[0]).toBe(texts[2]);
  }
  const never = { providerCode: '02', actionCode: '199' };
  expect(refundNext({ status: 'APPROVED', ...never }, String as never)).toBeNull();
  expect(refundNext({ status: 'TIMEOUT', ...never }, String as never)).toBeNull();
  vi.unstubAllGlobals();
});
