import {
  makePersonLink as linkRoute,
  lookingOnMinutes,
  lookOn as lookOnRoute,
} from '@mizan/contract/people.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { endOwnSession, openView } from '../../platform/sessions/sessions.ts';
import { giveAccessLink } from '../auth/access-links.service.ts';
import { viewerOf } from '../auth/auth.service.ts';
import { branchOf } from '../branches/branches.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { tellObservingEnded } from '../suspension/observe.service.ts';
import type { ManagementDeps } from './management.deps.ts';
import { personFor, placeNow, refused } from './people-rules.ts';

/**
 * A link by which somebody sets a new password: answered for a cashier, mailed to the others. The old password stays until it is
 * followed. @throws Failure 'notFound'; 'conflict': 'inactive', 'ownersOnly'
 */
export const makeLink = (
  deps: ManagementDeps,
  member: Member,
  id: string,
): Promise<{ link: string | null; expiresAt: string }> =>
  inPlatform(deps.db, async (tx) => {
    const merchant = await holdMerchant(tx, member.merchantId);
    const person = await personFor(tx, member, id, await placeNow(tx, member, linkRoute));
    if (person.status !== 'ACTIVE') throw refused('inactive');
    const { email, locale } = person;
    const reader = { userId: id, email, locale, merchant };
    const { link, expiresAt } = await giveAccessLink(tx, deps, reader);
    const about = { type: 'user', id } as const;
    const params = { name: person.name };
    await happened(tx, member, { fact: 'management.linkMade', at: deps.clock.now(), about, params });
    return { link, expiresAt: expiresAt.toISOString() };
  });

/**
 * Opens a session that sees what a cashier sees (docs/decisions/0131-looking-on.md). @throws Failure 'notFound' of whoever is no
 * cashier of the merchant; 'conflict': 'inactive', also where their branch is closed
 */
export const lookOn = (
  { db, clock }: ManagementDeps,
  member: Member,
  id: string,
): Promise<RouteOutput<typeof lookOnRoute>> =>
  inPlatform(db, async (tx) => {
    const person = await personFor(tx, member, id, await placeNow(tx, member, lookOnRoute));
    if (person.place !== 'cashier') throw notFound();
    const branch = person.branchId === null ? null : await branchOf(tx, member.merchantId, person.branchId);
    if (person.status !== 'ACTIVE' || branch?.status === 'INACTIVE') throw refused('inactive');
    const at = clock.now();
    const until = new Date(at.getTime() + lookingOnMinutes * 60_000);
    const accessToken = await openView(tx, { userId: id, viewer: member, at, until });
    const about = { type: 'user', id } as const;
    await happened(tx, member, { fact: 'management.lookedOn', at, about, params: { name: person.name } });
    return {
      accessToken,
      role: 'CASHIER',
      teamRole: 'cashier',
      fullName: person.name,
      email: null,
      until: until.toISOString(),
    };
  });

/** Ends a session that looks on; a cashier's own goes on. */
export async function endLookingOn(
  { db, clock }: ManagementDeps,
  member: Member,
): Promise<{ ended: boolean }> {
  const viewer = viewerOf(member);
  if (!viewer) return { ended: false };
  await inPlatform(db, async (tx) => {
    const at = clock.now();
    await endOwnSession(tx, member.sessionId, at);
    const about = { type: 'user', id: member.userId } as const;
    const params = { name: member.fullName };
    if (viewer.role === 'ADMIN') return tellObservingEnded(tx, viewer, member.merchantId, at);
    await happened(tx, viewer, { fact: 'management.lookingOnEnded', at, about, params });
  });
  return { ended: true };
}
