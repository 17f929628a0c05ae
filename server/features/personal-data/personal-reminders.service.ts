import { reminderDays } from '@mizan/contract/personal-data.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { claimReminders, type Reminded, selectAnswerers } from './personal-data.queries.ts';
import { logsOf, type PersonalDataDeps } from './personal-data.service.ts';

const remindJob = 'personalData.remind';
/** Every morning at eight in Riyadh. */
export const personalDataSchedule = [[remindJob, '0 5 * * *']] as const;

const dayMs = 86_400_000;

async function remindOf(tx: Tx, { mailer }: PersonalDataDeps, asked: Reminded, at: Date): Promise<void> {
  const about = { type: 'user', id: asked.userId } as const;
  const by = nobody(asked.merchantId);
  for (const log of logsOf(by, asked.merchantId, asked.isAdministration ? 'ADMIN' : 'OWNER')) {
    await happened(tx, log, { fact: 'personalData.reminded', at, about, params: { kind: asked.kind } });
  }
  const merchantId = asked.isAdministration ? null : asked.merchantId;
  for (const { id, email } of await selectAnswerers(tx, { userId: asked.userId, merchantId })) {
    if (email === null) continue;
    await happened(tx, by, {
      fact: 'personalData.reminderTold',
      at,
      about,
      mail: {
        mailer,
        to: email,
        reader: await preferencesOf(tx, id),
        values: ({ moment }) => ({ by: asked.name, due: moment(asked.dueAt) }),
      },
    });
  }
}

/** Writes to those who answer of what waits and is due within days; of each request once, in the transaction that notes it. */
export const remindAnswerers = (deps: PersonalDataDeps): Promise<void> =>
  inPlatform(deps.db, async (tx) => {
    const at = deps.clock.now();
    const dueBefore = new Date(at.getTime() + reminderDays * dayMs);
    for (const asked of await claimReminders(tx, dueBefore, at)) await remindOf(tx, deps, asked, at);
  });

export const personalDataJobs = (deps: PersonalDataDeps): JobTable => ({
  [remindJob]: () => remindAnswerers(deps),
});
