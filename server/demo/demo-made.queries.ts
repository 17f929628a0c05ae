import type { Tx } from '../platform/database/database.ts';

/** An arbitrary number: of two portals that start at once on one database one makes the demo. */
const demoLock = 64_927;
export const lockDemo = (tx: Tx): Promise<number> =>
  tx.change('SELECT pg_advisory_xact_lock($1)', [demoLock]);

export const hasMerchant = async (tx: Tx, uuid: string): Promise<boolean> =>
  (await tx.row('SELECT 1 FROM merchants WHERE uuid = $1', [uuid])) !== null;
