import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type {
  addTerminal as addRoute,
  assignTerminal as assignRoute,
  getTerminalChoices,
} from '@mizan/contract/terminal-manage.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { signalGateway } from '../../platform/link/signal.queries.ts';
import { placeTerminal } from '../banks/banks.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { modelsNamed } from '../models/offered.service.ts';
import { seatCashier, unseatCashier, unseatTerminal } from '../users/users.service.ts';
import {
  clearCashierElsewhere,
  insertLost,
  isReconciling,
  isTidTaken,
  lockManaged,
  type ManagedTerminal,
  retireInDirectory,
  returnInDirectory,
  selectBanks,
  selectBranches,
  selectBranchFor,
  selectCashierFor,
  selectCashiers,
  selectUndecided,
  updateAssignment,
  updateRetired,
  updateReturned,
} from './manage.queries.ts';
import { addTerminal } from './new-terminal.service.ts';
import { insertLineNote } from './terminal-history.queries.ts';
import type { TerminalDeps } from './terminals.service.ts';

/** Everything here is done as the platform, because the directory of terminals spans merchants. */

/** What a terminal can be assigned to. */
export const terminalChoices = (
  { db }: TerminalDeps,
  { merchantId }: Member,
): Promise<RouteOutput<typeof getTerminalChoices>> =>
  inPlatform(db, async (tx) => {
    const [branches, cashiers, banks] = await Promise.all([
      selectBranches(tx, merchantId),
      selectCashiers(tx, merchantId),
      selectBanks(tx, merchantId),
    ]);
    return { branches, cashiers, banks };
  });

const taken = (): Failure => new Failure('conflict', 'This terminal ID is taken.');

/** @throws Failure 'badRequest' {model: 'notOffered'} */
async function offeredModel(
  tx: Tx,
  name: string,
): Promise<Record<'brand' | 'manufacturer' | 'model', string>> {
  const known = (await modelsNamed(tx, [name])).get(name);
  if (!known?.isOffered)
    throw new Failure('badRequest', 'Nobody offers this model.', { model: 'notOffered' });
  return known;
}

/**
 * Adds a terminal that waits for its device. @throws Failure 'badRequest' {model: 'notOffered'}, 'notFound' of branch or bank,
 * 'conflict' where the number is taken
 */
export async function addNewTerminal(
  { db, clock }: TerminalDeps,
  member: Member,
  { tid, model: name, branchId, bankId, label, isTest }: RouteInput<typeof addRoute>['body'],
): Promise<{ id: string; tid: string }> {
  const { merchantId } = member;
  const at = clock.now();
  try {
    return await inPlatform(db, async (tx) => {
      const { brand, manufacturer, model } = await offeredModel(tx, name);
      const { branches, banks } = {
        branches: await selectBranches(tx, merchantId),
        banks: await selectBanks(tx, merchantId),
      };
      const branch = branches.find(({ id }) => id === branchId);
      if (!branch || (bankId !== null && !banks.some(({ id }) => id === bankId))) throw notFound();
      if (await isTidTaken(tx, tid)) throw taken();
      const id = await addTerminal(tx, merchantId, {
        tid,
        brand,
        manufacturer,
        model,
        branchId,
        at,
        isTest,
        ...(label && { label }),
      });
      if (bankId !== null) await placeTerminal(tx, merchantId, { terminalId: id, bankId });
      const about = { type: 'terminal', id } as const;
      const params = { tid, terminalModel: name, branchName: branch.nameEn, label: label || null };
      await happened(tx, member, { fact: 'terminals.added', at, about, params });
      return { id, tid };
    });
  } catch (error) {
    // Somebody else was faster by a moment.
    if (violates(error, 'terminal_directory_pkey') || violates(error, 'terminals_merchant_id_tid_key'))
      throw taken();
    throw error;
  }
}

async function lockInService(tx: Tx, merchantId: string, id: string): Promise<ManagedTerminal> {
  const terminal = await lockManaged(tx, merchantId, id);
  if (!terminal || terminal.status === 'RETIRED') throw notFound();
  return terminal;
}

/**
 * Names a terminal and says where it stands and who works at it. Whoever worked at it and does not go with it has no
 * terminal then; payments keep the branch and the cashier of their moment. @throws Failure 'notFound' of terminal, branch, or
 * a cashier of another branch; 'conflict' 'changedMeanwhile'
 */
export const assignTerminal = (
  { db, clock }: TerminalDeps,
  member: Member,
  id: string,
  { seen, ...wanted }: RouteInput<typeof assignRoute>['body'],
): Promise<{ id: string }> =>
  inPlatform(db, (tx) => assignTerminalIn(tx, clock.now(), member, id, wanted, { seen }));

