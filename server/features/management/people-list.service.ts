import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type {
  ExportedPeople,
  getPeopleChoices,
  getPerson,
  listPeople as listRoute,
  Person,
} from '@mizan/contract/people.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inPlatform, inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { softwareAsOwner } from '../integrator/made-by.service.ts';
import { isLastOwner } from '../users/users.service.ts';
import type { ManagementDeps } from './management.deps.ts';
import { effectsOf } from './people-effects.service.ts';
import {
  countPeople,
  type ListedPerson,
  type PeopleFilter,
  selectBranchChoices,
  selectPeople,
  selectPresence,
  selectTerminalChoices,
} from './people-list.queries.ts';

export const peopleFilterOf = ({ search, teamRole, branchId, status, id }: ExportedPeople): PeopleFilter => ({
  search: search ?? '',
  teamRoles: teamRole ?? null,
  branchIds: branchId ?? null,
  status: status ?? null,
  ids: id ?? null,
});

/** With when each was last here. */
async function withPresence(
  { db }: Pick<ManagementDeps, 'db'>,
  merchantId: string,
  rows: readonly ListedPerson[],
): Promise<Person[]> {
  const ids = rows.map(({ id }) => id);
  const presence = await inPlatform(db, (tx) => selectPresence(tx, merchantId, ids));
  return rows.map((row) => {
    const found = presence.find(({ id }) => id === row.id);
    return {
      ...row,
      isInvited: found?.isInvited ?? false,
      lastUsedAt: found?.lastUsedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    };
  });
}

/** A page of people in the order in which they came. */
export async function listPeople(
  deps: ManagementDeps,
  { merchantId }: Member,
  { cursor, limit, ...asked }: RouteInput<typeof listRoute>['query'],
): Promise<RouteOutput<typeof listRoute>> {
  const { db, clock } = deps;
  const filter = peopleFilterOf(asked);
  const after = cursor === undefined ? null : readCursor(cursor);
  const { rows, total } = await inTenant(db, merchantId, async (tx) => ({
    rows: await selectPeople(tx, filter, after, limit + 1),
    total: await countPeople(tx, filter),
  }));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: await withPresence(deps, merchantId, page),
    nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
    total,
    now: clock.now().toISOString(),
  };
}

const everybody: PeopleFilter = { search: '', teamRoles: null, branchIds: null, status: null, ids: null };

/** One person, with what stops and what stays where they may not work any more. @throws Failure 'notFound' */
export async function personDetail(
  deps: ManagementDeps,
  member: Member,
  id: string,
): Promise<RouteOutput<typeof getPerson>> {
  const { merchantId } = member;
  const { row, lastOwner } = await inTenant(deps.db, merchantId, async (tx) => {
    const [found] = await selectPeople(tx, { ...everybody, ids: [id] }, null, 1);
    if (!found) throw notFound();
    return { row: found, lastOwner: found.teamRole === 'owner' && (await isLastOwner(tx, merchantId, id)) };
  });
  const [person] = await withPresence(deps, merchantId, [row]);
  if (!person) throw notFound();
  const asOwner = await inPlatform(deps.db, (tx) => softwareAsOwner(tx, merchantId, id, deps.clock.now()));
  return { person, effects: await effectsOf(deps, member, [id]), asOwner, isLastOwner: lastOwner };
}

/** Where people can work. */
export const peopleChoices = (
  { db }: ManagementDeps,
  { merchantId }: Member,
): Promise<RouteOutput<typeof getPeopleChoices>> =>
  inTenant(db, merchantId, async (tx) => ({
    branches: await selectBranchChoices(tx),
    terminals: await selectTerminalChoices(tx),
  }));

/** Everybody of a filter, a page at a time: for files. */
export async function* peoplePages(
  deps: Pick<ManagementDeps, 'db' | 'clock'>,
  merchantId: string,
  filter: PeopleFilter,
): AsyncGenerator<Person[]> {
  const pageRows = 500;
  for (let after: { createdAt: Date; id: string } | null = null; ; ) {
    const rows: ListedPerson[] = await inTenant(deps.db, merchantId, (tx) =>
      selectPeople(tx, filter, after, pageRows),
    );
    yield await withPresence(deps, merchantId, rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

export const countPeopleOf = (db: Database, merchantId: string, filter: PeopleFilter): Promise<number> =>
  inTenant(db, merchantId, (tx) => countPeople(tx, filter));
