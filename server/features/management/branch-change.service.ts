import type { Activity } from '@mizan/contract/activity.ts';
import type { BranchBody, changeBranch as changeRoute } from '@mizan/contract/management.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { endSessionsAt } from '../../platform/sessions/sessions.ts';
import { addBranch, branchOf, describeBranch, setBranchStatus } from '../branches/branches.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { closeShiftsOf, shiftHoldersOf } from '../shifts/closing-of-people.service.ts';
import type { ManagementDeps } from './management.deps.ts';

/** As the platform, because sessions that end are nobody's tenant; each statement names the merchant. */

/** What an entry says of a branch. */
const said = (branch: BranchBody) => ({
  name: branch.nameEn,
  branchCode: branch.code,
  branchAddress: branch.addressEn,
  district: branch.district,
  city: branch.city,
  region: branch.region,
  mapUrl: branch.mapUrl,
});

/** @throws Failure 'conflict' where another branch has the code */
async function withFreeCode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, 'branches_code_of_merchant')) {
      throw new Failure('conflict', 'Another branch has this code.', { reason: 'taken' });
    }
    throw error;
  }
}

/** Adds a branch. @throws Failure 'conflict' where another one has its code */
export const addNewBranch = (
  { db, clock }: ManagementDeps,
  member: Member,
  branch: BranchBody,
): Promise<{ id: string }> =>
  withFreeCode(() =>
    inPlatform(db, async (tx) => {
      const at = clock.now();
      const id = await addBranch(tx, member.merchantId, { ...branch, at });
      const about = { type: 'branch', id } as const;
      await happened(tx, member, { fact: 'management.branchAdded', at, about, params: said(branch) });
      return { id };
    }),
  );

/** Says anew what a branch is called and where it is. @throws Failure 'notFound'; 'conflict': 'taken', 'changedMeanwhile' */
export const changeBranch = (
  { db, clock }: ManagementDeps,
  member: Member,
  id: string,
  { seen, ...branch }: RouteInput<typeof changeRoute>['body'],
): Promise<{ id: string }> =>
  withFreeCode(() => inPlatform(db, (tx) => changeBranchIn(tx, clock.now(), member, id, branch, seen)));

/** The same within a transaction of the caller's; `seen` where somebody saw in a form what stood before. */
export async function changeBranchIn(
  tx: Tx,
  at: Date,
  member: Member,
  id: string,
  branch: BranchBody,
  seen?: object,
): Promise<{ id: string }> {
  const before = await branchOf(tx, member.merchantId, id);
  if (!before) throw notFound();
  const { name: _name, status: _status, ...kept } = before;
  if (seen && standsAlready(kept, branch, seen)) return { id };
  await describeBranch(tx, member.merchantId, id, branch);
  const about = { type: 'branch', id } as const;
  const told = { params: said(branch), was: said(before) };
  await happened(tx, member, { fact: 'management.branchChanged', at, about, ...told });
  return { id };
}

async function setOne(
  tx: Tx,
  member: Member,
  id: string,
  { status, at }: { status: Activity; at: Date },
): Promise<number> {
  const { merchantId } = member;
  const branch = await branchOf(tx, merchantId, id);
  if (!branch) throw notFound();
  if (branch.status === status) return 0;
  await setBranchStatus(tx, merchantId, id, status);
  if (status === 'INACTIVE') await endSessionsAt(tx, merchantId, { kind: 'branch', id }, at);
  await happened(tx, member, {
    fact: 'management.branchStatusSet',
    at,
    about: { type: 'branch', id },
    params: { status, name: branch.name },
    was: { status: branch.status },
  });
  return 1;
}

/**
 * Closes branches or opens them again, all of them or none: the sessions of their cashiers and managers end, their open
 * shifts are closed with what they come to, and no new payment begins on their terminals. What is under way goes on to its end
 * (docs/decisions/0331-shifts-of-closed-branches.md). @throws Failure 'notFound'
 */
export const setBranches = (
  { db, clock }: ManagementDeps,
  member: Member,
  { ids, status }: { ids: readonly string[]; status: Activity },
): Promise<{ changed: number }> =>
  inPlatform(db, async (tx) => {
    await holdMerchant(tx, member.merchantId);
    const at = clock.now();
    let changed = 0;
    const closes = status === 'INACTIVE';
    // Before, so that the terminals are locked in one order; and after, for what was opened or handed over meanwhile.
    if (closes) await closeShiftsOf(tx, member, await shiftHoldersOf(tx, member.merchantId, ids), at);
    for (const id of new Set(ids)) changed += await setOne(tx, member, id, { status, at });
    if (closes) await closeShiftsOf(tx, member, await shiftHoldersOf(tx, member.merchantId, ids), at);
    return { changed };
  });
