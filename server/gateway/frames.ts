import type { Heard } from '../platform/link/order-handlers.ts';
import { traced } from '../platform/tracing/tracing.ts';
import { keepHealth } from './health.ts';
import { asLine, type GatewayDeps, type Line, send } from './line.ts';
import { insertViolation } from './presence.queries.ts';

/**
 * A frame of a signed-in terminal, applied and committed; only then is it answered. Throws where it could not
 * be: the terminal keeps what was not acknowledged and says it again.
 */
export function applyFrame(deps: GatewayDeps, line: Line, heard: Heard): Promise<void> {
  const { type } = heard.frame;
  const span = { name: `frame ${type}`, kind: 'consumer', attributes: { 'mizan.frame': type } } as const;
  return traced(span, () => applyHeard(deps, line, heard));
}

async function applyHeard(deps: GatewayDeps, line: Line, heard: Heard): Promise<void> {
  const { frame } = heard;
  if (frame.type === 'telemetry') {
    await asLine(deps, line, (tx, { now }) => keepHealth(tx, line.terminalId, frame.body, now));
    return send(line.socket, line.tid, { type: 'ack', ref: frame.id });
  }
  const apply = deps.orders.applyOf(frame.type);
  // What answers nothing that this portal asks for.
  if (!apply) return;
  const answered = await asLine(deps, line, (tx, context) => apply(tx, context, heard));
  await noteUnreadable(deps, line, heard);
  if (answered?.mayRepeat !== undefined) line.saidOnce.delete(answered.mayRepeat);
  if (answered?.reply) send(line.socket, line.tid, { ...answered.reply, ref: frame.id });
}

/** What could not be read whole stands in the record of refused frames, as it came. */
async function noteUnreadable(deps: GatewayDeps, line: Line, heard: Heard): Promise<void> {
  const { frame, unreadable, original, about } = heard;
  if (unreadable.length === 0) return;
  const detail = `${frame.type}: unreadable ${unreadable.join(', ')}`;
  deps.log.warn({ tid: line.tid, about, detail }, 'a frame could not be read whole');
  await insertViolation(deps.db, line, deps.clock.now(), { reason: 'BAD_FRAME', detail, original });
}
