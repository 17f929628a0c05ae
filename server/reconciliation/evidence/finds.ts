import { authDaysMax, clockSlackMinutes, dayDistance, stanDaysMax } from '../match/sides.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import { absentKey, oddKey } from '../normalise/key-text.ts';
import { noDueDay, type PortalRecords, uuidLength } from '../normalise/portal-records.ts';

/** What a line's finds say; bits, because a line may have several payments to be compared with. */
export const found = {
  /** An exact key, amount and currency are those of a payment. */
  key: 1,
  /** And the line's date lies between that payment and its due day. */
  inTime: 2,
  /** And the line's time is the payment's. */
  onClock: 4,
  /** And the line's date is the payment's own day, by the calendar or by business days. */
  ownDay: 8,
  /** And the line's date is a later one, up to its due day. */
  laterDay: 16,
  /** And its charge is the fee and VAT that were agreed for the payment. */
  charge: 32,
  /** And judging joins the two by that key, on the day that the line bears. */
  joins: 64,
} as const;

/**
 * Where a payment's due day is not agreed, a line may bear a date up to this many days after it. It decides about what
 * counts as evidence alone, and never about money.
 */
const dueDaysUnknown = 7;
const dayMinutes = 1440;

export interface Finder {
  /** Bits of `found` for one line. */
  look: (lines: BankLines, line: number) => number;
}

const textOf = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1');

/** Payments by their exact keys. A line finds those whose amount, currency and direction are its own, whatever has them. */
export function createFinder(records: PortalRecords): Finder {
  const byKey = indexOf(records);
  const record = records.columns;
  const candidates = (lines: BankLines, line: number): { key: string; r: number }[] => {
    const { columns } = lines;
    const isSame = (r: number): boolean =>
      columns.grossMinor[line] === record.amountMinor[r] && columns.currency[line] === record.currency[r];
    const terminalFits = (r: number): boolean =>
      columns.terminal[line] === -1 ||
      record.terminal[r] === -1 ||
      columns.terminal[line] === record.terminal[r];
    return (
      keysOf(lines, line)
        .flatMap((key) => (byKey.get(key) ?? []).map((r) => ({ key, r })))
        .filter(({ r }) => isSame(r) && terminalFits(r))
        // STANs start over: they name a payment together with its day alone.
        .filter(({ key, r }) => !key.startsWith('s') || isInTime(lines, line, records, r))
    );
  };
  return {
    look: (lines, line) =>
      candidates(lines, line).reduce(
        (bits, { key, r }) =>
          bits |
          bitsOf(lines, line, records, r) |
          (dayDistance({ lines, records }, line, r) <= joiningDays(key) ? found.joins : 0),
        0,
      ),
  };
}

/** How many days a line may bear beside its payment's for judging to join them by a key. */
const joiningDays = (key: string): number => {
  if (key.startsWith('s')) return stanDaysMax;
  return key.startsWith('a') ? authDaysMax : Infinity;
};

function indexOf(records: PortalRecords): Map<string, number[]> {
  const { columns, references } = records;
  const byKey = new Map<string, number[]>();
  const put = (key: string, r: number): void => {
    const held = byKey.get(key);
    if (held) held.push(r);
    else byKey.set(key, [r]);
  };
  const byId = new Map<number, number>();
  for (let r = 0; r < records.count; r++) byId.set(columns.id[r] as number, r);
  for (let r = 0; r < records.count; r++) {
    const original = byId.get(columns.originalId[r] as number);
    // Banks print a refund under the RRN, or the reference, of the purchase it takes back.
    for (const each of original === undefined ? [r] : [r, original]) {
      const high = columns.rrnHigh[each] as number;
      if (high !== absentKey) put(`r${high}:${columns.rrnLow[each]}`, r);
      const uuidAt = columns.uuidAt[each] as number;
      const length = columns.orderRefLength[each] as number;
      if (references.used > 0 && uuidAt !== absentKey)
        put(`p${textOf(references.bytes, uuidAt, uuidLength)}`, r);
      if (length > 0) put(`p${textOf(references.bytes, columns.orderRefAt[each] as number, length)}`, r);
    }
    if ((columns.stan[r] as number) >= 0) put(`s${columns.terminal[r]}:${columns.stan[r]}`, r);
    if (columns.auth[r] !== absentKey) put(`a${columns.auth[r]}:${columns.last4[r]}`, r);
  }
  return byKey;
}

/** The exact keys that a line has. A whole RRN names its payment, and weaker keys are not asked then. */
function keysOf({ columns, references }: BankLines, line: number): string[] {
  const keys: string[] = [];
  for (const [at, length] of [
    [columns.paymentRefAt[line], columns.paymentRefLength[line]],
    [columns.orderRefAt[line], columns.orderRefLength[line]],
  ] as [number, number][]) {
    if (length > 0) keys.push(`p${textOf(references.bytes, at, length)}`);
  }
  const high = columns.rrnHigh[line] as number;
  if (high !== absentKey && high !== oddKey) return [...keys, `r${high}:${columns.rrnLow[line]}`];
  if ((columns.stan[line] as number) >= 0 && columns.terminal[line] !== -1)
    keys.push(`s${columns.terminal[line]}:${columns.stan[line]}`);
  if (columns.auth[line] !== absentKey && (columns.last4[line] as number) >= 0)
    keys.push(`a${columns.auth[line]}:${columns.last4[line]}`);
  return keys;
}

const firstDay = ({ columns }: PortalRecords, r: number): number =>
  Math.min(columns.epochDay[r] as number, columns.businessDay[r] as number);
const ownDay = ({ columns }: PortalRecords, r: number): number =>
  Math.max(columns.epochDay[r] as number, columns.businessDay[r] as number);
const dueDay = (records: PortalRecords, r: number): number => {
  const agreed = records.columns.dueDay[r] as number;
  return agreed === noDueDay ? ownDay(records, r) + dueDaysUnknown : Math.max(agreed, ownDay(records, r));
};

function isInTime({ columns }: BankLines, line: number, records: PortalRecords, r: number): boolean {
  const day = columns.epochDay[line] as number;
  return day >= firstDay(records, r) && day <= dueDay(records, r);
}

function bitsOf(lines: BankLines, line: number, records: PortalRecords, r: number): number {
  const { columns } = lines;
  const record = records.columns;
  const day = columns.epochDay[line] as number;
  const minute = columns.minute[line] as number;
  let bits: number = found.key;
  const agreed = (record.feeMinor[r] as number) + (record.vatMinor[r] as number);
  if (Math.abs(columns.chargeMinor[line] as number) === Math.abs(agreed)) bits |= found.charge;
  if (!isInTime(lines, line, records, r)) return bits;
  bits |= found.inTime;
  const apart = (day - (record.epochDay[r] as number)) * dayMinutes + minute - (record.minute[r] as number);
  if (minute >= 0 && Math.abs(apart) <= clockSlackMinutes) bits |= found.onClock;
  return bits | (day > ownDay(records, r) ? found.laterDay : found.ownDay);
}
