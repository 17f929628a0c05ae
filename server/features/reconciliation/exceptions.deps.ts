import type { Tx } from '../../platform/database/database.ts';
import type { HandMatch } from '../../reconciliation/match/hand-matches.ts';

/** A verdict that was just written, with what follows from it for people. */
export interface JudgedFile {
  merchantId: string;
  bankFileId: string;
  /** The part that the verdict says it is of: it is not written yet. Null where it says none. */
  partId: string | null;
  /** Its entries up to this number are exceptions. */
  exceptionCount: number;
  /** Which matches by hand the judging kept. */
  heldMatches: readonly string[];
  at: Date;
}

/**
 * What the judging of bank files needs of exceptions, and tells them: handed in by the wiring, because exceptions stand above
 * bank files (docs/decisions/0111-exceptions-above-bank-files.md). Each works in the transaction of its caller.
 */
export interface ExceptionBook {
  /** Lines of a file that people joined to payments, in the order in which they did. */
  matchesOf(tx: Tx, bankFileId: string): Promise<HandMatch[]>;
  /** What the verdict names stays or comes to be open, what it names no more is gone. Answers the payments of which lines say other figures. */
  judged(tx: Tx, file: JudgedFile): Promise<string[]>;
  /** A file that was undone or replaced takes its exceptions with it. Answers the same. */
  withdrawn(tx: Tx, bankFileId: string, at: Date): Promise<string[]>;
}
