import { may } from '@mizan/contract/may.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type PersonRow, personOf, placeOf } from './users.service.ts';

/**
 * The guard of a route, asked once more of somebody as they are in their row at this moment: of work that goes on after its
 * call, and where two change each other under a lock. Null where they may no longer work, or no longer call it.
 */
export async function stillMay(
  tx: Tx,
  { merchantId, userId }: { merchantId: string; userId: string },
  route: Pick<AnyRoute, 'allow' | 'right'>,
): Promise<(PersonRow & { place: TeamRole }) | null> {
  const person = await personOf(tx, merchantId, userId);
  if (person?.status !== 'ACTIVE') return null;
  const place = placeOf(person);
  return may({ role: person.role, teamRole: place }, route) ? { ...person, place } : null;
}
