import { nextMoment } from '../../platform/daily-time.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import { insertLetter } from './reconcile-letter.queries.ts';
import { letterWaitMs } from './reconcile-letter.service.ts';
import {
  clearTime,
  lockDue,
  selectDueMerchants,
  selectRecipients,
  upsertTime,
} from './reconcile-time.queries.ts';
import { selectPlaces } from './terminal-reconciliation.queries.ts';
import { orderReconciliation, type TerminalReconciliationDeps } from './terminal-reconciliation.service.ts';

/** The daily time: said by a person, kept by a row, done by whichever process comes first. */

const merchantsAtOnce = 200;

/** Says the daily time of all terminals, or with null that there is none. */
export async function setTime(
  { db, clock }: TerminalReconciliationDeps,
  member: Member,
  atTime: string | null,
): Promise<{ dailyTime: string | null }> {
  const at = clock.now();
  return inTenant(db, member.merchantId, async (tx) => {
    if (atTime === null) await clearTime(tx);
    else await upsertTime(tx, { atTime, nextAt: nextMoment(atTime, at) });
    const about = { type: 'merchant', id: member.merchantId } as const;
    await happened(tx, member, {
      fact: 'terminals.reconcileTimeSet',
      at,
      about,
      params: { dailyTime: atTime },
    });
    return { dailyTime: atTime };
  });
}

/** Every minute: the merchants whose time has come. Two that do it at once do it once; one that fails holds up no other. */
export async function askDaily({ db, clock }: TerminalReconciliationDeps): Promise<void> {
  const now = clock.now();
  await eachAlone(await selectDueMerchants(db, now, merchantsAtOnce), ({ merchantId }) =>
    inTenant(db, merchantId, (tx) => askAll(tx, merchantId, now)),
  );
}

async function askAll(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const due = await lockDue(tx, now);
  if (!due) return;
  for (const place of await selectPlaces(tx)) {
    const by = { origin: 'DAILY', askedById: null, askedByName: null, now } as const;
    await orderReconciliation(tx, { merchantId, ...place }, by);
  }
  if ((await selectRecipients(tx)).length > 0)
    await insertLetter(tx, { runAt: now, dueAt: new Date(now.getTime() + letterWaitMs) });
  await upsertTime(tx, { atTime: due.atTime, nextAt: nextMoment(due.atTime, now) });
}
