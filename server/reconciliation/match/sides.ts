import { type BankLines, isPlainRrn, type SharedTexts } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { type RrnKind, stansAgree } from './own-rrns.ts';

/** Both sides of a match, with what several passes look up. */
export interface Sides {
  lines: BankLines;
  records: PortalRecords;
  shared: SharedTexts;
  /** The record each refund or reversal takes back, -1 for none loaded. */
  originalOf: Int32Array;
  /** Refunds that have the RRN of their sale, which names others of that amount as well (refunds-by-sale.ts). */
  underOneRrn: ReadonlySet<number>;
  /** Whether a line names another payment than this one by its id (named-payment.ts). */
  isOtherById: (line: number, record: number) => boolean;
  /** Whose numbers the file's RRNs are (own-rrns.ts). */
  rrnKind: () => RrnKind;
  /** Whether the file's STANs are other numbers, which are a payment's by chance (own-stans.ts). */
  hasOwnStans: () => boolean;
}

/** Days between a line's date and the nearer of a payment's calendar and business day. */
export function dayDistance(
  { lines, records }: Pick<Sides, 'lines' | 'records'>,
  line: number,
  record: number,
): number {
  const day = lines.columns.epochDay[line] as number;
  const calendar = Math.abs(day - (records.columns.epochDay[record] as number));
  return Math.min(calendar, Math.abs(day - (records.columns.businessDay[record] as number)));
}

const dayMinutes = 1440;

/** Minutes between a line's time and a payment's; 0 where the file gives no time. */
export function minuteDistance({ lines, records }: Sides, line: number, record: number): number {
  const minute = lines.columns.minute[line] as number;
  if (minute < 0) return 0;
  const days = (lines.columns.epochDay[line] as number) - (records.columns.epochDay[record] as number);
  return Math.abs(days * dayMinutes + minute - (records.columns.minute[record] as number));
}

/** A terminal's clock and the bank's differ by moments; zones lie a quarter of an hour apart at least. */
export const clockSlackMinutes = 7;

/** How far an approval code and amount may lie apart in days (reference practice: within one day). */
export const authDaysMax = 1;
/** STANs start over: one names a payment on its own day. */
export const stanDaysMax = 0;

/** How a line and a payment are held against each other by more than one pass. */
export function comparisons(sides: Sides) {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  return {
    sameMoney: (l: number, r: number): boolean =>
      line.grossMinor[l] === record.amountMinor[r] && line.currency[l] === record.currency[r],
    sameDirection: (l: number, r: number): boolean =>
      (line.grossMinor[l] as number) < 0 === (record.amountMinor[r] as number) < 0 &&
      line.currency[l] === record.currency[r],
    sameRrn: (l: number, r: number): boolean =>
      line.rrnHigh[l] === record.rrnHigh[r] && line.rrnLow[l] === record.rrnLow[r],
    /** A terminal that the file does not name contradicts nothing. */
    terminalFits: (l: number, r: number): boolean =>
      line.terminal[l] === -1 || record.terminal[r] === -1 || line.terminal[l] === record.terminal[r],
    rrnContradicts: (l: number, r: number): boolean => rrnContradicts(sides, l, r),
    /** Among a bank's own RRNs one is that of a payment by chance: neither its STAN nor its minute is that payment's. */
    isByChance: (l: number, r: number): boolean =>
      !stansAgree(sides.lines, sides.records, l, r) && !isOfMinute(sides, l, r) && sides.rrnKind() === 'bank',
  };
}

/**
 * Two whole RRNs that differ name two payments, whatever else agrees: STANs start over. Not so where the bank prints
 * numbers of its own.
 */
export function rrnContradicts(
  { lines, records, rrnKind }: Pick<Sides, 'lines' | 'records' | 'rrnKind'>,
  l: number,
  r: number,
): boolean {
  const [line, record] = [lines.columns, records.columns];
  return (
    isPlainRrn(line.rrnHigh[l] as number) &&
    isPlainRrn(record.rrnHigh[r] as number) &&
    (line.rrnHigh[l] !== record.rrnHigh[r] || line.rrnLow[l] !== record.rrnLow[r]) &&
    rrnKind() === 'portal'
  );
}

/** Whether a line names amount and minute of a payment, and its terminal where it names one. */
export function isOfMinute({ lines, records }: Sides, l: number, r: number): boolean {
  const [line, record] = [lines.columns, records.columns];
  return (
    (line.minute[l] as number) >= 0 &&
    line.epochDay[l] === record.epochDay[r] &&
    line.minute[l] === record.minute[r] &&
    (line.terminal[l] === -1 || line.terminal[l] === record.terminal[r]) &&
    line.grossMinor[l] === record.amountMinor[r] &&
    line.currency[l] === record.currency[r]
  );
}