/**
 * The same within a transaction of the caller's: `seen` where somebody saw in a form what stood before, `isBack` where it goes
 * back to where it stood, be that closed or not.
 */
export async function assignTerminalIn(
  tx: Tx,
  at: Date,
  member: Member,
  id: string,
  { label: typed, branchId, cashierId }: Omit<RouteInput<typeof assignRoute>['body'], 'seen'>,
  { seen, isBack = false }: { seen?: object; isBack?: boolean } = {},
): Promise<{ id: string }> {
  const { merchantId } = member;
  const label = typed || null;
  // Who works where is changed in turns, so that what was asked of a cashier and a branch still holds when it is written.
  await holdMerchant(tx, merchantId);
  const before = await lockInService(tx, merchantId, id);
  const kept = { label: before.label, branchId: before.branchId, cashierId: before.cashierId };
  if (seen && standsAlready(kept, { label, branchId, cashierId }, seen)) return { id };
  const isMoved = branchId !== before.branchId;
  const branch = await selectBranchFor(tx, merchantId, branchId, { isOpen: isMoved && !isBack });
  const cashier = cashierId === null ? null : await selectCashierFor(tx, merchantId, { cashierId, branchId });
  if (!branch || (cashierId !== null && !cashier)) throw notFound();
  if (isMoved) await unseatTerminal(tx, merchantId, id);
  else if (before.cashierId !== null && before.cashierId !== cashierId) {
    await unseatCashier(tx, merchantId, before.cashierId);
  }
  await updateAssignment(tx, merchantId, id, { label, branchId, cashierId });
  if (cashierId !== null) {
    await clearCashierElsewhere(tx, merchantId, cashierId, id);
    await seatCashier(tx, merchantId, cashierId, id);
  }
  const was = { label: before.label, branchName: before.branchName, cashierName: before.cashierName };
  const params = {
    tid: before.tid,
    label,
    branchName: branch.nameEn,
    cashierName: cashier?.fullName ?? null,
  };
  const about = { type: 'terminal', id } as const;
  await happened(tx, member, { fact: 'terminals.assigned', at, about, params, was });
  return { id };
}

/**
 * Takes a terminal out of service. @throws Failure 'notFound', 'terminalBusy' {transactionId} where the outcome of a payment is
 * not known: without the device nobody could ask for it; the same without one where it is reconciling
 */
export function retireTerminal(
  { db, clock }: TerminalDeps,
  member: Member,
  id: string,
): Promise<{ id: string }> {
  const { merchantId } = member;
  return inPlatform(db, async (tx) => {
    const at = clock.now();
    await holdMerchant(tx, merchantId);
    const terminal = await lockManaged(tx, merchantId, id);
    if (!terminal) throw notFound();
    if (terminal.status === 'RETIRED') return { id };
    const undecided = await selectUndecided(tx, merchantId, id);
    if (undecided) {
      throw new Failure('terminalBusy', 'The outcome of a payment on this terminal is not known yet.', {
        transactionId: undecided.id,
      });
    }
    if (await isReconciling(tx, merchantId, id)) {
      throw new Failure('terminalBusy', 'This terminal is reconciling.');
    }
    const wasThere = terminal.connection === 'CONNECTED' || terminal.connection === 'RECONNECTING';
    const about = { type: 'terminal', id } as const;
    const params = { tid: terminal.tid };
    await updateRetired(tx, merchantId, id);
    await retireInDirectory(tx, merchantId, id, at);
    await unseatTerminal(tx, merchantId, id);
    if (terminal.connection === 'CONNECTED') await insertLost(tx, merchantId, id, at);
    await insertLineNote(tx, { merchantId, terminalId: id, at, event: 'RETIRED', detail: null });
    await happened(tx, member, { fact: 'terminals.retired', at, about, params });
    if (wasThere) await happened(tx, member, { fact: 'terminals.disconnected', at, about, params });
    await signalGateway(tx, terminal.tid);
    return { id };
  });
}

/** Brings it back; its device is paired anew. @throws Failure 'notFound' */
export function returnTerminal(
  { db, clock }: TerminalDeps,
  member: Member,
  id: string,
): Promise<{ id: string }> {
  const { merchantId } = member;
  return inPlatform(db, async (tx) => {
    const at = clock.now();
    const terminal = await lockManaged(tx, merchantId, id);
    if (!terminal) throw notFound();
    if (terminal.status !== 'RETIRED') return { id };
    await updateReturned(tx, merchantId, id);
    await returnInDirectory(tx, merchantId, id);
    await insertLineNote(tx, { merchantId, terminalId: id, at, event: 'RETURNED', detail: null });
    const about = { type: 'terminal', id } as const;
    await happened(tx, member, { fact: 'terminals.returned', at, about, params: { tid: terminal.tid } });
    return { id };
  });
}
