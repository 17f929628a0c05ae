import type { Database } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import { type FollowWork, followAgain, followDepositsJob } from './paid.service.ts';

export const expectationsJobs = ({ db }: { db: Database }): JobTable => ({
  [followDepositsJob]: (payload) => followAgain(db, payload as FollowWork),
});
