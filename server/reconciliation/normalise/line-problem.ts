import type { BankField, LineErrorCode } from '@mizan/contract/reconciliation-terms.ts';

/** Why a line was rejected, and by which value. */
export interface LineProblem {
  code: LineErrorCode;
  field: BankField | null;
  value: string;
}
