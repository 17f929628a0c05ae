import { addDays } from '@mizan/contract/business-day.ts';
import type { OpenSettlement, readDeposit } from '@mizan/contract/deposits.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { namedBank } from '../banks/banks.service.ts';
import { partDaysMax, partsFor, waitingMax } from './deposit-parts.ts';
import { type OpenCell, readingsOf } from './deposit-readings.ts';
import type { DepositsDeps } from './deposits.service.ts';
import { selectOpenSettlements, selectWaiting } from './readings.queries.ts';

/** How far before its value date a deposit is looked for: older debts are chosen by their day, never proposed. */
export const daysBack = 62;
/** All that a bank can owe in these days in one currency: nothing that might fit is left out. */
export const openMax = (daysBack + 1) * schemes.length;

/** The same of the days of its parts too. */
const wideMax = openMax + 2 * partDaysMax * schemes.length;

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
  { bankId, currency, valueDate, amountMinor, depositId }: RouteInput<typeof readDeposit>['query'],
): Promise<RouteOutput<typeof readDeposit>> =>
  inTenant(db, merchantId, async (tx) => {
    if (!(await namedBank(tx, bankId))) throw notFound();
    const span = { from: addDays(valueDate, -daysBack), to: valueDate };
    const near = { from: addDays(valueDate, -partDaysMax), to: addDays(valueDate, partDaysMax) };
    const of = { bankId, currency };
    const exceptId = depositId ?? null;
    const others = await selectWaiting(tx, { ...of, ...near, valueDate, exceptId }, waitingMax + 1);
    // What the others may pay speaks against a set of them, too.
    const wide = { from: addDays(near.from, -daysBack), to: near.to };
    const all = await selectOpenSettlements(tx, { ...of, ...wide }, wideMax);
    const open = all.filter(({ day }) => day >= span.from && day <= span.to);
    const unknown = all.filter(({ unjudgedCount }) => unjudgedCount > 0);
    const own = { id: exceptId, valueDate, amountMinor, reference: '' };
    const parts = partsFor(openCells(all), unknown, own, others);
    return { ...readingsOf(openCells(open), amountMinor), parts, open };
  });
