import { bulkCan } from '@mizan/contract/bulk.ts';
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
import { moveCashiers, removeTerminals, type Seat } from '../terminals/many-terminals.service.ts';
import { removePeople } from '../users/users.service.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { lockRun, setState } from './bulk-runs.queries.ts';
import type { PersonNow, TerminalNow } from './known.queries.ts';
import { toldOf } from './run-bulk.ts';
import {
  clearWritten,
  countUsed,
  lockTargets,
  selectOccupied,
  selectWritten,
  type WrittenBefore,
} from './undo.queries.ts';

/** A run is taken back in the opposite order of its writing, all of it in one transaction, or not at all. */

interface Undoing {
  tx: Tx;
  deps: BulkDeps;
  member: Member;
  at: Date;
  runId: string;
}

const idsOf = (lines: readonly WrittenBefore[]): string[] => lines.map(({ targetId }) => targetId);

/** Cashiers go back to where they were, unless somebody else is named there now. */
async function seatBack({ tx, member }: Undoing, lines: readonly WrittenBefore[]): Promise<void> {
  const seats = lines.flatMap(({ before }) => {
    const seat = (before as { seat?: Seat } | null)?.seat;
    return seat ? [seat] : [];
  });
  const wanted = seats.flatMap(({ terminalId }) => terminalId ?? []);
  const occupied = new Map(
    (await selectOccupied(tx, member.merchantId, wanted)).map(({ id, cashierId }) => [id, cashierId]),
  );
  const back = seats.map(({ cashierId, terminalId }) => {
    const there = occupied.get(terminalId ?? '');
    return { cashierId, terminalId: there !== undefined && there !== cashierId ? null : terminalId };
  });
  await moveCashiers(tx, member.merchantId, back);
}

async function undoTerminals(of: Undoing): Promise<void> {
  const { tx, member, at, runId } = of;
  const kind = 'terminal';
  for (const { targetId, before } of await selectWritten(tx, member.merchantId, runId, {
    kind,
    verdict: 'CHANGED',
  })) {
    await assignTerminalIn(tx, at, member, targetId, before as unknown as TerminalNow);
  }
  const added = await selectWritten(tx, member.merchantId, runId, { kind, verdict: 'NEW' });
  await seatBack(of, added);
  await removeTerminals(tx, member.merchantId, idsOf(added));
}

async function undoPeople({ tx, deps, member, runId }: Undoing): Promise<void> {
  const kind = 'user';
  for (const { targetId, before } of await selectWritten(tx, member.merchantId, runId, {
    kind,
    verdict: 'CHANGED',
  })) {
    const { place, fullName, branchId, terminalId } = before as unknown as PersonNow;
    const [there] = terminalId === null ? [] : await selectOccupied(tx, member.merchantId, [terminalId]);
    const isFree = !there || there.cashierId === targetId;
    await changePersonIn(tx, deps, member, targetId, {
      fullName,
      teamRole: place,
      branchId,
      terminalId: isFree ? terminalId : null,
    });
  }
  const added = idsOf(await selectWritten(tx, member.merchantId, runId, { kind, verdict: 'NEW' }));
  await forgetLinksOfMany(tx, added);
  await removePeople(tx, member.merchantId, added);
}

async function undoBranches({ tx, member, at, runId }: Undoing): Promise<void> {
  const kind = 'branch';
  for (const { targetId, before } of await selectWritten(tx, member.merchantId, runId, {
    kind,
    verdict: 'CHANGED',
  })) {
    await changeBranchIn(tx, at, member, targetId, before as unknown as BranchBody);
  }
  const added = idsOf(await selectWritten(tx, member.merchantId, runId, { kind, verdict: 'NEW' }));
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
    await lockTargets(tx, merchantId, runId);
    const used = await countUsed(tx, merchantId, runId);
    if (used > 0) {
      throw new Failure('conflict', 'Something of this file was used or changed since.', {
        reason: 'used',
        used,
      });
    }
    const at = deps.clock.now();
    const of: Undoing = { tx, deps, member, at, runId };
    await undoTerminals(of);
    await undoPeople(of);
    await undoBranches(of);
    await clearWritten(tx, merchantId, runId);
    await setState(tx, merchantId, runId, { state: 'UNDONE', at });
    const about = { type: 'bulkRun', id: runId } as const;
    await happened(tx, member, { fact: 'bulk.undone', at, about, params: toldOf(record) });
    return { id: runId };
  });
