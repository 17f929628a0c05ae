import type { DepositShare } from '@mizan/contract/deposits.ts';
import type { Tx } from '../../platform/database/database.ts';
import { followDeposits } from '../expectations/paid.service.ts';
import { insertDeposit, insertShares, type NewDeposit, type Person } from './deposits.queries.ts';

export type LoadedDeposit = NewDeposit & { shares: readonly DepositShare[] };

/**
 * Writes deposits with what they pay, for loads that nobody entered one by one: without the questions that a person is asked.
 * Whoever loads says once what is so. In the tenant's transaction.
 */
export async function loadDeposits(
  tx: Tx,
  by: Person,
  at: Date,
  deposits: readonly LoadedDeposit[],
): Promise<void> {
  for (const deposit of deposits) {
    const id = await insertDeposit(tx, deposit, by, at);
    if (deposit.shares.length > 0) await insertShares(tx, { ...deposit, id }, deposit.shares, by, at);
  }
  await followDeposits(
    tx,
    deposits.flatMap(({ bankId, currency, shares }) =>
      shares.map(({ day, scheme }) => ({ bankId, currency, businessDay: day, scheme })),
    ),
  );
}
