import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, inTenant } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { saidAnew } from '../expectations/expectations.service.ts';
import { takeUndoTurn } from '../reconciliation/named-by-verdict.service.ts';
import { selectCorrecting, selectOtherwiseSaid, selectUnsettled } from './corrected-lines.queries.ts';
import { settleCorrections } from './corrected-lines.service.ts';

/**
 * Files that were judged before their lines settled each other (docs/decisions/0462-a-later-file-that-corrects.md), by an earlier version or
 * in a backup of one: each start asks who has such lines, and a job settles them. It judges nothing anew.
 */
export const settleOlderJob = 'exceptions.settleOlder';

interface OlderDeps {
  db: Database;
  clock: Clock;
}

/** The merchants who have some, and those of whom a line is corrected in part, which stays. */
export const whoHasOlder = async (db: Database): Promise<string[]> =>
  (await selectUnsettled(db)).map(({ merchantId }) => merchantId);

/** With every start; of processes that start at once one job is left. */
export async function askForOlder({ db }: Pick<OlderDeps, 'db'>): Promise<void> {
  for (const merchantId of await whoHasOlder(db)) {
    await inPlatform(db, (tx) =>
      enqueue(tx, settleOlderJob, { merchantId }, { key: `${settleOlderJob} ${merchantId}` }),
    );
  }
}

/** Beside no file that is taken back, and no end of a judgement. */
export const settleOlder = (
  { db, clock }: OlderDeps,
  { merchantId }: { merchantId: string },
): Promise<void> =>
  inTenant(db, merchantId, async (tx) => {
    await takeUndoTurn(tx);
    const files = (await selectCorrecting(tx)).map(({ id }) => id);
    await settleCorrections(tx, files, clock.now());
    const said = await selectOtherwiseSaid(tx, files);
    await saidAnew(
      tx,
      said.map(({ id }) => id),
    );
  });
