import type { BankLines } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { type KeyPass, linesThat, stansAgree } from './own-rrns.ts';

interface Asked {
  lines: BankLines;
  records: PortalRecords;
  /** The pass of STANs as it finds where nothing is known of them. */
  stan: KeyPass;
  /** What finds payments by anything else: RRN, approval code, the minute of the terminal. */
  others: readonly KeyPass[];
}

/**
 * Whether the numbers that a file prints where STANs stand are others: a shop's orders or the bank's own, which are STANs of
 * other payments by chance. Worked out when it is asked for the first time (docs/decisions/0424).
 */
export function ownStansOf(asked: () => Asked): () => boolean {
  let known: boolean | null = null;
  return () => (known ??= areOwn(asked()));
}

/**
 * Lines to which another key gives a payment with another STAN are held against those to which it gives the payment of their STAN, and
 * against those that their STAN alone finds: a clock that is a minute off gives some lines a payment of the minute before, and STANs
 * that find as many are no chance.
 */
function areOwn({ lines, records, stan, others }: Asked): boolean {
  const agreeing = new Set<number>();
  const against = new Set<number>();
  for (const pass of others)
    linesThat(lines, records, pass, (line, record) => {
      if (!haveStans(lines, records, line, record) || !pass.fits(line, record)) return false;
      const agrees = stansAgree(lines, records, line, record);
      (agrees ? agreeing : against).add(line);
      return agrees;
    });
  for (const line of agreeing) against.delete(line);
  // One line alone may well be of a payment that nobody knows.
  if (against.size <= Math.max(1, agreeing.size)) return false;
  const alone = linesThat(lines, records, stan, stan.fits).filter((line) => !agreeing.has(line));
  return against.size > alone.length;
}

const haveStans = (lines: BankLines, { columns }: PortalRecords, line: number, record: number): boolean =>
  (lines.columns.stan[line] as number) >= 0 && (columns.stan[record] as number) >= 0;
