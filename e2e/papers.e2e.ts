import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Slip } from '@mizan/contract/receipts.ts';
import type { SettlementTableRow } from '@mizan/contract/settlement-table.ts';
import type { ShiftDetail } from '@mizan/contract/shifts.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimPdf } from '../server/features/fee-audit/claim-pdf.ts';
import type { ClaimedRentRow } from '../server/features/fee-audit/claim-said.ts';
import type { ClaimRecord } from '../server/features/fee-audit/claims.queries.ts';
import { slipPdf } from '../server/features/receipts/slip-pdf.ts';
import { totalsOf } from '../server/features/settlement/settlement-sums.ts';
import { canonicalText, type StatementFigures } from '../server/features/settlement/statements/figures.ts';
import { statementTable } from '../server/features/settlement/statements/statement-table.ts';
import { shiftSlipOf } from '../server/features/shifts/shift-slip.ts';
import { pdfOf } from '../server/platform/exports/pdf.writer.ts';
import { launchChromium } from './testing/browser.ts';
import { paperReader, type SeenPage, type SeenText } from './testing/paper-pictures.ts';
import { languages } from './testing/texts.ts';

/** Papers that leave the house, as a person sees them: drawn by a reader that is not ours. */
let browser: Browser;
let reader: Awaited<ReturnType<typeof paperReader>>;
beforeAll(async () => {
  browser = await launchChromium();
  reader = await paperReader(browser);
});
afterAll(() => browser.close());

const arabic = /\p{Script=Arabic}/u;
const figure = /^[−-]?[\d٠-٩][\d٠-٩,٬]*[.٫][\d٠-٩]{2}$/;
const address = 'https://portal.example.sa/neopaas/portal/statement?code=aB3dE6gH9jK2mN5pQ8sT1vW4xY7';
/** Names as long as they may well be. */
const merchant = {
  id: '7',
  nameEn: 'Diyar Al Najd Speciality Coffee and Roastery Trading Company WORLDWIDE in RIYADH',
  nameAr: 'شركة ديار نجد للقهوة المختصة والمحامص التجارية المحدودة بمدينة الرياض حي الملك فهد',
};
const bank = { id: '1', nameEn: 'Alinma Bank', nameAr: 'مصرف الإنماء', iban: 'SA0380000000608010167519' };

async function looked(name: string, paper: Readable, more?: { isCoded: boolean }): Promise<SeenPage[]> {
  const folder = process.env.MIZAN_PICTURES;
  const pages = await reader.pagesOf(await buffer(paper), { ...more, isKept: folder !== undefined });
  if (folder)
    for (const [at, { png }] of pages.entries()) await writeFile(`${folder}/${name}-${at + 1}.png`, png);
  return pages;
}

/** Two texts of a line that cover each other by more than a hair, or of two lines that cover each other by more than descenders do. */
const overlaps = (a: SeenText, b: SeenText): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.6 &&
  Math.abs(a.baseline - b.baseline) < Math.min(a.size, b.size) * 0.9;

/** What no paper may show, whatever is on it: what is wrong, in words. */
function faultsOf({ width, height, texts, missing, ink }: SeenPage, margin: number): string[] {
  const isInside =
    ink.left >= margin && ink.top >= margin && ink.right <= width - margin && ink.bottom <= height - margin;
  return [
    ...(texts.length < 5 ? ['blank'] : []),
    ...(missing > 0 ? [`${missing} glyphs without a shape`] : []),
    ...(isInside ? [] : [`something dark in the margin: ${JSON.stringify(ink)} of ${width} × ${height}`]),
    ...texts.filter(({ isSeen }) => !isSeen).map(({ text }) => `not to be seen: ${text}`),
    ...texts
      .filter(
        ({ text, shapedWidth, left, right }) =>
          arabic.test(text) && Math.abs(right - left - shapedWidth) > 0.02 * shapedWidth + 0.1,
      )
      .map(({ text, shapedWidth, left, right }) => `not joined: ${text}, ${right - left} for ${shapedWidth}`),
    ...texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter((other) => overlaps(one, other))
        .map((other) => `over one another: ${one.text} and ${other.text}`),
    ),
  ];
}

