import { type ComparedField, schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, isPlainRrn, rrnText, type SharedTexts } from '../normalise/bank-lines.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import { absentKey, oddKey, unpackSix } from '../normalise/key-text.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';

/** Both sides with their texts. */
export interface Compared {
  lines: BankLines;
  records: PortalRecords;
  shared: SharedTexts;
}

/** What agrees between a line and a payment, and what differs with the other side's value. */
export interface Comparison {
  agrees: ComparedField[];
  differs: { field: ComparedField; value: string | null }[];
}

type Side = 'line' | 'record';

interface FieldRule {
  field: ComparedField;
  /** Whether both sides have the value; what one of them lacks neither agrees nor differs. */
  known: (both: Compared, line: number, record: number) => boolean;
  same: (both: Compared, line: number, record: number) => boolean;
  text: (both: Compared, side: Side, index: number) => string | null;
}

const lineOf = ({ lines }: Compared) => lines.columns;
const recordOf = ({ records }: Compared) => records.columns;

const rules: readonly FieldRule[] = [
  {
    field: 'terminal',
    known: (both, l, r) =>
      (lineOf(both).terminal[l] as number) >= 0 && (recordOf(both).terminal[r] as number) >= 0,
    same: (both, l, r) => lineOf(both).terminal[l] === recordOf(both).terminal[r],
    text: (both, side, at) =>
      both.shared.terminalNames[(side === 'line' ? lineOf(both) : recordOf(both)).terminal[at] as number] ??
      null,
  },
  {
    field: 'rrn',
    known: (both, l, r) => lineOf(both).rrnHigh[l] !== absentKey && recordOf(both).rrnHigh[r] !== absentKey,
    same: (both, l, r) =>
      lineOf(both).rrnHigh[l] === recordOf(both).rrnHigh[r] &&
      lineOf(both).rrnLow[l] === recordOf(both).rrnLow[r],
    text: (both, side, at) => {
      const columns = side === 'line' ? lineOf(both) : recordOf(both);
      return rrnText(columns.rrnHigh[at] as number, columns.rrnLow[at] as number, both.shared);
    },
  },
  {
    field: 'stan',
    known: (both, l, r) => (lineOf(both).stan[l] as number) >= 0 && (recordOf(both).stan[r] as number) >= 0,
    same: (both, l, r) => lineOf(both).stan[l] === recordOf(both).stan[r],
    text: (both, side, at) =>
      String((side === 'line' ? lineOf(both) : recordOf(both)).stan[at]).padStart(6, '0'),
  },
  {
    field: 'authCode',
    known: (both, l, r) => lineOf(both).auth[l] !== absentKey && recordOf(both).auth[r] !== absentKey,
    same: (both, l, r) => lineOf(both).auth[l] === recordOf(both).auth[r],
    text: (both, side, at) => unpackSix((side === 'line' ? lineOf(both) : recordOf(both)).auth[at] as number),
  },
  {
    field: 'amount',
    known: () => true,
    same: (both, l, r) =>
      Math.abs(lineOf(both).grossMinor[l] as number) === Math.abs(recordOf(both).amountMinor[r] as number) &&
      lineOf(both).currency[l] === recordOf(both).currency[r],
    text: (both, side, at) =>
      String(side === 'line' ? lineOf(both).grossMinor[at] : recordOf(both).amountMinor[at]),
  },
  {
    field: 'card',
    known: (both, l, r) => (lineOf(both).last4[l] as number) >= 0 && (recordOf(both).last4[r] as number) >= 0,
    same: (both, l, r) => lineOf(both).last4[l] === recordOf(both).last4[r],
    text: (both, side, at) =>
      String((side === 'line' ? lineOf(both) : recordOf(both)).last4[at]).padStart(4, '0'),
  },
  {
    field: 'date',
    known: () => true,
    same: (both, l, r) =>
      lineOf(both).epochDay[l] === recordOf(both).epochDay[r] ||
      lineOf(both).epochDay[l] === recordOf(both).businessDay[r],
    text: (both, side, at) =>
      isoDayOf((side === 'line' ? lineOf(both).epochDay[at] : recordOf(both).businessDay[at]) as number),
  },
  {
    field: 'type',
    known: () => true,
    same: (both, l, r) =>
      (lineOf(both).grossMinor[l] as number) < 0 === (recordOf(both).amountMinor[r] as number) < 0,
    text: (both, side, at) =>
      ((side === 'line' ? lineOf(both).grossMinor[at] : recordOf(both).amountMinor[at]) as number) < 0
        ? 'REFUND'
        : 'PURCHASE',
  },
  {
    field: 'status',
    known: () => true,
    same: (both, _line, r) => recordOf(both).approved[r] === 1,
    text: (both, side, at) =>
      side === 'line' ? null : both.records.statuses.text(recordOf(both).status[at] as number),
  },
];

/** Compares every field both sides have; `told` is the side whose values are given where they differ. */
export function compare(both: Compared, line: number, record: number, told: Side): Comparison {
  const comparison: Comparison = { agrees: [], differs: [] };
  for (const { field, known, same, text } of rules) {
    if (!known(both, line, record)) continue;
    if (same(both, line, record)) {
      // That a payment was approved and of the same kind is the rule; only the exception is worth a word.
      if (field !== 'status' && field !== 'type') comparison.agrees.push(field);
    } else comparison.differs.push({ field, value: text(both, told, told === 'line' ? line : record) });
  }
  return comparison;
}

/** The RRN of a line or payment as text, null where there is none. */
export function rrnOrNull(both: Compared, side: Side, index: number): string | null {
  const { rrnHigh, rrnLow } = side === 'line' ? lineOf(both) : recordOf(both);
  return rrnHigh[index] === absentKey
    ? null
    : rrnText(rrnHigh[index] as number, rrnLow[index] as number, both.shared);
}

/** Whether a line has any key by which a payment could be found. */
export function hasKeys({ lines }: Compared, line: number): boolean {
  const { rrnHigh, stan, auth } = lines.columns;
  return (
    isPlainRrn(rrnHigh[line] as number) ||
    rrnHigh[line] === oddKey ||
    (stan[line] as number) >= 0 ||
    auth[line] !== absentKey
  );
}

export const schemeName = (scheme: number): (typeof schemeNames)[number] => schemeNames[scheme] ?? 'None';
