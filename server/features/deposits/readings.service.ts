import { addDays } from '@mizan/contract/business-day.ts';
import type { OpenSettlement, readDeposit } from '@mizan/contract/deposits.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { namedBank } from '../banks/banks.service.ts';
import { type OpenCell, readingsOf } from './deposit-readings.ts';
import type { DepositsDeps } from './deposits.service.ts';
import { selectOpenSettlements } from './readings.queries.ts';

/** How far before its value date a deposit is looked for: older debts are chosen by their day, never proposed. */
export const daysBack = 62;
/** All that a bank can owe in these days in one currency: nothing that might fit is left out. */
export const openMax = (daysBack + 1) * schemes.length;

/** What is still to come of a settlement, in minor units, signed. */
const remainingOf = ({ netMinor, arrivedMinor }: OpenSettlement): number => netMinor - arrivedMinor;

/** Those that a deposit may be proposed for: not what is owed by no agreed rate, nor what came too much. */
export const openCells = (open: readonly OpenSettlement[]): OpenCell[] =>
  open
    .filter((each) => each.unjudgedCount === 0 && remainingOf(each) > 0 === each.netMinor > 0)
    .map((each) => ({ ...each, remainingMinor: remainingOf(each) }));

/** @throws Failure 'notFound' of the bank */
export const readingsForDeposit = (
  { db }: DepositsDeps,
  { merchantId }: Member,
  { bankId, currency, valueDate, amountMinor }: RouteInput<typeof readDeposit>['query'],
): Promise<RouteOutput<typeof readDeposit>> =>
  inTenant(db, merchantId, async (tx) => {
    if (!(await namedBank(tx, bankId))) throw notFound();
    const span = { from: addDays(valueDate, -daysBack), to: valueDate };
    const open = await selectOpenSettlements(tx, { bankId, currency, ...span }, openMax);
    return { ...readingsOf(openCells(open), amountMinor), open };
  });
