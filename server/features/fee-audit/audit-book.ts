import { rateOn, ratesByVat, rateWithout, validTo } from '@mizan/contract/agreed-rate.ts';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import {
  type AuditCause,
  type AuditLine,
  type AuditRate,
  type AuditRow,
  type FeeCause,
  type FeeSide,
  auditRateKey as rateKey,
} from '@mizan/contract/fee-audit.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { type VatFrom, vatOn } from '@mizan/contract/vat.ts';
import { type ChargedLine, causesOf, type FoundCause } from '../../reconciliation/judge/fee-causes.ts';
import type { Correction, DifferingRow, QuietLines, RateRecord } from './audit.queries.ts';

/** The fee audit as sums of its lines: nothing is asked of anybody here. Amounts are minor units. */

/** What was agreed, with the VAT of its days: a rate stands once for each VAT that it had. */
export interface RateBook {
  rates: readonly DatedRate[];
  /** VAT of the law, the oldest first. */
  vat: readonly VatFrom[];
}
type DatedRate = RateRecord & { vatBps: number; vatFrom: string | null };

export const rateBook = (rates: readonly RateRecord[], vat: readonly VatFrom[]): RateBook => ({
  rates: ratesByVat(rates, vat),
  vat,
});

/** The rate of a bank's business day as the audit shows it; null where none is agreed. */
export function auditRateOn(
  book: RateBook,
  { bankId, scheme, day }: { bankId: string; scheme: Scheme; day: string },
): AuditRate | null {
  const agreed = rateOn(book.rates, { bankId, scheme }, day);
  return agreed ? shownRate(book.rates, agreed) : publishedOn(book, scheme, day);
}

/** mada's published rate stands in for an agreed one; it has no id, and the VAT of the day. */
function publishedOn({ vat }: RateBook, scheme: Scheme, day: string): AuditRate | null {
  const standing = rateWithout(scheme, vatOn(vat, day));
  const since = vat.findLast(({ validFrom }) => validFrom <= day);
  const vatFrom = since === undefined || since === vat[0] ? null : since.validFrom;
  return standing && { ...standing, id: null, validFrom: null, validTo: null, enteredOn: null, vatFrom };
}

function shownRate(rates: readonly DatedRate[], agreed: DatedRate): AuditRate {
  const { id, mdrBps, vatBps, capLimitMinor, processingFeeMinor, validFrom, addedAt, vatFrom } = agreed;
  return {
    id,
    mdrBps,
    vatBps,
    capLimitMinor,
    processingFeeMinor,
    validFrom,
    validTo: validTo(rates, agreed),
    enteredOn: riyadhDay(addedAt),
    vatFrom,
  };
}

/** A line whose fee is not the agreed one, with its cause. */
export interface JudgedLine extends AuditLine {
  agreedFeeMinor: number;
  agreedVatMinor: number;
  chargedMinor: number;
  differenceMinor: number;
  cause: FeeCause;
  side: FeeSide;
  currency: AuditRow['currency'];
  rate: AuditRate | null;
  tid: string;
  approvalCode: string | null;
  /** Whether the portal's figures are those that the file was judged by; else it is about to be judged again. */
  isSettled: boolean;
  /** Whether a person accepted the difference. */
  isAccepted: boolean;
}

const groupOf = (of: Pick<JudgedLine, 'bankId' | 'scheme' | 'currency'>, rate: AuditRate | null): string =>
  [of.bankId, of.scheme, of.currency, rateKey(rate)].join(' ');

/** A halala each for fee and VAT, as the judging has it: what a later line is away no more than this may be rounding. */
export const roundingMinorMax = 2;

/**
 * Lines as later files leave them: the last word of a bank counts, whether the first line was as agreed or not. What is as
 * agreed by now, pays another amount or has no agreed rate is quiet; what the first line counted as is taken back.
 */
export function corrected(
  rows: readonly DifferingRow[],
  corrections: readonly Correction[],
): { rows: DifferingRow[]; quiet: QuietLines[] } {
  const first = new Map(rows.map((row) => [row.transactionId, row]));
  const last = new Set(corrections.map(({ transactionId }) => transactionId));
  const quiet: QuietLines[] = [];
  const now = rows.filter(({ transactionId }) => !last.has(transactionId));
  for (const each of corrections) {
    const before = first.get(each.transactionId);
    if (!before) quiet.push(takenBack(each));
    if (isQuiet(each))
      quiet.push(quietOf(each, { isSaid: true, isOtherAmount: each.isOtherAmount, count: 1 }));
    else now.push(standing(each, before));
  }
  return { rows: now.toSorted(newestFirst), quiet };
}

/** Whether nothing of a corrected line is too much or too little: it is as agreed by now, or its fee is not judged. */
export const isQuiet = (each: Correction): boolean =>
  !each.isAgreed || each.isOtherAmount || each.chargedMinor === each.agreedFeeMinor + each.agreedVatMinor;

