import type { Dashboard } from '@mizan/contract/dashboard.ts';
import type { TFunction } from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser.ts';

beforeEach(() => void stubBrowser());
afterEach(() => vi.unstubAllGlobals());

const t = ((key: string) => key) as unknown as TFunction;
const review: Dashboard['attention'][number] = {
  kind: 'OPEN_REVIEW',
  transactionId: '7',
  bankFileId: null,
  tid: '88501101',
  amountMinor: 11_800,
  value: null,
  at: '2026-11-29T00:00:00.000Z',
  file: null,
};

test('a payment that needs a decision is not offered for one to who may only look at it', async () => {
  const { attentionWords } = await import('./attention.words.ts');
  expect(attentionWords(review, t, { mayDecide: true }).action).toBe(
    'dashboard:attention.OPEN_REVIEW.action',
  );
  expect(attentionWords(review, t, { mayDecide: false }).action).toBe('dashboard:attention.OPEN_REVIEW.look');
});