/** The right ends of the figures of a page, each once. */
const figureEnds = ({ texts }: SeenPage): number[] => [
  ...new Set(texts.filter(({ text }) => figure.test(text)).map(({ right }) => Math.round(right * 2) / 2)),
];
/** Where the outermost text begins at the side where reading begins. */
const startOf = ({ texts, width }: SeenPage, language: 'ar' | 'en'): number =>
  language === 'ar'
    ? width - Math.max(...texts.map(({ right }) => right))
    : Math.min(...texts.map(({ left }) => left));

const row = (at: number): SettlementTableRow => ({
  bankId: '1',
  scheme: at % 2 ? 'Mada' : 'Visa',
  currency: 'SAR',
  day: `2026-11-${String(at + 1).padStart(2, '0')}`,
  dueDay: `2026-11-${String(at + 3).padStart(2, '0')}`,
  arrivedOn: at % 3 ? `2026-11-${String(at + 4).padStart(2, '0')}` : null,
  valueDates: at % 3 ? [`2026-11-${String(at + 4).padStart(2, '0')}`] : [],
  grossMinor: 98_765_432_10 - at * 1_234_567,
  refundsMinor: -12_345_67,
  mdrMinor: -7_654_32,
  processingMinor: -25 * at,
  vatMinor: -1_148_15,
  netMinor: 98_000_000_00 - at * 1_234_567,
  arrivedMinor: at % 3 ? 97_999_000_00 : 0,
  unjudgedCount: at === 4 ? 2 : 0,
  unjudgedMinor: at === 4 ? 45_600 : 0,
  differenceMinor: at % 3 ? -1_000_00 : null,
  state: at % 3 ? 'SHORT' : 'LATE',
  lateDays: at % 3 ? null : 2,
});
const rows = Array.from({ length: 24 }, (_, at) => row(at));
const figures: StatementFigures = {
  form: 2,
  number: 'MZ-2026-0007',
  code: 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7',
  address,
  merchant,
  bank: null,
  from: '2026-11-01',
  to: '2026-11-24',
  madeAt: '2026-11-24T11:22:40.000Z',
  madeByName: 'نورة القحطاني',
  isLastDayOver: false,
  banks: [{ id: '1', nameEn: bank.nameEn, nameAr: bank.nameAr }],
  rows,
  totals: totalsOf(rows).map((total) => ({ ...total, unjudgedMinor: 45_600, writtenOffMinor: 12_345_678 })),
  // With it the paper is at its widest.
  writtenOff: [
    { bankId: '1', scheme: 'Visa', currency: 'SAR', day: '2026-11-03', count: 2, netMinor: 12_345_678 },
  ],
  unmatched: [{ currency: 'SAR', amountMinor: 12_345 }],
};

test.each(
  languages.flatMap((language) =>
    (['gregorian', 'both'] as const).map((calendar) => ({ language, calendar })),
  ),
)('a settlement statement: $language, $calendar', async ({ language, calendar }) => {
  const table = statementTable(
    figures,
    canonicalText(figures),
    { language, calendar, digits: 'language' },
    'pdf',
  );
  const paper = pdfOf(table, table.rows, table.totals);
  const pages = await looked(`statement-${language}-${calendar}`, paper, { isCoded: true });
  expect(pages.map((page) => faultsOf(page, 30))).toEqual(pages.map(() => []));
  expect(pages[0]?.code).toBe(address);
  const amounts = table.columns.filter(({ kind }) => kind === 'amount').length;
  for (const page of pages.slice(0, -1)) {
    expect(startOf(page, language)).toBeCloseTo(36, 0);
    expect(figureEnds(page).length).toBeLessThanOrEqual(amounts + 1);
  }
});

const rate = {
  mdrBps: 200,
  vatBps: 1500,
  capLimitMinor: 20_000,
  processingFeeMinor: 25,
  id: '3',
  validFrom: '2026-01-01',
  validTo: null,
  enteredOn: '2026-01-01',
};
const file = {
  id: '5',
  name: 'كشف الإنماء نوفمبر (1) alinma-merchant-statement-2026-11.xlsx',
  sha256: 'ab'.repeat(32),
};

