import type { Tx } from '../../platform/database/database.ts';
import { countSoftwareMadeBy } from './made-by.queries.ts';

interface SoftwareCount {
  keys: number;
  credentials: number;
}

/** As the platform: how many keys and credentials stop working with these people, for whoever is about to stop them. */
export const softwareMadeBy = (
  tx: Tx,
  merchantId: string,
  userIds: readonly string[],
  at: Date,
): Promise<SoftwareCount> => countSoftwareMadeBy(tx, merchantId, userIds, at, { asOwners: false });

/** The same of somebody whose place in the team changes: what counts while they are an owner, and stops when they are none. */
export const softwareAsOwner = (
  tx: Tx,
  merchantId: string,
  userId: string,
  at: Date,
): Promise<SoftwareCount> => countSoftwareMadeBy(tx, merchantId, [userId], at, { asOwners: true });
