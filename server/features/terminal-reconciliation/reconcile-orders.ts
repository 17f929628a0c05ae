import type { ReconBody } from '@mizan/contract/terminal-link.ts';
import { terminalFrame } from '@mizan/contract/terminal-link.ts';
import * as z from 'zod';
import type { Answered, LooseFrame, OrderHandlers } from '../../platform/link/order-handlers.ts';
import { selectWaiting } from './reconcile-order.queries.ts';
import {
  applyReconAck,
  applyReconResult,
  applyReconUnknown,
  applyReconUnreadable,
  askAgain,
  claimReconciliation,
  noteLineLost,
  stepWithoutLine,
} from './reconcile-order.service.ts';

const acknowledged = (reconciliationId: string): Answered => ({
  reply: { type: 'recon.result.ack', reconciliationId },
});

const loose = z.object({
  type: z.literal('recon.result'),
  id: z.uuid(),
  tid: z.string(),
  body: z.object({ reconciliationId: z.uuid() }),
});

/** A result of which only the name could be read: without an end it would be said for ever. */
function readLoosely(value: unknown, tid: string): LooseFrame | null {
  const read = loose.safeParse(value);
  if (!read.success || read.data.tid !== tid) return null;
  const { reconciliationId } = read.data.body;
  const at = new Date().toISOString();
  const body: ReconBody = { reconciliationId, actionCode: '501', schemes: [], startAt: at, endAt: at };
  const frame = terminalFrame.parse({ v: 1, ts: at, ...read.data, body });
  return { frame, unreadable: ['schemes'], about: reconciliationId };
}

/** Reconciliations on a terminal's line: what is sent, what is heard, what a loss leads to. */
export const reconcileOrders: OrderHandlers<'reconcile'> = {
  waiting: selectWaiting,
  claim: claimReconciliation,
  withoutLine: stepWithoutLine,
  lineLost: noteLineLost,
  lineBack: askAgain,
  answers: {
    'recon.ack': async (tx, context, { frame }) => {
      await applyReconAck(tx, context, frame.reconciliationId, frame.outcome);
      return null;
    },
    'recon.result': async (tx, context, { frame, unreadable }) => {
      const { reconciliationId } = frame.body;
      if (unreadable.length > 0) {
        await applyReconUnreadable(tx, context, reconciliationId);
        return acknowledged(reconciliationId);
      }
      return (await applyReconResult(tx, context, frame.body)) ? acknowledged(reconciliationId) : null;
    },
    'recon.status': async (tx, context, { frame }) => {
      const { reconciliationId, state, body } = frame;
      if (state === 'NOT_FOUND') await applyReconUnknown(tx, context, reconciliationId);
      if (state !== 'FINAL' || body?.reconciliationId !== reconciliationId) return null;
      return (await applyReconResult(tx, context, body)) ? acknowledged(reconciliationId) : null;
    },
  },
  readLoosely,
};
