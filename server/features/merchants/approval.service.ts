import type { Tx } from '../../platform/database/database.ts';
import { assignCashier, insertBranch, insertCashier, insertTerminal } from './decisions.queries.ts';
import type { ApplicationRow } from './merchants.queries.ts';

interface MadeBranch {
  id: string;
  terminalIds: string[];
}

async function makeBranches(tx: Tx, { merchantId, form }: ApplicationRow): Promise<MadeBranch[]> {
  const made: MadeBranch[] = [];
  for (const [index, branch] of form.branches.entries()) {
    const id = await insertBranch(tx, merchantId, branch, index);
    const terminalIds: string[] = [];
    for (const terminal of branch.terminals)
      terminalIds.push(await insertTerminal(tx, merchantId, id, terminal));
    made.push({ id, terminalIds });
  }
  return made;
}

/**
 * Makes the branches, terminals and cashiers of an application, in the transaction that approves it. The first
 * cashier of a branch gets its first terminal and so on; where terminals are fewer, cashiers share them in turn.
 */
export async function makeMerchant(tx: Tx, application: ApplicationRow, at: Date): Promise<void> {
  const branches = await makeBranches(tx, application);
  const seated = new Map<string, number>();
  for (const [position, cashier] of application.form.cashiers.entries()) {
    const branch = branches[cashier.branch];
    if (!branch) throw new Error(`application ${application.id}: a cashier of no branch`);
    const turn = seated.get(branch.id) ?? 0;
    seated.set(branch.id, turn + 1);
    const terminalId = branch.terminalIds[turn % branch.terminalIds.length] ?? null;
    const place = { fullName: cashier.name, branchId: branch.id, terminalId, at };
    const userId = await insertCashier(tx, application, position, place);
    if (terminalId !== null) await assignCashier(tx, application.merchantId, terminalId, userId);
  }
}
