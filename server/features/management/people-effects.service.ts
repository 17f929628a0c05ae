import { namedTerminalsMax } from '@mizan/contract/management.ts';
import type { PeopleEffects } from '@mizan/contract/people.ts';
import { inPlatform, inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { softwareMadeBy } from '../integrator/made-by.service.ts';
import { openShiftsOf } from '../shifts/closing-of-people.service.ts';
import { countOpenPayments, countWaitingRefunds } from './branch-list.queries.ts';
import type { ManagementDeps } from './management.deps.ts';
import { countSessions, selectAffected } from './people-effects.queries.ts';

/**
 * What stops where these people may not work any more, counted, and what stays (docs/decisions/0290-what-stops-with-a-person.md).
 * @throws Failure 'notFound' where one of them is not there to see
 */
export async function effectsOf(
  { db, clock }: Pick<ManagementDeps, 'db' | 'clock'>,
  { merchantId }: Pick<Member, 'merchantId'>,
  ids: readonly string[],
): Promise<PeopleEffects> {
  const now = clock.now();
  const seen = await inTenant(db, merchantId, async (tx) => {
    const people = await selectAffected(tx, ids);
    if (people.length !== new Set(ids).size) throw notFound();
    const terminalIds = people.flatMap(({ terminalId }) => terminalId ?? []);
    return {
      people: people.filter(({ isActive }) => isActive).length,
      terminals: terminalIds.length,
      tids: people.flatMap(({ tid }) => tid ?? []).slice(0, namedTerminalsMax),
      shifts: await openShiftsOf(tx, merchantId, ids),
      openPayments: await countOpenPayments(tx, { terminalIds }),
      waitingRefunds: await countWaitingRefunds(tx, { askedByIds: ids }),
    };
  });
  const ofThePlatform = await inPlatform(db, async (tx) => ({
    sessions: await countSessions(tx, ids, now),
    ...(await softwareMadeBy(tx, merchantId, ids, now)),
  }));
  return { ...seen, ...ofThePlatform };
}
