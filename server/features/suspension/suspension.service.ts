import type { Activity } from '@mizan/contract/activity.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import {
  type listMembers,
  membersMax,
  type setMerchantStatus as merchantStatusRoute,
} from '@mizan/contract/suspension.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type Concerned, endSessionsAt } from '../../platform/sessions/sessions.ts';
import { branchesOf, branchOf, setBranchStatus } from '../branches/branches.service.ts';
import { holdMerchant, merchantOf, setMerchantStatus } from '../merchants/merchants.service.ts';
import { bothLogs, nameIn, tellOwners } from '../merchants/told.service.ts';
import { isLastOwner, ownersAt, peopleOf, personOf, placeOf, setUserStatus } from '../users/users.service.ts';

export interface SuspensionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
}

/** What a change of status is about, as it was; `store` writes the new one. */
interface Subject<Status extends string> {
  readonly concerned: Concerned;
  readonly id: string;
  readonly name: string;
  /** Of what has a name in each language. */
  readonly nameAr?: string;
  readonly status: string;
  readonly store: (status: Status) => Promise<void>;
}

interface Wanted<Status extends string> {
  readonly status: Status;
  readonly reason: string;
}

/** The branches and people of a merchant, those alone whose name has `search` in it. @throws Failure 'notFound' */
export async function membersOf(
  { db }: SuspensionDeps,
  merchantId: string,
  { search = '' }: RouteInput<typeof listMembers>['query'],
): Promise<RouteOutput<typeof listMembers>> {
  const asked = { search, limit: membersMax + 1 };
  const [merchant, branches, people] = await Promise.all([
    merchantOf(db, merchantId),
    branchesOf(db, merchantId, asked),
    peopleOf(db, merchantId, asked),
  ]);
  if (!merchant) throw notFound();
  return {
    branches: branches.slice(0, membersMax),
    people: people.slice(0, membersMax),
    truncated: branches.length > membersMax || people.length > membersMax,
  };
}

/**
 * Changes a status in turn with everybody else who changes one at this merchant. A suspension also ends the
 * sessions that it concerns, so that the next request is refused and sockets close on every process. Both logs name it,
 * and the owners are written to, also one who is suspended by it. What is so already stays so, without a word.
 * @throws Failure 'notFound', and what `find` throws
 */
async function change<Status extends string>(
  { db, clock, mailer }: SuspensionDeps,
  actor: Principal,
  merchantId: string,
  { status, reason }: Wanted<Status>,
  find: (
    tx: Tx,
    merchant: { name: string; nameAr: string; status: string },
  ) => Promise<Subject<Status> | null>,
): Promise<{ status: Status }> {
  return inPlatform(db, async (tx) => {
    const merchant = await holdMerchant(tx, merchantId);
    const subject = merchant && (await find(tx, merchant));
    if (!subject) throw notFound();
    if (subject.status === status) return { status };
    const at = clock.now();
    const isBack = status === 'ACTIVE';
    const { concerned, id, name, nameAr } = subject;
    const owners = await ownersAt(tx, merchantId);
    await subject.store(status);
    if (!isBack) await endSessionsAt(tx, merchantId, concerned, at);
    for (const by of bothLogs(actor, merchantId)) {
      await happened(tx, by, {
        fact: isBack ? 'merchants.reinstated' : 'merchants.suspended',
        at,
        about: { type: concerned.kind, id },
        params: { status, name, arabicName: nameAr, note: reason },
        was: { status: subject.status },
      });
    }
    await tellOwners(tx, mailer, actor, {
      fact: isBack ? 'merchants.reinstatementTold' : 'merchants.suspensionTold',
      merchantId,
      owners: isBack ? await ownersAt(tx, merchantId) : owners,
      at,
      values: ({ text, language }) => ({
        name: nameIn({ name, nameAr }, language),
        reason,
        what: text(`mails:${isBack ? 'reinstated' : 'suspended'}.what.${concerned.kind}`),
      }),
    });
    return { status };
  });
}

/** Suspends a merchant, or lets it in again. @throws Failure 'conflict' while its application is undecided */
export const changeMerchant = (
  deps: SuspensionDeps,
  actor: Principal,
  merchantId: string,
  wanted: RouteInput<typeof merchantStatusRoute>['body'],
): Promise<{ status: 'ACTIVE' | 'SUSPENDED' }> =>
  change(deps, actor, merchantId, wanted, async (tx, { name, nameAr, status }) => {
    if (status !== 'ACTIVE' && status !== 'SUSPENDED') {
      throw new Failure('conflict', 'This merchant was not approved, or its owner closed it.', { status });
    }
    const store = (next: 'ACTIVE' | 'SUSPENDED') => setMerchantStatus(tx, merchantId, next);
    return { concerned: { kind: 'merchant' }, id: merchantId, name, nameAr, status, store };
  });

/** Suspends a branch, or lets it work again: its cashiers, and payments on its terminals. */
export const changeBranch = (
  deps: SuspensionDeps,
  actor: Principal,
  { id: merchantId, branchId: id }: { id: string; branchId: string },
  wanted: Wanted<Activity>,
): Promise<{ status: Activity }> =>
  change(deps, actor, merchantId, wanted, async (tx) => {
    const branch = await branchOf(tx, merchantId, id);
    const store = (next: Activity) => setBranchStatus(tx, merchantId, id, next);
    return branch && { concerned: { kind: 'branch', id }, id, ...branch, store };
  });

/**
 * Suspends a person of a merchant, or lets them in again.
 * @throws Failure 'conflict' with `reason`: 'self', or 'lastOwner', whose merchant nobody could run any more
 */
export const changePerson = (
  deps: SuspensionDeps,
  actor: Principal,
  { id: merchantId, personId: id }: { id: string; personId: string },
  wanted: Wanted<Activity>,
): Promise<{ status: Activity }> =>
  change(deps, actor, merchantId, wanted, async (tx) => {
    const person = await personOf(tx, merchantId, id);
    if (!person) return null;
    const { name, status } = person;
    if (wanted.status === 'INACTIVE' && status === 'ACTIVE') {
      if (actor.userId === id)
        throw new Failure('conflict', 'Nobody suspends themselves.', { reason: 'self' });
      if (placeOf(person) === 'owner' && (await isLastOwner(tx, merchantId, id))) {
        throw new Failure('conflict', 'This is the last active owner.', { reason: 'lastOwner' });
      }
    }
    const store = (next: Activity) => setUserStatus(tx, merchantId, id, next);
    return { concerned: { kind: 'user', id }, id, name, status, store };
  });

/**
 * Ends the sessions of everybody of a merchant or of one of its people, on every process; they may sign in again.
 * @throws Failure 'notFound'
 */
export async function signOut(
  { db, clock }: SuspensionDeps,
  actor: Principal,
  merchantId: string,
  concerned: Concerned,
  reason: string,
): Promise<{ ended: number }> {
  return inPlatform(db, async (tx) => {
    const merchant = await holdMerchant(tx, merchantId);
    const person = concerned.kind === 'user' ? await personOf(tx, merchantId, concerned.id) : merchant;
    if (!merchant || !person) throw notFound();
    const at = clock.now();
    const ended = await endSessionsAt(tx, merchantId, concerned, at);
    const { name, nameAr: arabicName } = { nameAr: undefined, ...person };
    for (const by of bothLogs(actor, merchantId)) {
      await happened(tx, by, {
        fact: 'merchants.signedOut',
        at,
        about: { type: concerned.kind, id: 'id' in concerned ? concerned.id : merchantId },
        params: { name, arabicName, ended, note: reason },
      });
    }
    return { ended };
  });
}
