import { type BulkKind, bulkCan } from '@mizan/contract/bulk.ts';
import type { BranchBody } from '@mizan/contract/management.ts';
import { inPlatformBulk, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { forgetLinksOfMany } from '../auth/email-links.service.ts';
import { removeBranches } from '../branches/branches.service.ts';
import { changeBranchIn } from '../management/branch-change.service.ts';
import { changePersonIn } from '../management/people-change.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { assignTerminalIn } from '../terminals/manage.service.ts';
import { moveCashiers, removeTerminals } from '../terminals/many-terminals.service.ts';
import { removePeople } from '../users/users.service.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { lockRun, setState } from './bulk-runs.queries.ts';
import { type PersonNow, selectPersonNow, selectTerminalNow, type TerminalNow } from './known.queries.ts';
import { toldOf } from './run-bulk.ts';
import { movedSeats } from './seats.queries.ts';
import { clearWritten, countUsed, lockTargets, selectWritten, type WrittenBefore } from './undo.queries.ts';

/** A run is taken back in one transaction, all of it or nothing: what changed, then who sat where, then what is new. */

interface Undoing {
  tx: Tx;
  deps: BulkDeps;
  member: Member;
  at: Date;
  runId: string;
}

const idsOf = (lines: readonly WrittenBefore[]): string[] => lines.map(({ targetId }) => targetId);

const written = ({ tx, member, runId }: Undoing, kind: BulkKind, verdict: 'NEW' | 'CHANGED') =>
  selectWritten(tx, member.merchantId, runId, { kind, verdict });

/** People first, as terminals ask for cashiers of their branch. Whoever goes to another branch leaves their terminal. */
async function changePeopleBack(of: Undoing): Promise<void> {
  const { tx, deps, member } = of;
  for (const { targetId, before } of await written(of, 'user', 'CHANGED')) {
    const { place, fullName, branchId } = before as unknown as PersonNow;
    const now = await selectPersonNow(tx, member.merchantId, targetId);
    await changePersonIn(tx, deps, member, targetId, {
      fullName,
      teamRole: place,
      branchId,
      terminalId: now?.branchId === branchId ? now.terminalId : null,
    });
  }
}

async function changeTerminalsBack(of: Undoing): Promise<void> {
  const { tx, at, member } = of;
  for (const { targetId, before } of await written(of, 'terminal', 'CHANGED')) {
    const { label, branchId } = before as unknown as TerminalNow;
    const now = await selectTerminalNow(tx, member.merchantId, targetId);
    const cashierId = now?.branchId === branchId ? now.cashierId : null;
    await assignTerminalIn(tx, at, member, targetId, { label, branchId, cashierId }, { isBack: true });
  }
}

async function removeNew(of: Undoing): Promise<void> {
  const { tx, member } = of;
  const terminals = idsOf(await written(of, 'terminal', 'NEW'));
  await removeTerminals(tx, member.merchantId, terminals);
  const people = idsOf(await written(of, 'user', 'NEW'));
  await forgetLinksOfMany(tx, people);
  await removePeople(tx, member.merchantId, people);
}

async function undoBranches(of: Undoing): Promise<void> {
  const { tx, member, at } = of;
  for (const { targetId, before } of await written(of, 'branch', 'CHANGED')) {
    await changeBranchIn(tx, at, member, targetId, before as unknown as BranchBody);
  }
  const added = idsOf(await written(of, 'branch', 'NEW'));
  await removeBranches(tx, member.merchantId, added);
}

/**
 * Takes back all that a run wrote. @throws Failure 'notFound'; 'conflict' {reason: 'state'}, {reason: 'used', used} where something of
 * it was used or changed since, and what the services of management refuse, as of the last owner
 */
export const undoRun = (deps: BulkDeps, member: Member, runId: string): Promise<{ id: string }> =>
  inPlatformBulk(deps.db, async (tx) => {
    const { merchantId } = member;
    await holdMerchant(tx, merchantId);
    const record = await lockRun(tx, merchantId, runId);
    if (!record) throw notFound();
    if (record.state === 'UNDONE') return { id: runId };
    if (!bulkCan.undo(record.state)) {
      throw new Failure('conflict', 'There is nothing to take back.', { reason: 'state' });
    }
    const seats = await movedSeats(tx, merchantId, runId);
    await lockTargets(tx, merchantId, runId, seats);
    const used = await countUsed(tx, merchantId, runId, seats);
    if (used > 0) {
      throw new Failure('conflict', 'Something of this file was used or changed since.', {
        reason: 'used',
        used,
      });
    }
    const at = deps.clock.now();
    const of: Undoing = { tx, deps, member, at, runId };
    await changePeopleBack(of);
    await changeTerminalsBack(of);
    await moveCashiers(tx, merchantId, seats);
    await removeNew(of);
    await undoBranches(of);
    await clearWritten(tx, merchantId, runId);
    await setState(tx, merchantId, runId, { state: 'UNDONE', at });
    const about = { type: 'bulkRun', id: runId } as const;
    await happened(tx, member, { fact: 'bulk.undone', at, about, params: toldOf(record) });
    return { id: runId };
  });
