import type { OrderHandlers } from '../../platform/link/order-handlers.ts';
import { selectWaiting } from './settings-order.queries.ts';
import { applyConfigAck, applyInForce, askWhatIsInForce, claimSettings } from './settings-order.service.ts';

/** Settings on a terminal's line: what is sent, what is heard, what a loss leads to. */
export const configureOrders: OrderHandlers<'configure'> = {
  waiting: selectWaiting,
  claim: claimSettings,
  // They wait as long as the terminal is away: its next hello asks for them.
  withoutLine: async () => {},
  lineLost: async () => {},
  lineBack: askWhatIsInForce,
  answers: {
    'config.ack': async (tx, context, { frame }) => {
      await applyConfigAck(tx, context, frame);
      return null;
    },
    'config.status': async (tx, context, { frame }) => {
      await applyInForce(tx, context, frame.inForce);
      return null;
    },
  },
  readLoosely: () => null,
};
