import type { ShiftDetail } from '@mizan/contract/shifts.ts';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import common from '../../../locales/en/common.json' with { type: 'json' };
import shifts from '../../../locales/en/shifts.json' with { type: 'json' };
import { stubBrowser } from '../../testing/browser.ts';
import type { ShiftSum as Sum } from './shift-sum.tsx';

const texts = i18next.createInstance();
let ShiftSum: typeof Sum;
beforeAll(async () => {
  stubBrowser();
  ({ ShiftSum } = await import('./shift-sum.tsx'));
  await texts.use(initReactI18next).init({ lng: 'en', resources: { en: { common, shifts } } });
});
afterAll(() => vi.unstubAllGlobals());

const none = { count: 0, minor: 0 };
const shift: ShiftDetail = {
  id: '1',
  terminalId: '1',
  tid: '88501101',
  branchId: '1',
  branchNameEn: 'Olaya',
  branchNameAr: 'العليا',
  cashierId: '1',
  cashierName: 'Noura',
  openedAt: '2026-11-28T09:00:00.000Z',
  afterName: null,
  closedAt: null,
  closedAs: null,
  closedByName: null,
  sums: {
    schemes: [],
    sales: none,
    refunds: none,
    totalMinor: 0,
    unsuccessful: 0,
    undecidedSales: { count: 1, minor: 57_77 },
    undecidedRefunds: { count: 2, minor: 12_50 },
  },
  laterMinor: 0,
  later: [],
  laterCount: 0,
  undecidedIds: [],
  beside: { sales: none, refunds: none },
};
const linesOf = (one: ShiftDetail): string[] =>
  renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <ShiftSum shift={one} />
    </I18nextProvider>,
  )
    .split('</p>')
    .map((line) => line.replace(/<[^>]*>/g, '').trim());

test('a refund without a result is no money that will be added: it stands apart from the sales', () => {
  const lines = linesOf(shift);
  expect(lines.filter((line) => line.includes('no result') || line.includes('when approved'))).toEqual([
    expect.stringMatching(/1 sale of 57\.77 has no result$/),
    'Not counted. Added when approved.',
    '2 refunds of 12.50 have no result',
    'Not counted. Taken off when approved.',
  ]);
});

test('after closing neither is added nor taken off: what changes stands below the total', () => {
  const lines = linesOf({ ...shift, closedAt: '2026-11-28T10:00:00.000Z', closedAs: 'CLOSED' });
  expect(lines).toContain('Not counted when the shift was closed.');
  expect(lines.filter((line) => line.includes('when approved'))).toEqual([]);
});

test('an Arabic name takes the time behind it to no other side', () => {
  const [who] = linesOf({ ...shift, cashierName: 'نورة' });
  expect(who).toMatch(/^\u2068نورة\u2069 /);
});
