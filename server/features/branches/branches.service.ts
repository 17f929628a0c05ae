import type { Activity } from '@mizan/contract/activity.ts';
import type { BranchOfMerchant } from '@mizan/contract/suspension.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import {
  type BranchRow,
  deleteBranches,
  insertBranch,
  insertBranches,
  type NewBranch,
  readBranch,
  selectBranchExists,
  selectBranches,
  updateBranch,
  updateBranchStatus,
} from './branches.queries.ts';

/**
 * Where a merchant sells: the one owner of the table `branches` (platform/database/tables.ts). What follows from a
 * change, such as sessions that end or what is written down, is the caller's, in the same transaction.
 */
export type { NewBranch };

/** Adds a branch and answers its id. */
export const addBranch = (tx: Tx, merchantId: string, branch: NewBranch): Promise<string> =>
  insertBranch(tx, merchantId, branch);

/** Adds many at once and answers those whose code was free, with their ids. */
export const addBranches = (
  tx: Tx,
  merchantId: string,
  branches: Parameters<typeof insertBranches>[2],
  at: Date,
): Promise<{ id: string; code: string }[]> => insertBranches(tx, merchantId, branches, at);

/** Removes branches that nothing ever happened at: nothing may stand there any more. */
export const removeBranches = async (tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> =>
  void (await deleteBranches(tx, merchantId, ids));

/** The branches of a merchant, those alone whose name or code has `search` in it; at most `limit`. */
export const branchesOf = (
  db: Database,
  merchantId: string,
  { search, limit }: { search: string; limit: number },
): Promise<BranchOfMerchant[]> => selectBranches(db, merchantId, search, limit);

/** Whether the merchant has it; locks nothing, which on a cluster only the platform's role may. */
export const hasBranch = (tx: Tx, merchantId: string, id: string): Promise<boolean> =>
  selectBranchExists(tx, merchantId, id);

/** A branch of this merchant, locked; null where there is none. */
export const branchOf = (tx: Tx, merchantId: string, id: string): Promise<BranchRow | null> =>
  readBranch(tx, merchantId, id);

/** What a branch is called and where it is. A code that another one has violates branches_code_of_merchant. */
export const describeBranch = async (
  tx: Tx,
  merchantId: string,
  id: string,
  branch: Parameters<typeof updateBranch>[3],
): Promise<void> => void (await updateBranch(tx, merchantId, id, branch));

/** Closes a branch or opens it again. Open windows of the merchant hear of it: on its terminals no payment may be begun. */
export async function setBranchStatus(
  tx: Tx,
  merchantId: string,
  id: string,
  status: Activity,
): Promise<void> {
  await updateBranchStatus(tx, merchantId, id, status);
  await announce(tx, merchantId, { type: 'SET' });
}
