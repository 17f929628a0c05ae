import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, isPlainRrn } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { buildIndex, noHash, wantedBits } from './key-index.ts';

/** Whose numbers a file prints as RRNs: those of terminals, the bank's own, or nothing tells. */
export type RrnKind = 'portal' | 'bank' | 'unknown';

/** What is needed of a pass (passes.ts). */
interface KeyPass {
  lineHash: (line: number, key: number) => number;
  recordHash: (record: number) => number;
  fits: (line: number, record: number) => boolean;
}

interface Asked {
  lines: BankLines;
  records: PortalRecords;
  /** The passes as they find where an RRN contradicts nothing. */
  rrn: KeyPass;
  stan: KeyPass;
}

/**
 * Whether a file prints the RRNs of terminals: one of its lines has that of a payment, whatever became of the payment. A
 * bank that numbers its lines by itself has none, and its numbers contradict nothing (docs/decisions/0240). One that has
 * it by chance proves nothing (docs/decisions/0365). Worked out when two RRNs or STANs first differ: most files never ask.
 */
export function rrnKindOf(asked: () => Asked): () => RrnKind {
  let known: RrnKind | null = null;
  return () => (known ??= kindOf(asked()));
}

/**
 * An RRN whose STAN agrees, or is not said, is the payment's. Where all STANs of such pairs differ, either the RRNs or the
 * STANs are the bank's own: those that find more lines are the portal's, and a line that its STAN gives another payment of
 * that terminal, day and amount is none that its RRN finds.
 */
function kindOf({ lines, records, rrn, stan }: Asked): RrnKind {
  const hits = new Set<number>();
  const isProof = (line: number, record: number): boolean => {
    if (!rrn.fits(line, record)) return false;
    hits.add(line);
    return !stansDiffer(lines, records, line, record);
  };
  if (linesThat(lines, records, rrn, isProof, true).length > 0) return 'portal';
  const others = linesThat(lines, records, stan, (line, record) => {
    const has = isPlainRrn(lines.columns.rrnHigh[line] as number);
    return has && isPlainRrn(records.columns.rrnHigh[record] as number) && stan.fits(line, record);
  });
  const byStan = new Set(others);
  const areAlone = [...hits].some((line) => !byStan.has(line));
  if (areAlone && hits.size >= byStan.size) return 'portal';
  return byStan.size > 0 ? 'bank' : 'unknown';
}

/** Lines for which a payment of the pass's key is as it should be; only the first one where `isOneEnough`. */
function linesThat(
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

/** Whether both have a STAN, and not the same one. */
export function stansDiffer(lines: BankLines, records: PortalRecords, line: number, record: number): boolean {
  const [theirs, ours] = [lines.columns.stan[line] as number, records.columns.stan[record] as number];
  return theirs >= 0 && ours >= 0 && theirs !== ours;
}
