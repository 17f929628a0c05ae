import { isTestType, type TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { applyDifferences, type Difference } from './transaction-rollup.queries.ts';

export { buildRollups, confirmInRollups } from './transaction-rollup.queries.ts';

/**
 * Totals by hour and by day, kept in the transaction that changes a payment, so that at every moment they are
 * the sums over `transactions` (rules D3). Whatever inserts or changes a payment calls one of these; a change is counted by its
 * transaction's last statement but COMMIT, when every other row is locked: the rows of the present day are shared by a
 * merchant's terminals, and the later they are locked, the less anybody waits.
 */
export interface RolledUp {
  merchantId: string;
  /** The payment's own time, which decides its hour and day whenever the change comes. */
  createdAt: Date;
  branchId: string;
  terminalId: string;
  cashierId: string | null;
  scheme: string;
  type: TransactionType;
  status: string;
  currency: string;
  bankConfirmed: boolean;
  amountMinor: number;
  feeMinor: number;
  vatMinor: number;
  netMinor: number;
}

/** A payment as it was and as it is. */
export interface RollupChange {
  before: RolledUp;
  after: RolledUp;
}

const difference = (row: RolledUp, sign: 1 | -1): Difference => ({
  merchant_id: row.merchantId,
  created_at: row.createdAt,
  branch_id: row.branchId,
  terminal_id: row.terminalId,
  cashier_id: row.cashierId,
  scheme: row.scheme,
  type: row.type,
  status: row.status,
  currency: row.currency,
  bank_confirmed: row.bankConfirmed,
  amount_minor: row.amountMinor,
  fee_minor: row.feeMinor,
  vat_minor: row.vatMinor,
  net_minor: row.netMinor,
  sign,
});

/** What each open transaction has added and not written yet. */
const added = new WeakMap<Tx, Difference[]>();

/**
 * A payment was written. It is counted by the statement that counts its first change, or at the end where none follows: two
 * statements of one transaction could each hold rows that another one's want.
 */
export function addToRollup(tx: Tx, row: RolledUp): void {
  if (isTestType(row)) return;
  const waiting = added.get(tx);
  if (waiting) return void waiting.push(difference(row, 1));
  added.set(tx, [difference(row, 1)]);
  tx.atEnd('totals', () => write(tx, []));
}

/** A payment changed: state, scheme, charges, or the bank's confirmation. */
export const moveInRollup = (tx: Tx, before: RolledUp, after: RolledUp): Promise<void> =>
  moveManyInRollup(tx, [{ before, after }]);

/** Several payments at once, in one statement: with one call for each of them two transactions could deadlock. */
export const moveManyInRollup = (tx: Tx, changes: readonly RollupChange[]): Promise<void> =>
  write(
    tx,
    changes
      .filter(({ after }) => !isTestType(after))
      .flatMap(({ before, after }) => [difference(before, -1), difference(after, 1)]),
  );

async function write(tx: Tx, differences: readonly Difference[]): Promise<void> {
  const waiting = added.get(tx)?.splice(0) ?? [];
  if (waiting.length + differences.length > 0) await applyDifferences(tx, [...waiting, ...differences]);
}
