import { createHash } from 'node:crypto';
import type { Logger } from '../log.ts';
import { type Finding, pingClamd, type ScannerAddress, scanByClamd } from './clamd.ts';

/** 'unchecked' is no half of a yes: what could not be looked through is kept by nobody. */
type Verdict = 'clean' | 'infected' | 'unchecked';

/** Looks through files of strangers before anything of them is kept. */
export interface VirusScanner {
  /** Never throws; why it is not 'clean' stands in the log. */
  scan(content: Buffer): Promise<Verdict>;
  /** Whether it could scan at this moment. */
  answers(): Promise<boolean>;
}

export const scannerLimits = {
  /** Of one file, waiting in clamd's own queue included: five MiB take it well under a second. */
  scanMs: 20_000,
  /** Shorter than probes wait by default, so that a scanner that hangs takes no portal out of service. */
  answerMs: 500,
  /** Files that wait for it in this process, each held in memory; one more is told to come again. */
  scansAtOnce: 16,
} as const;

interface ScannerSettings {
  readonly address: ScannerAddress;
  readonly log: Logger;
  readonly limits?: Readonly<Record<keyof typeof scannerLimits, number>>;
}

/** A scanner that asks the clamd of VIRUS_SCANNER, by a connection for each file. */
export function openVirusScanner({ address, log, limits = scannerLimits }: ScannerSettings): VirusScanner {
  let scanning = 0;

  async function findingIn(content: Buffer): Promise<Finding> {
    if (scanning >= limits.scansAtOnce) throw new Error('as many files are scanned as may be at once');
    scanning += 1;
    try {
      return await scanByClamd(address, content, limits.scanMs);
    } finally {
      scanning -= 1;
    }
  }

  async function scan(content: Buffer): Promise<Verdict> {
    const sizeBytes = content.length;
    try {
      const signature = await findingIn(content);
      if (signature === null) return 'clean';
      const sha256 = createHash('sha256').update(content).digest('hex');
      log.warn({ signature, sizeBytes, sha256 }, 'a file was refused: malware');
      return 'infected';
    } catch (error) {
      log.error({ err: error, sizeBytes }, 'a file was refused: it could not be scanned');
      return 'unchecked';
    }
  }

  return {
    scan,
    answers: () => pingClamd(address, limits.answerMs).catch(() => false),
  };
}
