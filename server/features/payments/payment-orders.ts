import { linkLimits, type ResultBody, type TerminalFrame } from '@mizan/contract/terminal-link.ts';
import type { Answered, Heard, OrderHandlers } from '../../platform/link/order-handlers.ts';
import { readLooseResult } from './loose-result.ts';
import {
  claimSayings,
  noteLineBack,
  noteLineLost,
  question,
  stepWithoutLine,
} from './payment-due.service.ts';
import { selectWaiting } from './payment-link.queries.ts';
import { applyAck, applyCancelAnswer, applyProgress, applyStatus } from './payment-link.service.ts';
import { applyResult, applySaleReport, type SaidResult } from './payment-result.service.ts';

const saidIn = ({ original, unreadable }: Heard, body: ResultBody): SaidResult => ({
  body,
  original,
  isWhole: unreadable.length === 0,
});

/** A result is acknowledged where it is kept and the terminal can tell which one is meant. */
function acknowledged({ unreadable }: Heard, body: ResultBody, isKept: boolean): Answered | null {
  if (!isKept || unreadable.includes('paymentId') || unreadable.includes('resultSeq')) return null;
  const { paymentId, resultSeq } = body;
  return { reply: { type: 'result.ack', paymentId, resultSeq } };
}

const applyBody =
  (apply: typeof applyResult) =>
  async (
    tx: Parameters<typeof applyResult>[0],
    context: Parameters<typeof applyResult>[1],
    heard: Heard<Extract<TerminalFrame, { type: 'pay.result' | 'sale.report' }>>,
  ): Promise<Answered | null> => {
    const { body } = heard.frame;
    return acknowledged(heard, body, await apply(tx, context, saidIn(heard, body)));
  };

/** Purchases, refunds and reversals on a terminal's line: what is sent, what is heard, what a loss leads to. */
export const paymentOrders: OrderHandlers<'purchase' | 'refund' | 'reversal'> = {
  waiting: selectWaiting,
  claim: claimSayings,
  withoutLine: stepWithoutLine,
  lineLost: noteLineLost,
  lineBack: async (tx, context, named) => {
    const undecided = await noteLineBack(tx, context, linkLimits.openPayments);
    return [...new Set([...undecided, ...named])].map(question);
  },
  answers: {
    'pay.ack': async (tx, context, { frame }) => {
      await applyAck(tx, context, frame.paymentId, frame.outcome);
      return null;
    },
    'pay.progress': async (tx, context, { frame }) => {
      await applyProgress(tx, context, frame.paymentId, frame.step);
      return null;
    },
    'pay.cancel.ack': async (tx, context, { frame }) => {
      await applyCancelAnswer(tx, context, frame);
      return frame.outcome === 'TOO_LATE' ? { mayRepeat: frame.paymentId } : null;
    },
    'pay.result': applyBody(applyResult),
    'sale.report': applyBody(applySaleReport),
    'tx.status': async (tx, context, heard) => {
      const { body } = heard.frame;
      const said = body ? saidIn(heard, body) : null;
      const isKept = await applyStatus(tx, context, heard.frame, said);
      return body ? acknowledged(heard, body, isKept) : null;
    },
  },
  readLoosely: readLooseResult,
};
