import { paths } from '@mizan/contract/paths.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../../platform/database/database.ts';
import { happened, nobody } from '../../../platform/facts/facts.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { JobTable } from '../../../platform/jobs/worker.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { preferencesOf } from '../../preferences/preferences.service.ts';
import { ownersWithMail } from '../../users/users.service.ts';
import { selectWaitingSum } from './arrived-statements.queries.ts';

/**
 * People hear of a statement that waits by mail, unless they asked to go without (docs/decisions/0106-what-waits-is-told.md).
 * Only the first that waits is a mail: while one does, the bell and the day's letter say how many there are.
 */
const tellWaitingJob = 'deposits.tellWaiting';

/** In the transaction in which one began to wait. */
export async function tellWaiting(tx: Tx, merchantId: string): Promise<void> {
  const { count } = await selectWaitingSum(tx);
  if (count === 1) await enqueue(tx, tellWaitingJob, { merchantId });
}

interface TellDeps {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  linkBase: () => string;
}

export const depositsJobs = (deps: TellDeps): JobTable => ({
  [tellWaitingJob]: (payload) => tell(deps, payload as { merchantId: string }),
});

/** Says what waits when it is written: of what somebody dealt with meanwhile nobody hears. */
async function tell({ db, clock, mailer, linkBase }: TellDeps, { merchantId }: { merchantId: string }) {
  const { count, fileName } = await inTenant(db, merchantId, selectWaitingSum);
  if (count === 0) return;
  const link = `${linkBase()}${paths.settlement}?view=deposits`;
  for (const { id, email } of await ownersWithMail(db, merchantId)) {
    await inPlatform(db, async (tx) => {
      const reader = await preferencesOf(tx, id);
      if (!reader.askedMail) return;
      await happened(tx, nobody(merchantId), {
        fact: 'deposits.statementWaitTold',
        at: clock.now(),
        about: { type: 'merchant', id: merchantId },
        mail: { to: email, reader, mailer, link, values: () => ({ fileName, link }) },
      });
    });
  }
}