const claimOf = (kind: ClaimRecord['kind']): Omit<ClaimRecord, 'count' | 'claimedMinor' | 'said'> => ({
  id: '1',
  name: 'CLM-2026-0001',
  kind,
  bankId: '1',
  currency: 'SAR',
  from: '2026-11-01',
  to: '2026-11-24',
  feeMinor: null,
  vatMinor: null,
  state: 'DRAFTED',
  madeAt: new Date('2026-11-24T11:22:40Z'),
  madeByName: 'Noura',
  sentOn: null,
  bankReference: '',
  answeredOn: null,
  paidMinor: null,
  depositId: null,
  answerNote: '',
});

test('the claim of fees, in both languages', async () => {
  const cause = {
    key: 'r',
    kind: 'otherRate',
    rate,
    takenMinor: null,
    vatBase: null,
    rounding: null,
  } as const;
  const pages = await looked(
    'claim',
    claimPdf({
      id: '1',
      name: 'CLM-2026-0001',
      kind: 'FEES',
      bankId: '1',
      currency: 'SAR',
      from: '2026-11-01',
      to: '2026-11-24',
      count: 1240,
      feeMinor: 1_234_567,
      vatMinor: 185_185,
      claimedMinor: 1_419_752,
      said: {
        merchant: { ...merchant, cr: '1010123456' },
        bank,
        groups: (['Visa', 'MasterCard', 'Mada'] as const).map((scheme) => ({
          scheme,
          rate: { ...rate, mdrBps: 180 },
          cause,
          count: 413,
          firstDay: '2026-11-01',
          lastDay: '2026-11-24',
          agreedMinor: 9_000_000,
          chargedMinor: 9_473_250,
          differenceMinor: 473_250,
        })),
        files: [file],
      },
      state: 'DRAFTED',
      madeAt: new Date('2026-11-24T11:22:40Z'),
      madeByName: 'Noura',
      sentOn: null,
      bankReference: '',
      answeredOn: null,
      paidMinor: null,
      depositId: null,
      answerNote: '',
    }),
  );
  expect(pages).toHaveLength(2);
  expect(pages.map((page) => faultsOf(page, 50))).toEqual([[], []]);
  for (const [at, language] of (['ar', 'en'] as const).entries()) {
    const page = pages[at] as SeenPage;
    expect(startOf(page, language)).toBeCloseTo(56, 0);
    const { texts } = page;
    const sums = texts.filter(({ text }) =>
      /^(14,197\.52|12,345\.67|1,851\.85|١٤٬١٩٧٫٥٢|١٢٬٣٤٥٫٦٧|١٬٨٥١٫٨٥)$/.test(text),
    );
    // Each also stands within the letter; the three of the sum end at one place.
    expect(
      Math.max(
        ...Object.values(Object.groupBy(sums, ({ right }) => Math.round(right))).map(
          (same) => same?.length ?? 0,
        ),
      ),
    ).toBe(3);
  }
});

test('the claim of rents, in both languages', async () => {
  const rent = {
    bankId: '1',
    kind: 'rent' as const,
    month: '2026-11',
    currency: 'SAR' as const,
    tid: '61000001',
    terminalCount: 1,
    lineCount: 2,
    chargedMinor: 23_000,
    agreedMinor: 11_500,
    differenceMinor: 11_500,
    finding: 'tooMuch' as const,
    overMinor: 11_500,
    files: [{ ...file, lines: [4, 9] }],
  } satisfies ClaimedRentRow;
  const claim = (rents: number): ClaimRecord => ({
    ...claimOf('RENTS'),
    count: rents,
    claimedMinor: rents * 11_500,
    said: {
      merchant: { ...merchant, cr: null },
      bank,
      groups: [],
      rents: Array.from({ length: rents }, () => rent),
      files: [file],
    },
  });
  const pages = await looked('rents', claimPdf(claim(2)));
  expect(pages.map((page) => faultsOf(page, 50))).toEqual([[], []]);
  // Many: each language on several pages, each of which says of which letter it is; none has little but a signature.
  for (const rents of [17, 20]) {
    const long = await looked(`rents-${rents}`, claimPdf(claim(rents)));
    expect(long.map((page) => faultsOf(page, 50))).toEqual(long.map(() => []));
    expect(Math.min(...long.map(({ texts }) => texts.length))).toBeGreaterThan(8);
    for (const part of [long.slice(0, long.length / 2), long.slice(long.length / 2)])
      for (const page of part.slice(1))
        expect(page.texts.some(({ text }) => text.includes('CLM-2026-0001'))).toBe(true);
  }
});

