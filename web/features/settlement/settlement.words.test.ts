import { type DepositState, depositStates } from '@mizan/contract/deposit-states.ts';
import { createInstance, type TFunction } from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import arTexts from '../../../locales/ar/settlement.json' with { type: 'json' };
import enTexts from '../../../locales/en/settlement.json' with { type: 'json' };
import { stubBrowser } from '../../testing/browser.ts';
import type { groundOf as GroundOf, lateBeyond as LateBeyond } from './settlement.words.ts';

let groundOf: typeof GroundOf;
let lateBeyond: typeof LateBeyond;
beforeAll(async () => {
  stubBrowser();
  ({ groundOf, lateBeyond } = await import('./settlement.words.ts'));
});
afterAll(() => void vi.unstubAllGlobals());

test('of a strip that was cut it is known how late it goes on to be', () => {
  const strip = [
    { day: '2026-11-16', kind: 'SOLD', late: 0 },
    { day: '2026-11-17', kind: 'LATE', late: 6 },
  ] as const;
  const late = (lateDays: number | null, ofDeposit: number | null) =>
    lateBeyond({ strip: [...strip], lateDays, deposit: { lateDays: ofDeposit } });
  expect([late(null, 32), late(9, null), late(9, 32), late(6, 6), late(null, null)]).toEqual([
    32,
    9,
    32,
    null,
    null,
  ]);
});

const t = ((key: string) => key) as TFunction;
const span = (from: string, to: string, isProposed: boolean, nameEn: string) => ({
  from,
  to,
  isProposed,
  nameEn,
  nameAr: nameEn,
});
/** Monday to Wednesday, and a proposed one from Thursday on over the weekend. */
const closed = [
  span('2026-11-16', '2026-11-18', false, 'National holiday'),
  span('2026-11-19', '2026-11-21', true, 'Eid'),
];

test.each([
  ['the day before a holiday', '2026-11-15', null],
  ['the first day of a holiday', '2026-11-16', 'holiday'],
  ['its last day', '2026-11-18', 'holiday'],
  ['the first day of a proposed one', '2026-11-19', 'proposed'],
  ['a Friday within a holiday', '2026-11-20', 'proposed'],
  ['a Saturday that ends it', '2026-11-21', 'proposed'],
  ['the Sunday after it', '2026-11-22', null],
  ['a Thursday', '2026-11-26', null],
  ['a Friday', '2026-11-27', 'weekend'],
  ['a Saturday', '2026-11-28', 'weekend'],
])('why banks are closed on %s', (_, day, kind) => {
  expect(groundOf(day, closed, t)?.kind ?? null).toBe(kind);
});

test('a holiday is called by its name, whatever day of the week it is', () => {
  expect(groundOf('2026-11-17', closed, t)?.text).toBe('settlement:ground.holiday: National holiday');
  expect(groundOf('2026-11-20', closed, t)?.text).toBe('settlement:ground.proposed: Eid');
});

test('where a confirmed and a proposed holiday share a day it is closed for certain', () => {
  const both = [
    span('2026-11-16', '2026-11-18', true, 'Eid'),
    span('2026-11-18', '2026-11-18', false, 'Bank day'),
  ];
  for (const spans of [both, both.toReversed()])
    expect(groundOf('2026-11-18', spans, t)).toEqual({
      kind: 'holiday',
      text: 'settlement:ground.holiday: Bank day',
    });
});

const deposit = { arrivedMinor: 0, arrivedOn: null, dueDay: '2026-11-17', lateDays: null };

/** What stands in a cell of the calendar beside its state, in the words and digits of a language. */
async function saidIn(language: 'en' | 'ar') {
  stubBrowser({ language });
  const { depositSaid } = await import('./settlement.words.ts');
  const i18n = createInstance();
  await i18n.init({
    resources: { en: { settlement: enTexts }, ar: { settlement: arTexts } },
    lng: language,
    defaultNS: false,
    interpolation: { escapeValue: false },
  });
  return (state: DepositState, differenceMinor: number | null) =>
    depositSaid({ deposit: { ...deposit, state, differenceMinor } }, i18n.t);
}

/** A deposit of each state; what is short lacks 1,432.18, what is over has 0.05 too much. */
const deposits = depositStates.map((state) => {
  const differenceMinor = { SHORT: -143_218, OVER: 5, PAID: 0, LATE: -10_000 }[state as string] ?? null;
  return [state, differenceMinor] as const;
});

test.each([
  [
    'en',
    {
      NOT_DUE: [],
      DUE: [],
      UNRECORDED: [],
      PAID: ['Paid'],
      SHORT: ['Short by 1,432.18'],
      OVER: ['Over by 0.05'],
      PARTLY: ['Partly arrived'],
      LATE: ['Late'],
      UNJUDGED: ['Arrived, no agreed rate'],
    },
  ],
  [
    'ar',
    {
      NOT_DUE: [],
      DUE: [],
      UNRECORDED: [],
      PAID: ['مدفوعة'],
      SHORT: ['ناقصة بمقدار ١٬٤٣٢٫١٨'],
      OVER: ['زائدة بمقدار ٠٫٠٥'],
      PARTLY: ['وصل جزء منها'],
      LATE: ['متأخرة'],
      UNJUDGED: ['وصل مبلغ، والنسبة غير متفق عليها'],
    },
  ],
] as const)(
  'what deposits say of a cell, in %s: nothing before it is due, by how much it is off',
  async (language, expected) => {
    const said = await saidIn(language);
    expect(Object.fromEntries(deposits.map(([state, minor]) => [state, said(state, minor)]))).toEqual(
      expected,
    );
  },
);
