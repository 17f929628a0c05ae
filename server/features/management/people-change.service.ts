import type { Activity } from '@mizan/contract/activity.ts';
import {
  addPerson as addRoute,
  changePerson as changeRoute,
  setPeopleStatus as statusRoute,
} from '@mizan/contract/people.ts';
import type { MemberRole, TeamRole } from '@mizan/contract/rights.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { endSessionsAt } from '../../platform/sessions/sessions.ts';
import { endAccessLinks, giveAccessLink } from '../auth/access-links.service.ts';
import { branchOf } from '../branches/branches.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { closeShiftsOf } from '../shifts/closing-of-people.service.ts';
import { moveCashier } from '../terminals/terminal-cashier.service.ts';
import {
  addUserIfFree,
  arrangePerson,
  awaitEmail,
  isLastOwner,
  type PersonRow,
  setUserStatus,
} from '../users/users.service.ts';
import type { ManagementDeps } from './management.deps.ts';
import { selectTid } from './people-change.queries.ts';
import { personFor, placeNow, refused, refusePlace } from './people-rules.ts';

/** As the platform, because accounts are known before anybody has a tenant; each statement names the merchant. */

interface Seat {
  branchId: string | null;
  terminalId: string | null;
}

/** What an entry says of where somebody works. @throws Failure 'notFound' of a branch */
async function said(tx: Tx, merchantId: string, name: string, { branchId, terminalId }: Seat) {
  const branch = branchId === null ? null : await branchOf(tx, merchantId, branchId);
  if (branchId !== null && !branch) throw notFound();
  const tid = terminalId === null ? null : await selectTid(tx, merchantId, terminalId);
  return { name, branchName: branch?.name ?? null, tid };
}

/** Where somebody of this place in the team works: a cashier and a branch manager in a branch, nobody else in one. */
const seatOf = (place: string, { branchId, terminalId }: Seat): Seat => ({
  branchId: place === 'cashier' || place === 'branchManager' ? branchId : null,
  terminalId: place === 'cashier' ? terminalId : null,
});

type NewPerson = RouteInput<typeof addRoute>['body'];

/** Null where the name or the e-mail is taken. */
const insertPerson = (tx: Tx, merchantId: string, person: NewPerson, seat: Seat, at: Date) =>
  addUserIfFree(tx, {
    merchantId,
    role: person.teamRole === 'cashier' ? 'CASHIER' : 'MERCHANT',
    teamRole: person.teamRole === 'cashier' ? null : person.teamRole,
    username: person.teamRole === 'cashier' ? person.username : null,
    email: person.teamRole === 'cashier' ? null : person.email,
    fullName: person.fullName,
    // Nobody has a password until they set one by their link.
    passwordHash: '',
    locale: person.locale,
    branchId: seat.branchId,
    at,
  });

/**
 * Adds somebody, who sets a password by a link. It is mailed; a cashier's is answered, to be handed over.
 * @throws Failure 'notFound' of branch or terminal; 'conflict': 'taken', 'ownersOnly'
 */
export const addPerson = (
  deps: ManagementDeps,
  member: Member,
  person: NewPerson,
): Promise<{ id: string; link: string | null }> =>
  inPlatform(deps.db, async (tx) => {
    const { merchantId } = member;
    const merchant = await holdMerchant(tx, merchantId);
    if (!merchant) throw notFound();
    const by = await placeNow(tx, member, addRoute);
    if (person.teamRole === 'owner' && by !== 'owner') throw refused('ownersOnly');
    const at = deps.clock.now();
    const seat: Seat = {
      branchId: 'branchId' in person ? person.branchId : null,
      terminalId: 'terminalId' in person ? person.terminalId : null,
    };
    const params = await said(tx, merchantId, person.fullName, seat);
    if (person.teamRole !== 'cashier') await awaitEmail(tx, person.email);
    const id = await insertPerson(tx, merchantId, person, seat, at);
    if (id === null) throw refused('taken');
    if (seat.terminalId !== null) await moveCashier(tx, merchantId, { id, terminalId: null }, seat);
    const email = person.teamRole === 'cashier' ? null : person.email;
    const { link } = await giveAccessLink(tx, deps, {
      userId: id,
      email,
      locale: person.locale,
      merchant,
    });
    await happened(tx, member, {
      fact: 'management.personAdded',
      at,
      about: { type: 'user', id },
      params: { ...params, teamRole: person.teamRole },
    });
    return { id, link };
  });

type WantedPerson = Omit<RouteInput<typeof changeRoute>['body'], 'seen'>;
interface Change {
  id: string;
  before: PersonRow & { place: TeamRole };
  wanted: WantedPerson;
  at: Date;
}

/** Another place in the team: their sessions end, and they are written to. */
async function tellPlace(tx: Tx, { mailer }: ManagementDeps, member: Member, change: Change): Promise<void> {
  const { id, before, wanted, at } = change;
  await endSessionsAt(tx, member.merchantId, { kind: 'user', id }, at);
  const reader = await preferencesOf(tx, id);
  await happened(tx, member, {
    fact: 'management.roleChanged',
    at,
    about: { type: 'user', id },
    params: { name: wanted.fullName, teamRole: wanted.teamRole },
    was: { teamRole: before.place },
    mail:
      before.email === null
        ? null
        : {
            mailer,
            to: before.email,
            reader,
            values: ({ text, moment }) => ({
              role: text(`mails:teamRole.${wanted.teamRole}`),
              by: member.fullName,
              when: moment(at),
            }),
          },
  });
}

