import type { LossReason } from '@mizan/contract/terminal-history.ts';
import { inPlatform, inTenant, type Tx } from '../platform/database/database.ts';
import { happened, nobody } from '../platform/facts/facts.ts';
import {
  type LostLine,
  markLost,
  markProcessLost,
  setConnection,
  takeGraceOver,
} from './directory.queries.ts';
import { type GatewayDeps, type Line, linkContext } from './line.ts';
import { forgetProcess, logLost, selectDeadProcesses } from './presence.queries.ts';

/** Lines that come and go: 60 seconds of grace, then TDI. As the platform, because it serves all merchants. */

async function tellOrders(deps: GatewayDeps, lost: readonly LostLine[]): Promise<void> {
  for (const line of lost) {
    for (const { lineLost: note } of deps.orders.handlers) {
      await inTenant(deps.db, line.merchantId, (tx) => note(tx, linkContext(deps, line)));
    }
  }
}

async function noteLost(tx: Tx, lines: readonly LostLine[], lostBy: LossReason, at: Date): Promise<void> {
  if (lines.length === 0) return;
  await setConnection(tx, lines, 'RECONNECTING');
  await logLost(tx, lines, lostBy, at);
}

/** The socket of a line is gone. Nothing happens where another connection has taken over. */
export async function lineLost(
  deps: GatewayDeps,
  line: Pick<Line, 'tid' | 'epoch' | 'lostBy'>,
): Promise<void> {
  const at = deps.clock.now();
  const lost = await inPlatform(deps.db, async (tx) => {
    const marked = await markLost(tx, line.tid, line.epoch, at);
    await noteLost(tx, marked, line.lostBy, at);
    return marked;
  });
  await tellOrders(deps, lost);
}

/** A process that stops gives its lines up at once; a killed one has it done by whoever notices. */
export async function processLost(
  deps: GatewayDeps,
  processId: string,
  lostBy: 'PORTAL_STOPPED' | 'PORTAL_GONE',
): Promise<void> {
  const at = deps.clock.now();
  const lost = await inPlatform(deps.db, async (tx) => {
    const marked = await markProcessLost(tx, processId, at);
    await noteLost(tx, marked, lostBy, at);
    await forgetProcess(tx, processId);
    return marked;
  });
  await tellOrders(deps, lost);
}

/** Takes over what dead processes held. */
export async function releaseDead(deps: GatewayDeps): Promise<void> {
  const dead = await inPlatform(deps.db, selectDeadProcesses);
  for (const processId of dead) {
    if (processId === deps.processId) continue;
    deps.log.warn({ processId }, 'a portal process is gone: its terminals are free');
    await processLost(deps, processId, 'PORTAL_GONE');
  }
}

/** Says TDI of the terminals that did not come back in time. */
export async function endGrace(deps: GatewayDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - deps.timers.graceMs);
  await inPlatform(deps.db, async (tx) => {
    const gone = await takeGraceOver(tx, before);
    if (gone.length === 0) return;
    await setConnection(tx, gone, 'DISCONNECTED');
    for (const { merchantId, terminalId, tid } of gone) {
      const about = { type: 'terminal', id: terminalId } as const;
      const at = deps.clock.now();
      await happened(tx, nobody(merchantId), { fact: 'terminals.disconnected', at, about, params: { tid } });
    }
  });
}
