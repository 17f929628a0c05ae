import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import type { Row } from '../read/row.ts';
import { isPlainRrn, type SharedTexts } from './bank-lines.ts';
import { absentKey } from './key-text.ts';
import {
  authOfCell,
  type FieldColumns,
  type ReadRrn,
  roundedCell,
  rrnOfCell,
  terminalOfCell,
} from './line-fields.ts';

/** Keys that name a payment, as in BankLines. */
export interface RowKeys {
  terminal: number;
  rrnHigh: number;
  rrnLow: number;
  auth: number;
}

const keyFields = ['rrn', 'stan', 'authCode', 'terminalId'] as const satisfies readonly BankField[];
const rrn: ReadRrn = { high: 0, low: 0, damaged: false };

/** The keys of a row that was rejected: an RRN, or a terminal with an approval code; null where neither can be read. */
export function keysOfRow(row: Row, at: FieldColumns, shared: SharedTexts): RowKeys | null {
  const terminal = terminalOfCell(row, at.terminalId, shared);
  rrnOfCell(row, at.rrn, shared, rrn);
  const auth = authOfCell(row, at.authCode);
  if (!isPlainRrn(rrn.high) && (terminal < 0 || auth === absentKey)) return null;
  return { terminal, rrnHigh: rrn.high, rrnLow: rrn.low, auth };
}

/** The keys of a row that were kept as rounded numbers, as they stand there. */
export const roundedKeysOf = (row: Row, at: FieldColumns): { field: BankField; value: string }[] =>
  keyFields.flatMap((field) => {
    const value = roundedCell(row, at[field]);
    return value === null ? [] : [{ field, value }];
  });

/** Whether a key that could not be read was kept as a rounded number; asked of cells alone that gave no key. */
export const roundedAmong = (
  row: Row,
  at: FieldColumns,
  read: { rrnDamaged: boolean; stan: number; auth: number; terminal: number },
): boolean =>
  (read.rrnDamaged && roundedCell(row, at.rrn) !== null) ||
  (read.stan < 0 && roundedCell(row, at.stan) !== null) ||
  (read.auth === absentKey && roundedCell(row, at.authCode) !== null) ||
  (read.terminal < 0 && roundedCell(row, at.terminalId) !== null);
