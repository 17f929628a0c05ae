import type { BankField, LineErrorCode } from '@mizan/contract/reconciliation-terms.ts';
import type { CountedWord } from './row-words.ts';

/** Why a line was rejected, and by which value. */
export interface LineProblem {
  code: LineErrorCode;
  field: BankField | null;
  value: string;
  /** A word that nobody has said the meaning of. */
  asked?: CountedWord;
}
