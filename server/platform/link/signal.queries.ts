import type { Tx } from '../database/database.ts';

/** Where every portal process hears that something of a terminal wants its owner's attention. */
export const gatewayChannel = 'mizan_gateway';

/**
 * Tells the process that holds this terminal's line, whichever it is, to look at the terminal's rows once this
 * transaction is committed. The rows are the truth: a signal that gets lost costs a second, not a payment.
 */
export const signalGateway = (tx: Tx, tid: string): Promise<number> =>
  tx.change('SELECT pg_notify($1, $2)', [gatewayChannel, tid]);
