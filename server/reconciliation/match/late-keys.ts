import { lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import { isPlainRrn, rrnText, type SharedTexts } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import type { HandMatch } from './hand-matches.ts';
import { isPaymentLine, keyCode, type Matches } from './matches.ts';

/** Keys by which a payment is found on whatever day it was; texts as they stand in the file, references in small letters. */
export interface LateKeys {
  rrns: string[];
  references: string[];
  /** Payments that a person joined to lines, and that are not among those of the file's days. */
  ids: number[];
}

const chargeback = lineTypes.indexOf('CHARGEBACK');

/**
 * The keys of the lines that found no payment among those of the file's days: an exact key finds its payment however
 * late. Asked too where a weaker key gave a line a payment whose RRN is another one, in a file whose RRNs are the
 * portal's: there its own may lie further back. By a STAN or an order such a pair comes only where no RRN of the file is
 * the portal's, which one further back would be. Null where nothing is to be asked.
 */
export function lateKeysOf(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  shared: SharedTexts,
  handMatches: readonly HandMatch[] = [],
): LateKeys | null {
  const sharesRrns = matches.rrnKind() === 'portal';
  const own = [keyCode('stan'), keyCode('stanAnyAmount'), keyCode('reference')];
  const weak = [keyCode('authCode'), keyCode('referenceAnyAmount')];
  const rrns = new Set<string>();
  const references = new Set<string>();
  const { rrnHigh, rrnLow, type } = lines.columns;
  for (let line = 0; line < lines.count; line++) {
    const record = matches.recordOf[line] as number;
    const isOpen =
      type[line] === chargeback
        ? matches.disputed[line] === -1
        : record < 0 &&
          matches.duplicateOf[line] === -1 &&
          isPaymentLine(lines, line) &&
          !matches.byHand.has(line);
    const isDoubtful =
      record >= 0 &&
      (sharesRrns ? weak : own).includes(matches.matchedBy[line] as number) &&
      contradicts(lines, records, line, record);
    if (!isOpen && !isDoubtful) continue;
    if (isPlainRrn(rrnHigh[line] as number))
      rrns.add(rrnText(rrnHigh[line] as number, rrnLow[line] as number, shared));
    for (const reference of referencesOf(lines, line)) references.add(reference);
  }
  const ids = idsBeyond(records, handMatches);
  return rrns.size + references.size + ids.length === 0
    ? null
    : { rrns: [...rrns], references: [...references], ids };
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
