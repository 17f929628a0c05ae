import { inTenant } from '../platform/database/database.ts';
import type { OrderHandlers, Saying, WaitingOrder } from '../platform/link/order-handlers.ts';
import { beginSpan } from '../platform/tracing/tracing.ts';
import { asLine, type GatewayDeps, type Line, linkContext, send } from './line.ts';

/** Writes what was committed as about to be sent; a span of each reaches from the look at its rows to its line. */
function say(line: Line, sayings: readonly Saying[], beganAtMs: number): void {
  for (const { frame, once } of sayings) {
    if (once !== undefined) {
      if (line.saidOnce.has(once)) continue;
      line.saidOnce.add(once);
    }
    const span = beginSpan({
      name: `order ${frame.type}`,
      kind: 'producer',
      attributes: { 'mizan.frame': frame.type },
      beganAtMs,
    });
    send(line.socket, line.tid, frame);
    span?.end();
  }
}

/** Looks at a terminal's rows and writes what they ask for: starts, questions, cancels. */
export async function attend(deps: GatewayDeps, line: Line): Promise<void> {
  for (const { claim } of deps.orders.handlers) {
    const beganAtMs = Date.now();
    say(line, await asLine(deps, line, claim), beganAtMs);
  }
}

/** After a hello: everything that this side or the other has open is asked for. */
export async function askEverything(
  deps: GatewayDeps,
  line: Line,
  terminalSays: readonly string[],
): Promise<void> {
  for (const { lineBack } of deps.orders.handlers) {
    const beganAtMs = Date.now();
    const sayings = await asLine(deps, line, (tx, context) => lineBack(tx, context, terminalSays));
    say(line, sayings, beganAtMs);
  }
}

/** A due order of a terminal that nobody holds. */
export const stepUnheld = (
  deps: GatewayDeps,
  { withoutLine }: OrderHandlers,
  waiting: WaitingOrder,
): Promise<void> =>
  inTenant(deps.db, waiting.merchantId, (tx) => withoutLine(tx, linkContext(deps, waiting), waiting.id));
