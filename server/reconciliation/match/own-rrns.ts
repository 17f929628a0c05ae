import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, isPlainRrn } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { buildIndex, noHash, wantedBits } from './key-index.ts';

/** Whose numbers a file prints as RRNs: those of terminals, the bank's own, or nothing tells. */
export type RrnKind = 'portal' | 'bank' | 'unknown';

/** What is needed of a pass (passes.ts). */
export interface KeyPass {
  lineHash: (line: number, key: number) => number;
  recordHash: (record: number) => number;
  fits: (line: number, record: number) => boolean;
}

interface Asked {
  lines: BankLines;
  records: PortalRecords;
  /** The pass of RRNs as it finds where they contradict nothing. */
  rrn: KeyPass;
  /** What finds payments by anything else: STAN, approval code, the minute of the terminal. */
  others: readonly KeyPass[];
}

/**
 * Whether a file prints the RRNs of terminals: one of its lines has that of a payment, whatever became of the payment. A
 * bank that numbers its lines by itself has none, and its numbers contradict nothing (docs/decisions/0240). One that has
 * it by chance proves nothing (docs/decisions/0365). Worked out when it is asked for the first time.
 */
export function rrnKindOf(asked: () => Asked): () => RrnKind {
  let known: RrnKind | null = null;
  return () => (known ??= kindOf(asked()));
}

/**
 * An RRN whose STAN agrees is the payment's. Where no pair has that, the RRNs or what stands beside them are the bank's own: the
 * lines that an RRN finds are held against those to which STAN, approval code or minute give a payment with another RRN, and a line
 * that has such a payment of its own is none that its RRN finds (docs/decisions/0394).
 */
function kindOf({ lines, records, rrn, others }: Asked): RrnKind {
  const hits = new Set<number>();
  const isProof = (line: number, record: number): boolean => {
    if (!rrn.fits(line, record)) return false;
    hits.add(line);
    return stansAgree(lines, records, line, record);
  };
  if (linesThat(lines, records, rrn, isProof, true).length > 0) return 'portal';
  if (hits.size * 2 > lines.count) return 'portal';
  const hasOther = (pass: KeyPass) => (line: number, record: number) =>
    rrnsDiffer(lines, records, line, record) && pass.fits(line, record);
  const byOthers = new Set(others.flatMap((pass) => linesThat(lines, records, pass, hasOther(pass))));
  const areAlone = [...hits].some((line) => !byOthers.has(line));
  if (areAlone && hits.size >= byOthers.size) return 'portal';
  return byOthers.size > 0 ? 'bank' : 'unknown';
}

function rrnsDiffer(lines: BankLines, { columns }: PortalRecords, line: number, record: number): boolean {
  const { rrnHigh, rrnLow } = lines.columns;
  return (
    isPlainRrn(rrnHigh[line] as number) &&
    isPlainRrn(columns.rrnHigh[record] as number) &&
    (rrnHigh[line] !== columns.rrnHigh[record] || rrnLow[line] !== columns.rrnLow[record])
  );
}

/** Lines for which a payment of the pass's key is as it should be; only the first one where `isOneEnough`. */
export function linesThat(
  lines: BankLines,
  records: PortalRecords,
  pass: KeyPass,
  isWanted: (line: number, record: number) => boolean,
  isOneEnough = false,
): number[] {
  const hashes = Int32Array.from({ length: lines.count }, (_, line) => pass.lineHash(line, 0));
  const index = buildIndex(records.count, pass.recordHash, wantedBits(hashes));
  const found: number[] = [];
  for (const [line, hash] of hashes.entries()) {
    if (hash === noHash) continue;
    let steps = 0;
    let entry = index.heads[hash & index.mask] as number;
    while (entry >= 0 && ++steps <= bankFileLimits.sameKeyStepsMax) {
      if (isWanted(line, index.owners[entry] as number)) {
        found.push(line);
        break;
      }
      entry = index.next[entry] as number;
    }
    if (isOneEnough && found.length > 0) break;
  }
  return found;
}

/** Whether both have a STAN, and the same one. */
export function stansAgree(lines: BankLines, records: PortalRecords, line: number, record: number): boolean {
  const theirs = lines.columns.stan[line] as number;
  return theirs >= 0 && theirs === records.columns.stan[record];
}
