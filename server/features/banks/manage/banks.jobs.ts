import type { JobTable } from '../../../platform/jobs/worker.ts';
import type { BanksDeps } from './manage-banks.service.ts';
import { expectStragglers, expectStragglersJob } from './placements.service.ts';

export const banksJobs = (deps: BanksDeps): JobTable => ({
  [expectStragglersJob]: async (payload) =>
    void (await expectStragglers(deps, payload as { merchantId: string; terminalId: string })),
});
