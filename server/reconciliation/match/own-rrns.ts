import { type BankLines, isPlainRrn } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { buildIndex, noHash, wantedBits } from './key-index.ts';
import type { Pass } from './passes.ts';

/**
 * Whether a file prints the RRNs of terminals: one of its lines has that of a payment, whatever became of the payment. A
 * bank that numbers its lines by itself has none, and its numbers contradict nothing (docs/decisions/0240). Worked out
 * when two RRNs first differ: most files never ask.
 */
export function rrnsOfPortal(lines: BankLines, records: PortalRecords, rrnPass: () => Pass): () => boolean {
  let known: boolean | null = null;
  return () => (known ??= anyOfPortal(lines, records, rrnPass()));
}

function anyOfPortal(lines: BankLines, records: PortalRecords, pass: Pass): boolean {
  const hashes = Int32Array.from({ length: lines.count }, (_, line) =>
    isPlainRrn(lines.columns.rrnHigh[line] as number) ? pass.lineHash(line, 0) : noHash,
  );
  const index = buildIndex(records.count, pass.recordHash, wantedBits(hashes));
  return hashes.some((hash, line) => {
    if (hash === noHash) return false;
    let entry = index.heads[hash & index.mask] as number;
    while (entry >= 0 && !pass.fits(line, index.owners[entry] as number)) entry = index.next[entry] as number;
    return entry >= 0;
  });
}
