import { addDays, daysBetween } from '@mizan/contract/business-day.ts';
import {
  type AuditLine,
  type AuditLineKind,
  type AuditRow,
  type QuietKind,
  quietKinds,
  auditRateKey as rateKey,
} from '@mizan/contract/fee-audit.ts';
import { type Scheme, schemes } from '@mizan/contract/transaction-states.ts';
import type { Correction, QuietLines } from './audit.queries.ts';
import { auditRateOn, auditRows, isQuiet, type JudgedLine, type RateBook } from './audit-book.ts';
import type { BankDay, QuietRow } from './audit-lines.queries.ts';

/** Which lines a figure of the fee audit is made of. Nothing is asked of anybody here. */

/** What lines are asked for. */
export interface LineFilter {
  side: AuditLineKind;
  currency: AuditRow['currency'];
  scheme?: Scheme | undefined;
  rate?: string | undefined;
  cause?: string | undefined;
}

/** Whether a line that differs is one of them: all of them count as judged. */
export const isAskedFor =
  ({ side, currency, scheme, rate, cause }: LineFilter) =>
  (line: JudgedLine): boolean =>
    (side === 'judged' || line.side === side) &&
    line.currency === currency &&
    (scheme === undefined || line.scheme === scheme) &&
    (rate === undefined || rateKey(line.rate) === rate) &&
    (cause === undefined || line.cause.key === cause);

/** Which lines without a difference a figure has beside; null where it has none, as where a cause is asked for. */
export function quietKindOf({ side, cause }: LineFilter): QuietKind | null {
  if (cause !== undefined) return null;
  if (side === 'judged') return 'asAgreed';
  return quietKinds.find((kind) => kind === side) ?? null;
}

/** What a bank's corrected line counts as where nothing of it is too much or too little. */
function kindOfCorrected({ isAgreed, isOtherAmount }: Correction): QuietKind {
  if (isOtherAmount) return 'otherAmount';
  return isAgreed ? 'asAgreed' : 'notJudged';
}

/** A line without a difference as a list shows it. */
export const ofQuiet = ({ claimId, claimName, kind, ...line }: QuietRow): AuditLine => ({
  ...line,
  side: kind,
  // Of those that are as agreed the sum is known, not what of it the bank called a fee.
  chargedFeeMinor: null,
  chargedVatMinor: null,
  differenceMinor: kind === 'asAgreed' ? 0 : null,
  cause: null,
  claim: claimId === null ? null : { id: claimId, name: claimName ?? '' },
});

/** Corrected lines that are quiet by now, of the kind that is asked for. */
export const quietCorrections = (
  corrections: readonly Correction[],
  kind: QuietKind,
  { currency, scheme, rate }: LineFilter,
  book: RateBook,
): AuditLine[] =>
  corrections
    .filter(
      (each) =>
        isQuiet(each) &&
        kindOfCorrected(each) === kind &&
        each.currency === currency &&
        (scheme === undefined || each.scheme === scheme) &&
        (rate === undefined || rateKey(auditRateOn(book, each)) === rate),
    )
    .map((each) => {
      const { transactionId, bankId, day, lastFour, rrn, chargedMinor, bankFileId, claimId, claimName } =
        each;
      return ofQuiet({
        transactionId,
        bankId,
        scheme: each.scheme,
        day,
        lastFour,
        rrn,
        chargedMinor,
        bankFileId,
        claimId,
        claimName,
        kind,
        amountMinor: each.grossMinor,
        agreedFeeMinor: each.isAgreed ? each.agreedFeeMinor : null,
        agreedVatMinor: each.isAgreed ? each.agreedVatMinor : null,
      });
    });

/** On which days of which banks and card schemes a rate holds; null where any rate will do. */
export function daysOfRate(
  { from, to }: { from: string; to: string },
  bankIds: readonly string[],
  { scheme, rate }: LineFilter,
  book: RateBook,
): BankDay[] | null {
  if (rate === undefined) return null;
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
  return bankIds.flatMap((bankId) =>
    (scheme === undefined ? schemes : [scheme]).flatMap((each) =>
      days
        .filter((day) => rateKey(auditRateOn(book, { bankId, scheme: each, day })) === rate)
        .map((day) => ({ bankId, scheme: each, day })),
    ),
  );
}

interface LineSums {
  count: number;
  agreedMinor: number;
  chargedMinor: number;
  differenceMinor: number;
}
const none: LineSums = { count: 0, agreedMinor: 0, chargedMinor: 0, differenceMinor: 0 };

const sumsOf = (lines: readonly JudgedLine[]): LineSums => {
  const sum = (of: (line: JudgedLine) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  return {
    count: lines.length,
    agreedMinor: sum(({ agreedFeeMinor, agreedVatMinor }) => agreedFeeMinor + agreedVatMinor),
    chargedMinor: sum(({ chargedMinor }) => chargedMinor),
    differenceMinor: sum(({ differenceMinor }) => differenceMinor),
  };
};

/** The figure of the audit that lines are asked for, of which `differing` is what is too much, too little or rounded. */
export function sumsOfLines(
  quiet: readonly QuietLines[],
  differing: readonly JudgedLine[],
  filter: LineFilter,
  book: RateBook,
): LineSums {
  const kind = quietKindOf(filter);
  const sums = sumsOf(differing);
  if (kind === null) return sums;
  // Only what is quiet is added up by row: what differs may be asked for by its cause.
  const rows = auditRows(quiet, [], book).filter(
    (row) =>
      row.currency === filter.currency &&
      (filter.scheme === undefined || row.scheme === filter.scheme) &&
      (filter.rate === undefined || rateKey(row.rate) === filter.rate),
  );
  const of = (
    name: 'count' | 'chargedMinor' | 'notJudgedCount' | 'notJudgedMinor' | 'unsaidCount' | 'otherAmountCount',
  ) => rows.reduce((sum, row) => sum + row[name], 0);
  if (kind === 'notJudged')
    return { ...none, count: of('notJudgedCount'), chargedMinor: of('notJudgedMinor') };
  if (kind === 'unsaid') return { ...none, count: of('unsaidCount') };
  if (kind === 'otherAmount') return { ...none, count: of('otherAmountCount') };
  const asAgreedMinor = of('chargedMinor');
  return {
    count: sums.count + of('count'),
    agreedMinor: sums.agreedMinor + asAgreedMinor,
    chargedMinor: sums.chargedMinor + asAgreedMinor,
    differenceMinor: sums.differenceMinor,
  };
}
