import type { Database, Tx } from '../../platform/database/database.ts';
import { addSaudiBank, placeTerminal } from '../banks/banks.service.ts';
import { addBranch } from '../branches/branches.service.ts';
import { modelsNamed } from '../models/offered.service.ts';
import { addTerminal, assignCashier } from '../terminals/new-terminal.service.ts';
import { addUser } from '../users/users.service.ts';
import { selectApprovedAt } from './applications.queries.ts';
import { selectReservedCashiers } from './decisions.queries.ts';
import type { ApplicationRow } from './review.queries.ts';

/** When a merchant's application was approved; null where there was none. */
export const approvedAtOf = (db: Database, merchantId: string): Promise<Date | null> =>
  selectApprovedAt(db, merchantId);

interface MadeBranch {
  id: string;
  terminalIds: string[];
}

/**
 * The bank of a form, its branches, whose codes count up from B01, and their terminals, which were never connected and are
 * all with that bank.
 */
async function makeBranches(tx: Tx, { merchantId, form }: ApplicationRow, at: Date): Promise<MadeBranch[]> {
  const made: MadeBranch[] = [];
  const bankId = await addSaudiBank(tx, merchantId, form.business.bank, at);
  // Also one that is out of use by now: it was offered when it was applied with.
  const models = await modelsNamed(
    tx,
    form.branches.flatMap(({ terminals }) => terminals.map(({ model }) => model)),
  );
  for (const [index, { name, address, terminals }] of form.branches.entries()) {
    const id = await addBranch(tx, merchantId, {
      code: `B${String(index + 1).padStart(2, '0')}`,
      nameEn: name,
      nameAr: name,
      addressEn: address,
      addressAr: address,
      at,
    });
    const terminalIds: string[] = [];
    for (const { tid, model, msp } of terminals) {
      const known = models.get(model);
      if (!known) throw new Error(`no such model: ${model}`);
      const { brand, manufacturer } = known;
      const terminal = { tid, brand, manufacturer, model: known.model, branchId: id, msp, at };
      const terminalId = await addTerminal(tx, merchantId, terminal);
      await placeTerminal(tx, merchantId, { terminalId, bankId });
      terminalIds.push(terminalId);
    }
    made.push({ id, terminalIds });
  }
  return made;
}

/**
 * Makes the branches, terminals and cashiers of an application, in the transaction that approves it. The first
 * cashier of a branch gets its first terminal and so on; where terminals are fewer, cashiers share them in turn.
 */
export async function makeMerchant(tx: Tx, application: ApplicationRow, at: Date): Promise<void> {
  const { id, merchantId, form, locale } = application;
  const branches = await makeBranches(tx, application, at);
  const reserved = await selectReservedCashiers(tx, id);
  const seated = new Map<string, number>();
  for (const [position, { name: fullName, branch: place }] of form.cashiers.entries()) {
    const [branch, names] = [branches[place], reserved[position]];
    if (!branch || !names) throw new Error(`application ${id}: a cashier of no branch or no name`);
    const turn = seated.get(branch.id) ?? 0;
    seated.set(branch.id, turn + 1);
    const terminalId = branch.terminalIds[turn % branch.terminalIds.length] ?? null;
    const cashier = { ...names, merchantId, fullName, locale, branchId: branch.id, terminalId, at };
    const userId = await addUser(tx, { ...cashier, role: 'CASHIER', email: null });
    if (terminalId !== null) await assignCashier(tx, merchantId, terminalId, userId);
  }
}
