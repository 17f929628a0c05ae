import type { Tx } from '../../platform/database/database.ts';
import { countSoftwareMadeBy } from './made-by.queries.ts';

/** As the platform: how many keys and credentials stop working with these people, for whoever is about to stop them. */
export const softwareMadeBy = (
  tx: Tx,
  merchantId: string,
  userIds: readonly string[],
  at: Date,
): Promise<{ keys: number; credentials: number }> => countSoftwareMadeBy(tx, merchantId, userIds, at);
