import { announce } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenantBulk } from '../../platform/database/database.ts';
import { confirmInRollups } from '../transactions/transaction-rollup.service.ts';
import {
  changedTable,
  confirmNext,
  saveConfirmed,
  selectConfirmedThrough,
  unconfirmNext,
} from './confirmations.queries.ts';
import type { HeldWork } from './import-work.queries.ts';
import { leaseLost } from './lease-lost.ts';

/**
 * Marks the payments that an import holds as confirmed by the bank, or, after an undo, opens them again: in
 * short transactions, each moving payments and their totals together, because a million rows in a single one
 * would hold up the terminals' own results for a minute (docs/decisions/0021-confirm-after-the-verdict.md).
 */
export async function moveConfirmations(
  { db, clock }: { db: Database; clock: Clock },
  work: HeldWork,
  isStopping: () => boolean,
): Promise<void> {
  const confirm = work.state === 'DONE';
  for (let more = true; more && !isStopping(); ) {
    more = await inTenantBulk(db, work.merchantId, async (tx) => {
      const after = await selectConfirmedThrough(tx, work.importId);
      const last = confirm
        ? await confirmNext(tx, work.importId, after, clock.now())
        : await unconfirmNext(tx, work.importId, after);
      if ((await saveConfirmed(tx, work, last ?? after, last === null)) === 0) throw leaseLost();
      if (last === null) await announce(tx, work.merchantId, { type: 'IMP', importId: work.importId });
      else await confirmInRollups(tx, changedTable, confirm);
      return last !== null;
    });
  }
}