type Placed = Pick<AuditLine, 'day' | 'transactionId'>;
export const newestFirst = (a: Placed, b: Placed): number =>
  a.day === b.day ? Number(BigInt(b.transactionId) - BigInt(a.transactionId)) : a.day < b.day ? 1 : -1;

const quietOf = (
  { bankId, scheme, currency, day, isAgreed, chargedMinor }: Correction,
  of: Pick<QuietLines, 'isSaid' | 'isOtherAmount' | 'count'>,
): QuietLines => ({ bankId, scheme, currency, day, isAgreed, chargedMinor, ...of });

/** What the first line of the payment was counted as, once less. */
const takenBack = (each: Correction): QuietLines => ({
  ...quietOf(each, {
    isSaid: each.firstChargedMinor !== null,
    isOtherAmount: each.isFirstOtherAmount,
    count: -1,
  }),
  chargedMinor: -(each.firstChargedMinor ?? 0),
});

/** A corrected line that is not as agreed. Whether its batch rounds is not known: so near it is never an overcharge. */
function standing(each: Correction, before: DifferingRow | undefined): DifferingRow {
  const { isAgreed: _a, isOtherAmount: _o, firstChargedMinor: _f, isFirstOtherAmount: _i, ...row } = each;
  const agreedMinor = row.agreedFeeMinor + row.agreedVatMinor;
  const away = Math.abs(row.chargedMinor - agreedMinor);
  return {
    ...row,
    isRounding: row.isPurchase && away <= roundingMinorMax,
    judgedMinor: before
      ? before.judgedMinor + before.chargedMinor - row.chargedMinor
      : agreedMinor - row.chargedMinor,
  };
}

/** The lines of a span with their causes, in the order in which they came. */
export function judgedLines(rows: readonly DifferingRow[], book: RateBook): JudgedLine[] {
  const ofDay = new Map<string, DayRates>();
  const ratesOf = (row: DifferingRow): DayRates => {
    const key = `${row.bankId} ${row.scheme} ${row.day}`;
    const known = ofDay.get(key);
    if (known !== undefined) return known;
    const rate = auditRateOn(book, row);
    const found = { rate, others: othersOf(row, rate, book) };
    ofDay.set(key, found);
    return found;
  };
  const charged = rows.map((row) => chargedLine(row, ratesOf(row)));
  const causes = causesOf(charged);
  return rows.map((row, at) => judgedLine(row, ratesOf(row), causes[at] as FoundCause));
}

/** The rate of a day, and what else a bank may have taken in its place. */
interface DayRates {
  rate: AuditRate | null;
  others: AuditRate[];
}

function chargedLine(row: DifferingRow, { rate, others }: DayRates): ChargedLine {
  const { mdrBps, vatBps, capLimitMinor, processingFeeMinor } = row;
  return {
    group: groupOf(row, rate),
    feeableMinor: Math.max(0, Math.abs(row.grossMinor) - row.cashMinor),
    isPurchase: row.isPurchase,
    isRounding: row.isRounding,
    isCorrected: row.isCorrected,
    rate: { mdrBps, vatBps, capLimitMinor, processingFeeMinor },
    chargedMinor: row.chargedMinor,
    chargedFeeMinor: row.chargedFeeMinor,
    chargedVatMinor: row.chargedVatMinor,
    agreedFeeMinor: row.agreedFeeMinor,
    agreedVatMinor: row.agreedVatMinor,
    others: others.map((each) => ({ id: rateKey(each), rate: each })),
  };
}

/** Every other rate of the bank and the card scheme, the one before first. */
function othersOf(
  { bankId, scheme, day }: Pick<DifferingRow, 'bankId' | 'scheme' | 'day'>,
  rate: AuditRate | null,
  book: RateBook,
): AuditRate[] {
  const same = book.rates
    .filter((each) => each.bankId === bankId && each.scheme === scheme)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
    .map((each) => shownRate(book.rates, each));
  // With each VAT of the law: a bank may go on with the one of before.
  const days = rate?.id ? [day] : book.vat.map(({ validFrom }) => validFrom).toReversed();
  const published = days.flatMap((each) => publishedOn(book, scheme, each) ?? []);
  return [...same, ...published].filter((each) => rateKey(each) !== rateKey(rate));
}

