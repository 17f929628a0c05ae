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
}

export interface LineWarning {
  line: number;
  code: LineWarningCode;
  field: BankField;
  value: string;
}
