import type { Proof, ProofFigures, ProofGap, ProofLevel, ProofRow } from '@mizan/contract/proof.ts';
import { proofSays, proofUnknown } from '@mizan/contract/proof-says.ts';
import type { TFunction } from 'i18next';
import { bankDayFormat } from '../../platform/bank-day.ts';
import {
  apart,
  dateCalendar,
  dateFormat,
  dateRangeFormat,
  formatAmount,
  formatNumber,
  isolateLtr,
} from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';

/** The month that banks count by, whichever calendar was chosen. */
const formatMonth = dateFormat({ month: 'long', year: 'numeric' }, 'gregory');
const formatDays = dateRangeFormat({ month: 'long', day: 'numeric', year: 'numeric' });
const formatLongDay = bankDayFormat({ weekday: 'long', month: 'long', day: 'numeric' });
/** November 16 */
export const formatPlainDay = dateFormat({ month: 'long', day: 'numeric' });

export function daysText({ from, to }: Pick<Proof, 'from' | 'to'>): string {
  if (from === to) return formatLongDay(from);
  const month = formatMonth(`${from.slice(0, 7)}-15`);
  return dateCalendar === 'gregory' ? month : `${formatDays(from, to)}${apart}${month}`;
}

export const inLanguage = ({ nameEn, nameAr }: { nameEn: string; nameAr: string }): string =>
  nameIn({ nameEn, nameAr });

/** A branch or a bank; lines of no terminal that is known have neither. */
export function rowName(
  { key, nameEn, nameAr }: Pick<ProofRow, 'key' | 'nameEn' | 'nameAr'>,
  t: TFunction,
): string {
  const name = inLanguage({ nameEn, nameAr });
  if (name !== '') return name;
  if (key.startsWith('k-1')) return t('proof:row.severalBanks');
  return t(key.startsWith('k') ? 'proof:row.noBank' : 'proof:row.noBranch');
}

interface GapParts {
  /** What asks most: its causes, and what they come to. */
  first: ProofGap['causes'];
  firstMinor: number;
  /** What asks less, by tone. */
  others: { tone: 'differs' | 'waits' | 'decided'; amountMinor: number }[];
  /** Agreed, or only on another day. */
  quietMinor: number;
}

/** A gap as what asks most, what asks less and what asks nobody: together they are its difference. */
export function partsOf({ tone: worst, causes }: ProofGap): GapParts {
  const sumOf = (tone: string): number =>
    causes.reduce((sum, each) => (each.tone === tone ? sum + each.amountMinor : sum), 0);
  const first = worst === 'quiet' ? [] : causes.filter(({ tone }) => tone === worst);
  return {
    first,
    firstMinor: worst === 'quiet' ? 0 : sumOf(worst),
    others: (['differs', 'waits', 'decided'] as const).flatMap((tone) =>
      tone !== worst && causes.some((each) => each.tone === tone) ? [{ tone, amountMinor: sumOf(tone) }] : [],
    ),
    quietMinor: sumOf('quiet'),
  };
}

/** What the whole says in one sentence, and never more than is known. */
export const headline = (proof: Proof, t: TFunction): string => t(`proof:says.${proofSays(proof)}`);

/** Where most of what is missing is, in one sentence; null where no terminal has more than half of it. */
export const mostlyText = ({ mostly, currency }: Proof, t: TFunction): string | null =>
  mostly &&
  t('proof:mostly', {
    tid: isolateLtr(mostly.tid),
    name: rowName(mostly, t),
    payments: t('units:transaction', { count: mostly.count }),
    amount: formatAmount(mostly.amountMinor, { currency: t(`units:currency.${currency}`) }),
  });

/** What stands below it: why nothing is certain, and of what nothing is known. */
export function notesOf(proof: Proof, t: TFunction): string[] {
  const { doubts } = proof;
  return [
    ...doubts.map(({ level, doubt }) => t(`proof:doubt.${doubt}`, { level: t(`proof:between.${level}`) })),
    ...proofUnknown(proof).map((why) => t(`proof:unknown.${why}`)),
  ];
}

const sidesOf = {
  host: ['host', 'terminals'],
  terminals: ['terminals', 'transactions'],
  lines: ['transactions', 'lines'],
  deposit: ['lines', 'deposit'],
} as const satisfies Record<ProofLevel, readonly (keyof ProofFigures)[]>;

/** Whether neither side of a gap has anything: what is not there agrees with nothing. */
export const isBetweenNothing = (figures: ProofFigures, level: ProofLevel): boolean =>
  sidesOf[level].every((side) => {
    const of: { amountMinor: number; count?: number } | null = figures[side];
    return of === null || (of.amountMinor === 0 && (of.count ?? 0) === 0);
  });

/** 'Not due yet (9)' */
export const countedText = (text: string, count: number): string => `${text} (${formatNumber(count)})`;