test('the claim of missing payments, in both languages', async () => {
  const group = {
    scheme: 'Mada',
    count: 4,
    firstDay: '2026-11-16',
    lastDay: '2026-11-19',
    dueDay: '2026-11-22',
  } as const;
  const sums = { grossMinor: 311_850, feeMinor: 2_495, vatMinor: 374, netMinor: 308_981 };
  const pages = await looked(
    'missing',
    claimPdf({
      ...claimOf('MISSING'),
      count: 8,
      claimedMinor: 617_962,
      said: {
        merchant: { ...merchant, cr: '1010123456' },
        bank,
        groups: [],
        missing: (['Mada', 'Visa'] as const).map((scheme) => ({ ...group, ...sums, scheme })),
        files: [file],
      },
    }),
  );
  expect(pages.map((page) => faultsOf(page, 50))).toEqual([[], []]);
});

test('the slip of a shift: what is in it, what is not and why, and no count of nothing', async () => {
  const counted = (count: number, minor: number) => ({ count, minor });
  const shift = {
    id: '1',
    terminalId: '1',
    tid: '88501101',
    branchId: '1',
    cashierId: '4',
    afterName: null,
    branchNameEn: 'Olaya, King Fahd Road, north gate',
    branchNameAr: 'العليا، طريق الملك فهد، البوابة الشمالية',
    cashierName: 'نورة بنت عبدالعزيز العتيبي',
    openedAt: '2026-11-24T05:28:20Z',
    closedAt: '2026-11-24T14:29:06Z',
    closedAs: 'CLOSED',
    closedByName: 'Sara',
    undecidedIds: ['9'],
    later: [],
    laterCount: 1,
    laterMinor: -12_345,
    sums: {
      schemes: [
        { scheme: 'Mada', ...counted(1_240, 98_765_432) },
        { scheme: 'MasterCard', ...counted(1, 5) },
      ],
      sales: counted(1_241, 98_765_437),
      refunds: counted(0, 0),
      totalMinor: 98_765_437,
      unsuccessful: 3,
      undecidedSales: counted(1, 3_168),
      undecidedRefunds: counted(0, 0),
    },
    beside: { sales: counted(2, 40_000), refunds: counted(1, 1_250) },
  } as const satisfies ShiftDetail;
  const slip = shiftSlipOf(
    shift,
    { en: merchant.nameEn, ar: merchant.nameAr },
    new Date('2026-11-24T14:29:06Z'),
  );
  const [page, ...more] = await looked('shift', slipPdf({ slip, title: 'Shift 1', address: null }));
  expect([page && faultsOf(page, 10), more]).toEqual([[], []]);
  const texts = page?.texts.map(({ text }) => text) ?? [];
  expect(texts).toEqual(expect.arrayContaining(['SALES (1,241)', 'REFUNDS', '0.00', '٠٫٠٠', '987,654.37']));
  // A lone Arabic nought reads as a dot.
  expect(texts.filter((text) => /\(\s*[0٠]\s*\)/.test(text))).toEqual([]);
});

test('the slip of a payment, its code says where it is looked at', async () => {
  const line = (left: string, right: string | null = null, isStrong = false) => ({ left, right, isStrong });
  const slip: Slip = [
    [line(merchant.nameAr, null, true), line(merchant.nameEn, null, true), line('طريق الملك فهد، الرياض')],
    [line('24/11/2026', '14:22:41'), line('PURCHASE', 'شراء'), line('SAR 1,240.00', '١٬٢٤٠٫٠٠ ر.س', true)],
    [line('APPROVED', 'مقبولة', true), line('CARDHOLDER PIN VERIFIED', 'تم التحقق من الرقم السري للعميل')],
  ];
  const pages = await looked('slip', slipPdf({ slip, title: 'Receipt', address }), { isCoded: true });
  expect(pages.map((page) => faultsOf(page, 10))).toEqual([[]]);
  expect(pages[0]?.code).toBe(address);
});
