import { type Database, inTenant } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import { type JudgeAgainWork, judgeAgainJob } from '../expectations/files-touched.service.ts';
import { takeTurn, takeUndoTurn } from './judged-again.queries.ts';
import { markTouched } from './touched.queries.ts';

/** After whatever is being judged: that one may have read what was before, and is marked like every other. */
export const reconciliationJobs = ({ db }: { db: Database }): JobTable => ({
  [judgeAgainJob]: (payload) => {
    const { merchantId, cause, touch } = payload as JudgeAgainWork;
    return inTenant(db, merchantId, async (tx) => {
      await takeTurn(tx);
      // An undo marks rows of the same files, in an order of its own.
      await takeUndoTurn(tx);
      await markTouched(tx, touch, cause);
    });
  },
});
