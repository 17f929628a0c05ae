import type { Activity } from '@mizan/contract/activity.ts';
import type { BranchOfMerchant } from '@mizan/contract/suspension.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import {
  type BranchRow,
  insertBranch,
  type NewBranch,
  readBranch,
  selectBranches,
  updateBranchStatus,
} from './branches.queries.ts';

/**
 * Where a merchant sells: the one owner of the table `branches` (tools/tidy/table-owners.ts). What follows from a
 * change, such as sessions that end or what is written down, is the caller's, in the same transaction.
 */
export type { NewBranch };

/** Adds a branch and answers its id. */
export const addBranch = (tx: Tx, merchantId: string, branch: NewBranch): Promise<string> =>
  insertBranch(tx, merchantId, branch);

/** The branches of a merchant, those alone whose name or code has `search` in it; at most `limit`. */
export const branchesOf = (
  db: Database,
  merchantId: string,
  { search, limit }: { search: string; limit: number },
): Promise<BranchOfMerchant[]> => selectBranches(db, merchantId, search, limit);

/** A branch of this merchant; null where there is none. */
export const branchOf = (tx: Tx, merchantId: string, id: string): Promise<BranchRow | null> =>
  readBranch(tx, merchantId, id);

export const setBranchStatus = async (
  tx: Tx,
  merchantId: string,
  id: string,
  status: Activity,
): Promise<void> => void (await updateBranchStatus(tx, merchantId, id, status));