/**
 * Names somebody and says what they are in the team and where they work. Whoever gets another place or another branch is signed
 * out, so that nothing of the old one stays on a screen.
 * @throws Failure 'notFound' of person, branch or terminal; 'conflict': 'branchMissing', 'inactive' where whoever
 * may not work is seated, 'changedMeanwhile', and as refusePlace
 */
export const changePerson = (
  deps: ManagementDeps,
  member: Member,
  id: string,
  { seen, ...wanted }: RouteInput<typeof changeRoute>['body'],
): Promise<{ id: string }> => inPlatform(deps.db, (tx) => changePersonIn(tx, deps, member, id, wanted, seen));

/** The same within a transaction of the caller's; `seen` where somebody saw in a form what stood before. */
export async function changePersonIn(
  tx: Tx,
  deps: ManagementDeps,
  member: Member,
  id: string,
  wanted: WantedPerson,
  seen?: object,
): Promise<{ id: string }> {
  const { merchantId } = member;
  await holdMerchant(tx, merchantId);
  const by = await placeNow(tx, member, changeRoute);
  const before = await personFor(tx, member, id, by);
  await refusePlace(tx, member, { id, place: before.place, wanted: wanted.teamRole, by });
  const { name: fullName, place: teamRoleNow, branchId, terminalId } = before;
  const kept = { fullName, teamRole: teamRoleNow, branchId, terminalId };
  if (seen && standsAlready(kept, wanted, seen)) return { id };
  const seat = seatOf(wanted.teamRole, wanted);
  const isOfBranch = wanted.teamRole === 'cashier' || wanted.teamRole === 'branchManager';
  if (isOfBranch && seat.branchId === null) throw refused('branchMissing');
  if (before.status !== 'ACTIVE' && seat.terminalId !== null) throw refused('inactive');
  const at = deps.clock.now();
  const was = await said(tx, merchantId, before.name, before);
  const params = await said(tx, merchantId, wanted.fullName, seat);
  const teamRole: MemberRole | null = wanted.teamRole === 'cashier' ? null : wanted.teamRole;
  // Away from the old terminal first: it belongs to the branch that they leave.
  if (before.place === 'cashier' && seat.terminalId !== before.terminalId) {
    await moveCashier(
      tx,
      merchantId,
      { id, terminalId: before.terminalId },
      { branchId: null, terminalId: null },
    );
  }
  await arrangePerson(tx, merchantId, id, { fullName: wanted.fullName, teamRole, branchId: seat.branchId });
  if (seat.terminalId !== null) await moveCashier(tx, merchantId, { id, terminalId: null }, seat);
  const about = { type: 'user', id } as const;
  const isMoved = was.name !== params.name || was.branchName !== params.branchName || was.tid !== params.tid;
  if (isMoved) await happened(tx, member, { fact: 'management.personChanged', at, about, params, was });
  if (before.place !== wanted.teamRole) await tellPlace(tx, deps, member, { id, before, wanted, at });
  else if (before.branchId !== seat.branchId) {
    await endSessionsAt(tx, merchantId, { kind: 'user', id }, at);
  }
  return { id };
}

async function setOne(
  tx: Tx,
  member: Member,
  id: string,
  { status, by, at }: { status: Activity; by: TeamRole; at: Date },
): Promise<number> {
  const { merchantId } = member;
  const person = await personFor(tx, member, id, by);
  if (person.status === status) return 0;
  if (status === 'INACTIVE') {
    if (id === member.userId) throw refused('self');
    if (person.place === 'owner' && (await isLastOwner(tx, merchantId, id))) throw refused('lastOwner');
    await moveCashier(
      tx,
      merchantId,
      { id, terminalId: person.terminalId },
      { branchId: null, terminalId: null },
    );
    await endSessionsAt(tx, merchantId, { kind: 'user', id }, at);
    await endAccessLinks(tx, id, at);
  }
  await setUserStatus(tx, merchantId, id, status);
  await happened(tx, member, {
    fact: 'management.personStatusSet',
    at,
    about: { type: 'user', id },
    params: { status, name: person.name },
    was: { status: person.status },
  });
  return 1;
}

/**
 * Keeps people out or lets them in again, all of them or none. Sessions and links of whoever is kept out end at once, their open shift is
 * closed with what it came to, their terminal waits for somebody else, and software that they let in is refused from the next
 * call on (docs/decisions/0290-what-stops-with-a-person.md). @throws Failure 'notFound'; 'conflict': 'ownersOnly', 'lastOwner', 'self'
 */
export const setPeople = (
  { db, clock }: ManagementDeps,
  member: Member,
  { ids, status }: { ids: readonly string[]; status: Activity },
): Promise<{ changed: number }> =>
  inPlatform(db, async (tx) => {
    await holdMerchant(tx, member.merchantId);
    const by = await placeNow(tx, member, statusRoute);
    const at = clock.now();
    let changed = 0;
    // Before, so that their terminals are locked in one order; and after, for one that was handed to them meanwhile.
    if (status === 'INACTIVE') await closeShiftsOf(tx, member, ids, at);
    for (const id of new Set(ids)) changed += await setOne(tx, member, id, { status, by, at });
    if (status === 'INACTIVE') await closeShiftsOf(tx, member, ids, at);
    return { changed };
  });
