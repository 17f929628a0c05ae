import { besideEachOther } from '@mizan/contract/apart.ts';
import type { Slip, SlipLine } from '@mizan/contract/receipts.ts';
import type { ShiftDetail } from '@mizan/contract/shifts.ts';
import { isolated, plainText } from '../../platform/exports/safe-text.ts';
import { type Language, wordsFor } from '../../platform/words.ts';

/**
 * The slip of a shift, bilingual as receipts are: what it comes to, by scheme, and beside the total what is not in it and
 * why. Of an open shift it says that it goes on.
 */
const words = { en: wordsFor('en'), ar: wordsFor('ar') } as const;
const languages = ['en', 'ar'] as const;

const single = (text: string, isStrong = false): SlipLine[] =>
  text === '' ? [] : [{ left: text, right: null, isStrong }];
const pair = (left: string, right: string, isStrong = false): SlipLine[] => [{ left, right, isStrong }];
const said = (key: string, values: Record<string, string | number> = {}): Record<Language, string> => ({
  en: words.en.text(key, values),
  ar: words.ar.text(key, values),
});
const inBoth = (key: string, isStrong = false): SlipLine[] => {
  const { en, ar } = said(key);
  return pair(en, ar, isStrong);
};
const countIn = (language: Language, count: number | null): string =>
  count === null || count === 0 ? '' : ` (${words[language].number(count)})`;
/** A sum, named in both languages with how many it is of; of none without a number, as a lone Arabic nought reads as a dot. */
const sum = (
  name: Record<Language, string>,
  minor: number,
  count: number | null,
  isStrong = false,
): SlipLine[] =>
  pair(name.en + countIn('en', count), name.ar + countIn('ar', count), isStrong).concat(
    pair(words.en.amount(minor), words.ar.amount(minor), isStrong),
  );

/** Day and time in Riyadh as slips print them. */
const clockText = (instant: string): string => {
  const text = new Date(new Date(instant).getTime() + 3 * 3_600_000).toISOString();
  const [year, month, day] = text.slice(0, 10).split('-');
  return `${day}/${month}/${year} ${text.slice(11, 19)}`;
};
const momentLine = (key: string, instant: string): SlipLine[] => [
  ...inBoth(key),
  ...single(clockText(instant)),
];
const named = (key: string, name: string): SlipLine[] => [
  ...inBoth(key),
  ...single(isolated(plainText(name).trim())),
];

/** What is not in the total, each with its reason. */
function besideLines({ sums, beside }: ShiftDetail): SlipLine[] {
  const parts = [
    ['undecidedSales', sums.undecidedSales],
    ['undecidedRefunds', sums.undecidedRefunds],
    ['besideSales', beside.sales],
    ['besideRefunds', beside.refunds],
  ] as const;
  const lines = parts.flatMap(([key, { count, minor }]) =>
    count === 0 ? [] : sum(said(`slip:shift.${key}`), minor, count),
  );
  return lines.length === 0 ? [] : [...inBoth('slip:shift.notCounted', true), ...lines];
}

function laterLines({ laterCount, laterMinor, sums }: ShiftDetail): SlipLine[] {
  if (laterCount === 0) return [];
  return [
    ...sum(said('slip:shift.later'), laterMinor, laterCount),
    ...sum(said('slip:shift.totalNow'), sums.totalMinor + laterMinor, null, true),
  ];
}

/** The slip's lines in blocks; a block without a line is left out. `now` is when it is printed. */
export function shiftSlipOf(shift: ShiftDetail, merchant: Record<Language, string>, now: Date): Slip {
  const { sums } = shift;
  const names = [...new Set(languages.toReversed().map((language) => plainText(merchant[language]).trim()))];
  const branch = [...new Set([shift.branchNameAr, shift.branchNameEn].map((name) => plainText(name).trim()))];
  const join = (each: string[]) => besideEachOther(each.filter(Boolean).map(isolated));
  return [
    [...single(join(names), true), ...single(join(branch))],
    [
      ...inBoth(shift.closedAt === null ? 'slip:shift.titleOpen' : 'slip:shift.title', true),
      ...pair(`#${shift.id}`, `TID ${shift.tid}`),
      ...named('slip:shift.cashier', shift.cashierName),
      ...momentLine('slip:shift.opened', shift.openedAt),
      ...(shift.closedAt === null ? [] : momentLine('slip:shift.closed', shift.closedAt)),
    ],
    [
      ...sums.schemes.flatMap(({ scheme, count, minor }) =>
        sum(scheme === 'None' ? said('slip:shift.noScheme') : said(`slip:scheme.${scheme}`), minor, count),
      ),
      ...sum(said('slip:shift.sales'), sums.sales.minor, sums.sales.count),
      ...sum(said('slip:shift.refunds'), -sums.refunds.minor, sums.refunds.count),
    ],
    [...sum(said('slip:shift.total'), sums.totalMinor, null, true), ...inBoth('slip:shift.inRiyals')],
    besideLines(shift),
    laterLines(shift),
    [...momentLine('slip:shift.printed', now.toISOString()), ...inBoth('slip:noTaxInvoice')],
  ].filter((block) => block.length > 0);
}
