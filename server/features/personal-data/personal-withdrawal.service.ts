import * as contract from '@mizan/contract/personal-data.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { lockOwnRequest, updateWithdrawn } from './personal-data.queries.ts';
import { answerersTold, logsOf, type PersonalDataDeps } from './personal-data.service.ts';

/**
 * Takes a request of the caller back, and writes to those who would have answered. It waits its turn with an answer:
 * whichever comes second is told of the first.
 * @throws Failure 'notFound', also of one of somebody else; 'conflict' where it was answered
 */
export const withdrawRequest = (
  { db, clock, mailer }: PersonalDataDeps,
  principal: Principal,
  id: string,
): Promise<{ state: contract.PersonalState }> =>
  inPlatform(db, async (tx) => {
    const { userId, merchantId } = principal;
    const asked = await lockOwnRequest(tx, userId, id);
    if (!asked) throw notFound();
    if (asked.state === 'WITHDRAWN') return { state: asked.state };
    if (!contract.personalCan.withdraw(asked)) throw new Failure('conflict', 'The request was answered.');
    const at = clock.now();
    await updateWithdrawn(tx, id, at);
    const { kind, answeredBy } = asked;
    const about = { type: 'user', id: userId } as const;
    for (const log of logsOf(principal, merchantId, answeredBy)) {
      await happened(tx, log, { fact: 'personalData.withdrawn', at, about, params: { kind } });
    }
    for (const { id: reader, email } of await answerersTold(tx, principal, answeredBy)) {
      await happened(tx, principal, {
        fact: 'personalData.withdrawnTold',
        at,
        about,
        mail: {
          mailer,
          to: email,
          reader: await preferencesOf(tx, reader),
          values: ({ moment, text }) => ({
            by: principal.fullName,
            what: text(`mails:personalKind.${kind}`),
            when: moment(asked.askedAt),
          }),
        },
      });
    }
    return { state: 'WITHDRAWN' };
  });
