import type { PlaceInTeam } from '@mizan/contract/people.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { stillMay } from '../users/still-may.ts';
import { isLastOwner, type PersonRow, personOf, placeOf } from '../users/users.service.ts';

/** What nobody may do to the people of a merchant, however much they may otherwise. */

const sentences = {
  taken: 'Somebody has this name or e-mail.',
  ownersOnly: 'Only an owner changes owners, or makes one.',
  lastOwner: 'This is the last active owner.',
  self: 'Nobody does this to themselves.',
  otherKind: 'A cashier signs in with a username and the others with an e-mail: neither becomes the other.',
  branchMissing: 'A cashier and a branch manager work in a branch.',
  inactive: 'This person may not sign in.',
} as const;
type PeopleRefusal = keyof typeof sentences;

export const refused = (reason: PeopleRefusal): Failure =>
  new Failure('conflict', sentences[reason], { reason });

/**
 * Whoever changes people, as they are now by the guard of their route: of two who take each other's place away, the second one has none any more. The caller
 * holds the merchant. @throws Failure 'conflict': 'ownersOnly'
 */
export async function placeNow(
  tx: Tx,
  member: Member,
  route: Pick<AnyRoute, 'allow' | 'right'>,
): Promise<TeamRole> {
  const person = await stillMay(tx, member, route);
  if (!person) throw refused('ownersOnly');
  return person.place;
}

/** @throws Failure 'notFound'; 'conflict': 'ownersOnly' of an owner, where whoever asks is none */
export async function personFor(
  tx: Tx,
  { merchantId }: Member,
  id: string,
  by: TeamRole,
): Promise<PersonRow & { place: TeamRole }> {
  const person = await personOf(tx, merchantId, id);
  if (!person) throw notFound();
  const place = placeOf(person);
  if (place === 'owner' && by !== 'owner') throw refused('ownersOnly');
  return { ...person, place };
}

/** @throws Failure 'conflict': 'self', 'otherKind', 'ownersOnly', 'lastOwner' */
export async function refusePlace(
  tx: Tx,
  { merchantId, userId }: Member,
  { id, place, wanted, by }: { id: string; place: TeamRole; wanted: PlaceInTeam; by: TeamRole },
): Promise<void> {
  if (place === wanted) return;
  if (id === userId) throw refused('self');
  if (place === 'cashier' || wanted === 'cashier') throw refused('otherKind');
  if (wanted === 'owner' && by !== 'owner') throw refused('ownersOnly');
  if (place === 'owner' && (await isLastOwner(tx, merchantId, id))) throw refused('lastOwner');
}
