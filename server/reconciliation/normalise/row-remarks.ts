import type { BankField, LineErrorCode, LineWarningCode } from '@mizan/contract/reconciliation-terms.ts';
import type { RowKeys } from './row-keys.ts';

/** A line that was not read. `value` is what stood there, with card numbers masked. */
export interface Rejection {
  line: number;
  code: LineErrorCode;
  field: BankField | null;
  value: string;
}

/** The keys of a rejected row by which its payment may still be found; as in BankLines. */
export interface RejectedKeys extends RowKeys {
  line: number;
  /** The row has another number of cells than lines have, or a stray quote: what stands under a key may be another column's. */
  isMoved: boolean;
}

export interface LineWarning {
  line: number;
  code: LineWarningCode;
  field: BankField;
  value: string;
}
