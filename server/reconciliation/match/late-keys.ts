import { lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import { isPlainRrn, rrnText, type SharedTexts } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import type { HandMatch } from './hand-matches.ts';
import { isPaymentLine, keyCode, type Matches } from './matches.ts';
import { dayDistance } from './sides.ts';

/** Keys that a file's lines print; texts as they stand in the file, references in small letters. */
interface PrintedKeys {
  rrns: string[];
  references: string[];
}

/** Keys by which a payment is found on whatever day it was. */
export interface LateKeys extends PrintedKeys {
  /** Payments that a person joined to lines, and that are not among those of the file's days. */
  ids: number[];
  /** Keys of lines below zero, which may be those of a sale of any day: what was taken back of it is found by them. */
  ofSales: PrintedKeys;
}

const chargeback = lineTypes.indexOf('CHARGEBACK');

/**
 * The keys of the lines that found no payment among those of the file's days: an exact key finds its payment however
 * late. Asked too where a weaker key gave a line a payment whose RRN is another one, in a file whose RRNs are the
 * portal's: there its own may lie further back. By a STAN or an order such a pair comes only where no RRN of the file is
 * the portal's, which one further back would be. And asked where the sale's key gave a line a refund of another day than
 * its own, or has it as repeated: an older one of that sale may be as good. Null where nothing is to be asked.
 */
export function lateKeysOf(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  shared: SharedTexts,
  handMatches: readonly HandMatch[] = [],
): LateKeys | null {
  const sharesRrns = matches.rrnKind() === 'portal';
  const own = [keyCode('stan'), keyCode('stanAnyAmount'), keyCode('authCodeAnyAmount'), keyCode('reference')];
  const weak = [keyCode('authCode'), keyCode('referenceAnyAmount')];
  const bySale = [keyCode('originalReference'), keyCode('originalRrn')];
  const ofPayments = keySet(lines, shared);
  const ofSales = keySet(lines, shared);
  const { grossMinor, type } = lines.columns;
  for (let line = 0; line < lines.count; line++) {
    const record = matches.recordOf[line] as number;
    const key = matches.matchedBy[line] as number;
    const isOpen =
      type[line] === chargeback
        ? matches.disputed[line] === -1
        : record < 0 &&
          matches.duplicateOf[line] === -1 &&
          isPaymentLine(lines, line) &&
          !matches.byHand.has(line);
    const isDoubtful =
      record >= 0 && (sharesRrns ? weak : own).includes(key) && contradicts(lines, records, line, record);
    if (isOpen || isDoubtful) ofPayments.add(line);
    const hasRivals =
      record >= 0 && bySale.includes(key) && dayDistance({ lines, records }, line, record) > 0;
    const isRepeated = matches.duplicateOf[line] !== -1;
    if (hasRivals || ((isOpen || isDoubtful || isRepeated) && (grossMinor[line] as number) < 0))
      ofSales.add(line);
  }
  const keys = { ...ofPayments.end(), ids: idsBeyond(records, handMatches), ofSales: ofSales.end() };
  const { rrns, references, ids } = keys;
  const count = rrns.length + references.length + ids.length;
  return count + keys.ofSales.rrns.length + keys.ofSales.references.length === 0 ? null : keys;
}

/** Gathers the keys of lines, each once. */
function keySet(
  lines: BankLines,
  shared: SharedTexts,
): { add: (line: number) => void; end: () => PrintedKeys } {
  const rrns = new Set<string>();
  const references = new Set<string>();
  const { rrnHigh, rrnLow } = lines.columns;
  return {
    add: (line) => {
      if (isPlainRrn(rrnHigh[line] as number))
        rrns.add(rrnText(rrnHigh[line] as number, rrnLow[line] as number, shared));
      for (const reference of referencesOf(lines, line)) references.add(reference);
    },
    end: () => ({ rrns: [...rrns], references: [...references] }),
  };
}

/** Of the payments that a person joined to lines, those that are not there yet. */
function idsBeyond({ count, columns }: PortalRecords, handMatches: readonly HandMatch[]): number[] {
  const wanted = new Set(handMatches.flatMap(({ transactionIds }) => transactionIds));
  for (let record = 0; wanted.size > 0 && record < count; record++)
    wanted.delete(columns.id[record] as number);
  return [...wanted];
}

function contradicts(lines: BankLines, records: PortalRecords, line: number, record: number): boolean {
  const [ours, theirs] = [records.columns, lines.columns];
  return (
    isPlainRrn(theirs.rrnHigh[line] as number) &&
    isPlainRrn(ours.rrnHigh[record] as number) &&
    (theirs.rrnHigh[line] !== ours.rrnHigh[record] || theirs.rrnLow[line] !== ours.rrnLow[record])
  );
}

function referencesOf({ columns, references }: BankLines, line: number): string[] {
  const textAt = (at: number, length: number): string =>
    Buffer.from(references.bytes.subarray(at, at + length)).toString();
  return [
    textAt(columns.paymentRefAt[line] as number, columns.paymentRefLength[line] as number),
    textAt(columns.orderRefAt[line] as number, columns.orderRefLength[line] as number),
  ].filter((reference) => reference !== '');
}
