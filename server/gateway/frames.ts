import type { TerminalFrame } from '@mizan/contract/terminal-link.ts';
import {
  applyAck,
  applyCancelAnswer,
  applyProgress,
  applyStatus,
} from '../features/payments/payment-link.service.ts';
import { applyResult, applySaleReport } from '../features/payments/payment-result.service.ts';
import { asLine, type GatewayDeps, type Line, send } from './line.ts';
import { saveTelemetry } from './presence.queries.ts';

/**
 * A frame of a signed-in terminal, applied and committed; only then is it answered. Throws where it could not
 * be: the terminal keeps what was not acknowledged and says it again.
 */
export async function applyFrame(deps: GatewayDeps, line: Line, frame: TerminalFrame): Promise<void> {
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
    case 'sale.report': {
      const apply = frame.type === 'sale.report' ? applySaleReport : applyResult;
      await asLine(deps, line, (tx, context) => apply(tx, context, frame.body));
      return acknowledge(line, frame.body, frame.id);
    }
    case 'tx.status': {
      const isKept = await asLine(deps, line, (tx, context) => applyStatus(tx, context, frame));
      if (isKept && frame.body) acknowledge(line, frame.body, frame.id);
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

const acknowledge = (line: Line, body: { paymentId: string; resultSeq: number }, ref: string): void =>
  send(line.socket, line.tid, {
    type: 'result.ack',
    paymentId: body.paymentId,
    resultSeq: body.resultSeq,
    ref,
  });
