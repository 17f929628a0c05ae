import { linkLimits } from '@mizan/contract/terminal-link.ts';
import { claimOrders, noteLineBack, stepWithoutLine } from '../features/payments/payment-due.service.ts';
import { inTenant } from '../platform/database/database.ts';
import { asLine, type GatewayDeps, type Line, linkContext, send } from './line.ts';
import type { Waiting } from './presence.queries.ts';

/**
 * Looks at a terminal's rows and writes what they ask for: starts, questions, cancels. What is to be sent was
 * committed before, so that after a crash the portal knows that it may have been.
 */
export async function attend(deps: GatewayDeps, line: Line): Promise<void> {
  const orders = await asLine(deps, line, claimOrders);
  for (const { paymentId, attempt, kind, amountMinor, expiresInMs } of orders.starts) {
    const what = { paymentId, attempt, kind, amountMinor, currency: 'SAR' as const, expiresInMs };
    send(line.socket, line.tid, { type: 'pay.start', ...what });
  }
  for (const paymentId of orders.cancels) {
    if (line.cancelsSent.has(paymentId)) continue;
    line.cancelsSent.add(paymentId);
    send(line.socket, line.tid, { type: 'pay.cancel', paymentId });
  }
  for (const paymentId of orders.queries) send(line.socket, line.tid, { type: 'tx.query', paymentId });
}

/** After a hello: everything that this side or the other has open is asked for. */
export async function askEverything(
  deps: GatewayDeps,
  line: Line,
  terminalSays: readonly string[],
): Promise<void> {
  const undecided = await asLine(deps, line, (tx, context) =>
    noteLineBack(tx, context, linkLimits.openPayments),
  );
  for (const paymentId of new Set([...undecided, ...terminalSays])) {
    send(line.socket, line.tid, { type: 'tx.query', paymentId });
  }
}

/** A due payment of a terminal that nobody holds. */
export const stepUnheld = (deps: GatewayDeps, waiting: Waiting): Promise<void> =>
  inTenant(deps.db, waiting.merchantId, (tx) => stepWithoutLine(tx, linkContext(deps, waiting), waiting.id));
