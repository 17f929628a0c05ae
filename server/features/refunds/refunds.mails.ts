import { paths } from '@mizan/contract/paths.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { heardByAskedMail, preferencesOf } from '../preferences/preferences.service.ts';
import { readProfileFacts } from '../users/users.service.ts';
import { othersThan } from './refund-effect.service.ts';
import { lockRequest, type RequestRecord } from './refunds.queries.ts';

/**
 * Who may approve a refund hears of it by mail, unless they asked to go without. Of each person a job of the transaction that
 * asks, which writes only while it still waits.
 */
const tellApproverJob = 'refunds.tellApprover';

interface TellWork {
  merchantId: string;
  refundId: string;
  personId: string;
}

/** In the transaction that asks. */
export async function tellApprovers(tx: Tx, by: Member, refundId: string): Promise<void> {
  for (const { id } of await othersThan(tx, by.merchantId, by.userId)) {
    await enqueue(tx, tellApproverJob, { merchantId: by.merchantId, refundId, personId: id });
  }
}

interface TellDeps {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  linkBase: () => string;
}

export const refundsJobs = (deps: TellDeps): JobTable => ({
  [tellApproverJob]: (payload) => tell(deps, payload as unknown as TellWork),
});

async function tell(deps: TellDeps, { merchantId, refundId, personId }: TellWork): Promise<void> {
  const request = await inTenant(deps.db, merchantId, (tx) => lockRequest(tx, refundId));
  if (request?.state !== 'WAITING') return;
  await inPlatform(deps.db, async (tx) => {
    // The same question that the form asks before it says who is told.
    if (!(await heardByAskedMail(tx, [personId])).has(personId)) return;
    const profile = await readProfileFacts(tx, personId);
    const reader = await preferencesOf(tx, personId);
    if (!profile?.email) return;
    await happened(tx, nobody(merchantId), {
      fact: 'refunds.approverTold',
      at: deps.clock.now(),
      about: { type: 'transaction', id: request.originalId },
      mail: letterOf(deps, request, { to: profile.email, reader }),
    });
  });
}

function letterOf(
  { mailer, linkBase }: TellDeps,
  request: RequestRecord,
  whom: Pick<Letter, 'to' | 'reader'>,
): Letter {
  const link = `${linkBase()}${paths.refunds}?open=${request.id}`;
  return {
    ...whom,
    mailer,
    link,
    values: ({ amount, text }) => ({
      by: request.askedByName,
      amount: amount(request.amountMinor),
      currency: text(`units:currency.${request.currency}`),
      original: request.originalId,
      link,
    }),
  };
}
