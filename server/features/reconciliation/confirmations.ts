import { announce } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { lineCame, lineWent, missingTold, unsaidWent } from '../expectations/expectations.service.ts';
import { approveByBank, withdrawByBank } from '../payments/bank-decision.service.ts';
import { confirmInRollups } from '../transactions/transaction-rollup.service.ts';
import type { LeasedWork } from './bank-file-work.queries.ts';
import {
  changedTable,
  claimsTable,
  confirmTaken,
  giveWay,
  makeTables,
  saveConfirmed,
  selectConfirmedThrough,
  selectDecided,
  selectProven,
  takeClaims,
  unconfirmTaken,
  unmarkMissing,
  unmarkTaken,
} from './confirmations.queries.ts';
import { selectLetGo } from './judged-again.queries.ts';
import { leaseLost } from './lease-lost.ts';

/**
 * Marks the payments that a bank file holds as confirmed by the bank, or, after an undo, opens them again: in
 * short transactions, each moving payments and their totals together, because a million rows in a single one
 * would hold up the terminals' own results for a minute (docs/decisions/0016-confirm-after-the-verdict.md).
 * A payment whose outcome nobody knew, and which the bank paid to the halala, is decided by the file, for as long as
 * the file stands.
 */
export async function moveConfirmations(
  { db, clock }: { db: Database; clock: Clock },
  work: LeasedWork,
  isStopping: () => boolean,
): Promise<void> {
  const confirm = work.state === 'DONE';
  for (let more = true; more && !isStopping(); ) {
    more = await inTenant(db, work.merchantId, async (tx) => {
      await giveWay(tx);
      const { through, fileName } = await selectConfirmedThrough(tx, work.bankFileId);
      const last = await takeClaims(tx, work.bankFileId, through);
      if ((await saveConfirmed(tx, work, last ?? through, last === null)) === 0) throw leaseLost();
      if (last === null) await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
      else if (confirm) await confirmPayments(tx, work, fileName, clock.now());
      else await unconfirmTaken(tx, work.bankFileId, { after: through, upTo: last });
      if (last === null && confirm) await unmarkMissing(tx, work.bankFileId);
      if (last !== null || confirm) await confirmInRollups(tx, changedTable, confirm && last !== null);
      if (last !== null && !confirm) await withdrawDecisions(tx, work, fileName, clock.now());
      // The sums of what banks owe come after the totals, as everywhere.
      if (last === null) {
        await missingTold(tx, work.bankFileId, confirm);
        if (confirm) await unsaidWent(tx, claimsTable);
      } else if (confirm) await lineCame(tx, claimsTable, work.bankFileId);
      else await lineWent(tx, claimsTable, work.bankFileId);
      return last !== null;
    });
  }
}

/** After the totals have let go of the confirmation, as the decision was made before they took it. */
async function withdrawDecisions(tx: Tx, work: LeasedWork, fileName: string, at: Date): Promise<void> {
  for (const { id } of await selectDecided(tx, work.bankFileId)) {
    await withdrawByBank(tx, { paymentId: id, bankFileId: work.bankFileId, fileName, at });
  }
}

/**
 * Opens the payments again that a file held by its former judgement and holds no more; few, where there are any. The last that
 * its transaction does with rows that others want.
 */
export async function letGo(tx: Tx, bankFileId: string): Promise<void> {
  await makeTables(tx);
  if ((await selectLetGo(tx, bankFileId)) === 0) return;
  await giveWay(tx);
  await unmarkTaken(tx, bankFileId);
  await confirmInRollups(tx, changedTable, false);
  await lineWent(tx, claimsTable, bankFileId);
}

async function confirmPayments(tx: Tx, work: LeasedWork, fileName: string, at: Date): Promise<void> {
  for (const { id } of await selectProven(tx, work.bankFileId)) {
    await approveByBank(tx, { paymentId: id, bankFileId: work.bankFileId, fileName, at });
  }
  await confirmTaken(tx, work.bankFileId, at);
}
