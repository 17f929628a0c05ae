import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import {
  applyAck,
  applyCancelAnswer,
  applyProgress,
  applyStatus,
} from '../features/payments/payment-link.service.ts';
import type { LinkContext } from '../features/payments/payment-link-context.ts';
import {
  applyResult,
  applySaleReport,
  type SaidResult,
} from '../features/payments/payment-result.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { asLine, type GatewayDeps, type Line, send } from './line.ts';
import { insertViolation, saveTelemetry } from './presence.queries.ts';
import type { HeardFrame } from './read-frame.ts';

/**
 * A frame of a signed-in terminal, applied and committed; only then is it answered. Throws where it could not
 * be: the terminal keeps what was not acknowledged and says it again.
 */
export async function applyFrame(deps: GatewayDeps, line: Line, heard: HeardFrame): Promise<void> {
  const { frame } = heard;
  switch (frame.type) {
    case 'pay.ack':
      return asLine(deps, line, (tx, context) => applyAck(tx, context, frame.paymentId, frame.outcome));
    case 'pay.progress':
      return asLine(deps, line, (tx, context) => applyProgress(tx, context, frame.paymentId, frame.step));
    case 'pay.cancel.ack':
      await asLine(deps, line, (tx, context) => applyCancelAnswer(tx, context, frame));
      // Who asks once more, after it was too late a first time, is passed on once more.
      if (frame.outcome === 'TOO_LATE') line.cancelsSent.delete(frame.paymentId);
      return;
    case 'pay.result':
    case 'sale.report':
      return applyBody(
        deps,
        line,
        heard,
        frame.type === 'sale.report' ? applySaleReport : applyResult,
        frame.body,
      );
    case 'tx.status': {
      const { body } = frame;
      const apply: Apply = (tx, context, said) => applyStatus(tx, context, frame, said);
      if (body) return applyBody(deps, line, heard, apply, body);
      await asLine(deps, line, (tx, context) => applyStatus(tx, context, frame, null));
      return;
    }
    case 'telemetry':
      await saveTelemetry(deps.db, line, frame.body, deps.clock.now());
      return send(line.socket, line.tid, { type: 'ack', ref: frame.id });
    default:
      // Answers that ask for nothing, and terminal totals, which the portal does not ask for yet.
      return;
  }
}

type Apply = (tx: Tx, context: LinkContext, said: SaidResult) => Promise<boolean>;

/**
 * A result, acknowledged where it is kept and the terminal can tell which one is meant. One that could not be read
 * whole has put its payment under review; what it said stands in the record of refused frames.
 */
async function applyBody(
  deps: GatewayDeps,
  line: Line,
  { frame, unreadable, original }: HeardFrame,
  apply: Apply,
  body: ResultBody,
): Promise<void> {
  const said = { body, original, isWhole: unreadable.length === 0 };
  const isKept = await asLine(deps, line, (tx, context) => apply(tx, context, said));
  if (!said.isWhole) {
    const detail = `${frame.type}: unreadable ${unreadable.join(', ')}`;
    deps.log.warn({ tid: line.tid, paymentId: body.paymentId, detail }, 'a result could not be read whole');
    await insertViolation(deps.db, line, deps.clock.now(), { reason: 'BAD_FRAME', detail, original });
  }
  if (isKept && !unreadable.includes('paymentId') && !unreadable.includes('resultSeq')) {
    acknowledge(line, body, frame.id);
  }
}

const acknowledge = (line: Line, body: { paymentId: string; resultSeq: number }, ref: string): void =>
  send(line.socket, line.tid, {
    type: 'result.ack',
    paymentId: body.paymentId,
    resultSeq: body.resultSeq,
    ref,
  });