function judgedLine(row: DifferingRow, { rate, others }: DayRates, found: FoundCause): JudgedLine {
  const differenceMinor = row.chargedMinor - row.agreedFeeMinor - row.agreedVatMinor;
  return {
    transactionId: row.transactionId,
    day: row.day,
    lastFour: row.lastFour,
    rrn: row.rrn,
    tid: row.tid,
    approvalCode: row.approvalCode,
    amountMinor: row.grossMinor,
    agreedFeeMinor: row.agreedFeeMinor,
    agreedVatMinor: row.agreedVatMinor,
    chargedMinor: row.chargedMinor,
    chargedFeeMinor: found.feeMinor,
    chargedVatMinor: found.vatMinor,
    differenceMinor,
    cause: shownCause(found, others),
    side: row.isRounding ? 'rounding' : differenceMinor > 0 ? 'over' : 'under',
    bankFileId: row.bankFileId,
    claim: row.claimId === null ? null : { id: row.claimId, name: row.claimName ?? '' },
    bankId: row.bankId,
    scheme: row.scheme,
    currency: row.currency,
    rate,
    isAccepted: row.isAccepted,
    isSettled: differenceMinor === -row.judgedMinor && differenceMinor !== 0,
  };
}

function shownCause(found: FoundCause, others: readonly AuditRate[]): FeeCause {
  const { key, kind, rateId, takenMinor, vatBase, rounding } = found;
  const rate = others.find((each) => rateKey(each) === rateId) ?? null;
  return { key, kind, rate, takenMinor, vatBase, rounding };
}

const noSums = {
  count: 0,
  agreedMinor: 0,
  chargedMinor: 0,
  overMinor: 0,
  overCount: 0,
  underMinor: 0,
  underCount: 0,
  roundingMinor: 0,
  roundingCount: 0,
};
type Sums = typeof noSums;

const emptyRow = (
  of: Pick<JudgedLine, 'bankId' | 'scheme' | 'currency'>,
  rate: AuditRate | null,
): AuditRow => ({
  bankId: of.bankId,
  scheme: of.scheme,
  currency: of.currency,
  rate,
  ...noSums,
  causes: [],
  notJudgedCount: 0,
  notJudgedMinor: 0,
  unsaidCount: 0,
  otherAmountCount: 0,
});

function addQuiet(row: AuditRow, each: QuietLines): void {
  if (each.isOtherAmount) row.otherAmountCount += each.count;
  else if (!each.isAgreed) {
    row.notJudgedCount += each.count;
    row.notJudgedMinor += each.chargedMinor;
  } else if (!each.isSaid) row.unsaidCount += each.count;
  else {
    row.count += each.count;
    row.agreedMinor += each.chargedMinor;
    row.chargedMinor += each.chargedMinor;
  }
}

const countOf = { over: 'overCount', under: 'underCount', rounding: 'roundingCount' } as const;
const minorOf = { over: 'overMinor', under: 'underMinor', rounding: 'roundingMinor' } as const;

function addLine(row: AuditRow, line: JudgedLine): void {
  row.count += 1;
  row.agreedMinor += line.agreedFeeMinor + line.agreedVatMinor;
  row.chargedMinor += line.chargedMinor;
  row[countOf[line.side]] += 1;
  row[minorOf[line.side]] += line.differenceMinor;
}

/** The lines of a row by cause and side, the largest first. */
function causesOfLines(lines: readonly JudgedLine[]): AuditCause[] {
  const groups = Map.groupBy(lines, ({ cause, side }) => `${side} ${cause.key}`);
  const causes = [...groups.values()].flatMap((same): AuditCause[] => {
    const [first] = same;
    if (!first) return [];
    const days = same.map(({ day }) => day).toSorted();
    return [
      {
        ...first.cause,
        side: first.side,
        count: same.length,
        differenceMinor: same.reduce((sum, line) => sum + line.differenceMinor, 0),
        firstDay: days[0] ?? first.day,
        lastDay: days.at(-1) ?? first.day,
        claimedCount: same.filter(({ claim }) => claim !== null).length,
      },
    ];
  });
  return causes.toSorted((a, b) => Math.abs(b.differenceMinor) - Math.abs(a.differenceMinor));
}

/** A row for each bank, card scheme, currency and agreed rate; its sums are those of what it is made of. */
export function auditRows(
  quiet: readonly QuietLines[],
  lines: readonly JudgedLine[],
  book: RateBook,
): AuditRow[] {
  const rows = new Map<string, AuditRow>();
  const rowOf = (
    of: Pick<JudgedLine, 'bankId' | 'scheme' | 'currency'>,
    rate: AuditRate | null,
  ): AuditRow => {
    const key = groupOf(of, rate);
    const row = rows.get(key) ?? emptyRow(of, rate);
    rows.set(key, row);
    return row;
  };
  for (const each of quiet) addQuiet(rowOf(each, auditRateOn(book, each)), each);
  for (const line of lines) addLine(rowOf(line, line.rate), line);
  for (const [key, same] of Map.groupBy(lines, (line) => groupOf(line, line.rate)))
    rows.get(key)?.causes.push(...causesOfLines(same));
  return [...rows.values()];
}

/** Sums over rows, by currency: they are never mixed. */
export function auditTotals(rows: readonly AuditRow[]): ({ currency: AuditRow['currency'] } & Sums)[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, same]) => {
    const sums = { ...noSums };
    for (const row of same) for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += row[name];
    return { currency, ...sums };
  });
}
