import {
  type CashierRefunds,
  proposedCashierRefunds,
  type setCashierRefunds as setRoute,
} from '@mizan/contract/cashier-refunds.ts';
import { needsApproval } from '@mizan/contract/refund-limit.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { selectCashierRefunds, upsertCashierRefunds } from './cashier-refunds.queries.ts';
import { limitFor } from './refund-limit.service.ts';
import { refused } from './refund-rules.ts';

/** What cashiers may give back (docs/decisions/0156-refunds-by-cashiers.md). */
interface CashierDeps {
  readonly db: Database;
  readonly clock: Clock;
}

async function ruleOf(tx: Tx): Promise<CashierRefunds> {
  const set = await selectCashierRefunds(tx);
  return set
    ? { ...set, at: set.at.toISOString() }
    : { isAllowed: false, ...proposedCashierRefunds, byName: null, at: null };
}

export const getCashierRefunds = ({ db }: CashierDeps, by: Member): Promise<CashierRefunds> =>
  inTenant(db, by.merchantId, ruleOf);

/** For what is asked from now on; what waits stays waiting. Open windows of cashiers hear of it. */
export const setCashierRefunds = (
  { db, clock }: CashierDeps,
  by: Member,
  wanted: RouteInput<typeof setRoute>['body'],
): Promise<CashierRefunds> =>
  inTenant(db, by.merchantId, async (tx) => {
    const at = clock.now();
    const { isAllowed, eachMinor, dayMinor, byName } = await ruleOf(tx);
    const isSame =
      byName !== null &&
      isAllowed === wanted.isAllowed &&
      eachMinor === wanted.eachMinor &&
      dayMinor === wanted.dayMinor;
    if (isSame) return ruleOf(tx);
    await upsertCashierRefunds(tx, { ...wanted, byId: by.userId, byName: by.fullName, at });
    await happened(tx, by, {
      fact: 'refunds.cashiersSet',
      at,
      about: { type: 'merchant', id: by.merchantId },
      params: wanted,
      was: { isAllowed, eachMinor, dayMinor },
    });
    await announce(tx, by.merchantId, { type: 'SET' });
    return ruleOf(tx);
  });

/**
 * A rule about the purchase and its terminal, no guard of the route: a cashier gives back where the merchant's row allows it, and
 * what the own terminal took, on that terminal. Anything else does not exist for them. @throws Failure 'conflict' with NOT_ALLOWED, 'notFound'
 */
export async function refuseBeyondOwnTerminal(
  tx: Tx,
  by: Member,
  asked: { originalTerminalId: string | null; terminalId: string | null },
): Promise<void> {
  if (by.role !== 'CASHIER') return;
  if (!(await ruleOf(tx)).isAllowed) throw refused('NOT_ALLOWED');
  const isOwn = (terminalId: string | null) => terminalId !== null && terminalId === by.terminalId;
  if (!isOwn(asked.originalTerminalId) || !isOwn(asked.terminalId ?? by.terminalId)) throw notFound();
}

/** Whether it takes a second person, and which limit says so. */
export async function approvalFor(
  tx: Tx,
  by: Member,
  amountMinor: number,
  now: Date,
): Promise<{ isNeeded: boolean; limitMinor: number; aloneMinor: number }> {
  const { limitMinor, aloneMinor } = await limitFor(tx, by, now);
  if (by.role !== 'CASHIER') {
    return { isNeeded: needsApproval(amountMinor, limitMinor, aloneMinor), limitMinor, aloneMinor };
  }
  const { eachMinor, dayMinor } = await ruleOf(tx);
  if (amountMinor > eachMinor) return { isNeeded: true, limitMinor: eachMinor, aloneMinor: 0 };
  return { isNeeded: needsApproval(amountMinor, dayMinor, aloneMinor), limitMinor: dayMinor, aloneMinor };
}
