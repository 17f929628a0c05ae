import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { isPaymentLine, keyCode, type Matches, recordState } from './matches.ts';
import type { Sides } from './sides.ts';

/** Lines of a file that a person joined to payments; one of the two sides is always a single one. */
export interface HandMatch {
  id: string;
  /** Rows of the file. */
  lines: readonly number[];
  transactionIds: readonly number[];
}

/**
 * Joins what a person joined, before any key is asked (docs/decisions/0065-matched-by-hand.md). A match holds only as
 * long as what it was made of does: all lines are there and paid, all payments are approved and nobody else's, and both
 * sides are the same money to the halala. One that does not hold joins nothing, and its lines go on to the keys.
 */
export function matchByHand(
  { lines, records }: Sides,
  matches: Matches,
  handMatches: readonly HandMatch[],
): void {
  if (handMatches.length === 0) return;
  const lineAt = placesOf(
    lines.columns.line.subarray(0, lines.count),
    handMatches.flatMap((match) => match.lines),
  );
  const recordAt = placesOf(
    records.columns.id.subarray(0, records.count),
    handMatches.flatMap((match) => match.transactionIds),
  );
  for (const match of handMatches) {
    const own = match.lines.map((row) => lineAt.get(row) ?? -1);
    const payments = match.transactionIds.map((id) => recordAt.get(id) ?? -1);
    if (holds(lines, records, matches, own, payments)) join(matches, match.id, own, payments);
  }
}

/** Where each of the wanted values stands in a column. */
function placesOf(column: ArrayLike<number>, wanted: readonly number[]): Map<number, number> {
  const asked = new Set(wanted);
  const places = new Map<number, number>();
  for (let place = 0; place < column.length; place++) {
    const value = column[place] as number;
    if (asked.has(value)) places.set(value, place);
  }
  return places;
}

function holds(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  own: readonly number[],
  payments: readonly number[],
): boolean {
  if (own.length === 0 || payments.length === 0 || (own.length > 1 && payments.length > 1)) return false;
  if (new Set(own).size < own.length || new Set(payments).size < payments.length) return false;
  const isUsable = (line: number): boolean =>
    line >= 0 &&
    isPaymentLine(lines, line) &&
    ((lines.columns.flags[line] as number) & lineFlag.unpaid) === 0 &&
    !matches.byHand.has(line);
  const isFree = (record: number): boolean =>
    record >= 0 && records.columns.approved[record] === 1 && matches.lineOf[record] === recordState.free;
  if (!own.every(isUsable) || !payments.every(isFree)) return false;
  const currencies = new Set([
    ...own.map((line) => lines.columns.currency[line]),
    ...payments.map((record) => records.columns.currency[record]),
  ]);
  const bankMinor = own.reduce((sum, line) => sum + (lines.columns.grossMinor[line] as number), 0);
  const portalMinor = payments.reduce(
    (sum, record) => sum + (records.columns.amountMinor[record] as number),
    0,
  );
  return currencies.size === 1 && bankMinor === portalMinor;
}

/** Several payments of one line are judged as those of a sum, several lines of one payment as one line. */
function join(matches: Matches, id: string, own: readonly number[], payments: readonly number[]): void {
  const [first, ...others] = own as [number, ...number[]];
  matches.recordOf[first] = payments[0] as number;
  matches.matchedBy[first] = keyCode(payments.length > 1 ? 'batch' : 'hand');
  for (const line of own) matches.byHand.set(line, id);
  for (const line of others) {
    matches.joined.set(line, first);
    matches.matchedBy[line] = keyCode('hand');
  }
  for (const record of payments) {
    matches.lineOf[record] = first;
    matches.handRecords.add(record);
  }
}

/**
 * Puts the money of several lines of one payment on the first of them, so that amount and fee are judged together; the
 * others stand with nothing of their own. Once, after matching: it changes the lines.
 */
export function joinLines(lines: BankLines, { joined }: Matches): void {
  for (const [line, first] of joined) addToFirst(lines, first, line);
}

/** Adds the money of a line to another one, and leaves it nothing. */
export function addToFirst({ columns }: BankLines, first: number, line: number): void {
  const { grossMinor, chargeMinor, feeMinor, vatMinor, flags } = columns;
  for (const column of [grossMinor, chargeMinor, feeMinor, vatMinor]) {
    column[first] = (column[first] as number) + (column[line] as number);
    column[line] = 0;
  }
  // Where one of them does not say what was kept of it, nothing is known of the whole.
  if (((flags[line] as number) & lineFlag.chargeKnown) === 0)
    flags[first] = (flags[first] as number) & ~lineFlag.chargeKnown;
}
