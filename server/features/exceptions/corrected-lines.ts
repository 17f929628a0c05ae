/** Lines of several files about one payment, of which a later one brings the bank's figures to what was agreed. Pure. */

export interface CorrectedLine {
  exceptionId: string;
  merchantId: string;
  bankFileId: string;
  fileName: string;
  transactionId: string;
  /** With which others it is settled already. */
  settledWith: string | null;
  /** What it pays beyond what is owed and beyond the lines before it. */
  beyondMinor: number;
  /** Whether it says the amount and the charge that were agreed. */
  isAgreed: boolean;
}

/** A halala each for fee and VAT: so far from what is agreed the fee audit calls a correction rounding, too. */
export const correctedRoundingMinor = 2;

/**
 * What settles each other (docs/decisions/0462-a-later-file-that-corrects.md): of each payment the lines up to the last one that
 * says what was agreed, where they come to nothing together. `lines` in the order in which the bank said them, payment by payment.
 */
export function settledByCorrection(lines: readonly CorrectedLine[]): CorrectedLine[][] {
  const groups: CorrectedLine[][] = [];
  for (const chain of Map.groupBy(lines, ({ transactionId }) => transactionId).values()) {
    let open: CorrectedLine[] = [];
    for (const line of chain) {
      if (line.settledWith !== null) continue;
      open.push(line);
      const restMinor = open.reduce((sum, { beyondMinor }) => sum + beyondMinor, 0);
      if (!line.isAgreed || open.length < 2 || Math.abs(restMinor) > correctedRoundingMinor) continue;
      groups.push(open);
      open = [];
    }
  }
  return groups;
}
