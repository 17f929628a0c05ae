import { riyadhDay } from '@mizan/contract/business-day.ts';
import {
  type BranchRow,
  type ExportedBranches,
  type getBranchEffects,
  type listBranches as listRoute,
  namedTerminalsMax,
} from '@mizan/contract/management.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { openShiftsOf, shiftHoldersOf } from '../shifts/closing-of-people.service.ts';
import {
  type BranchFilter,
  countBranches,
  countCashiers,
  countOpenPayments,
  countPeople,
  countWaitingRefunds,
  type ListedBranch,
  selectBranches,
  selectPairedTids,
  selectTerminals,
  sumSales,
} from './branch-list.queries.ts';
import type { ManagementDeps } from './management.deps.ts';
import { countAllPeople } from './people-list.queries.ts';

export const branchFilterOf = ({ search, status, region, id }: ExportedBranches): BranchFilter => ({
  search: search ?? '',
  status: status ?? null,
  region: region ?? null,
  ids: id ?? null,
});

/** Rows with what stands in each branch, as of `now`. */
async function withFigures(tx: Tx, rows: readonly ListedBranch[], now: Date): Promise<BranchRow[]> {
  const ids = rows.map(({ id }) => id);
  const [terminals, pairedRows, cashiers, sales] = await Promise.all([
    selectTerminals(tx, ids),
    selectPairedTids(tx),
    countCashiers(tx, ids),
    sumSales(tx, ids, riyadhDay(now)),
  ]);
  const paired = new Set(pairedRows.map(({ tid }) => tid));
  const byBranch = Map.groupBy(terminals, ({ branchId }) => branchId);
  return rows.map(({ addressEn, addressAr, region, city, district, mapUrl, ...row }) => {
    const here = byBranch.get(row.id) ?? [];
    return {
      ...row,
      place: { addressEn, addressAr, region, city, district, mapUrl },
      createdAt: row.createdAt.toISOString(),
      terminals: {
        total: here.length,
        connected: here.filter(({ connection }) => connection === 'CONNECTED').length,
        unpaired: here.filter(({ tid }) => !paired.has(tid)).length,
      },
      cashiers: cashiers.find(({ branchId }) => branchId === row.id)?.count ?? 0,
      salesTodayMinor: sales.find(({ branchId }) => branchId === row.id)?.amountMinor ?? 0,
    };
  });
}

/** A page of branches in the order in which they came. */
export const listBranches = (
  { db, clock }: ManagementDeps,
  { merchantId }: Member,
  { cursor, limit, ...asked }: RouteInput<typeof listRoute>['query'],
): Promise<RouteOutput<typeof listRoute>> =>
  inTenant(db, merchantId, async (tx) => {
    const filter = branchFilterOf(asked);
    const after = cursor === undefined ? null : readCursor(cursor);
    const rows = await selectBranches(tx, filter, after, limit + 1);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      rows: await withFigures(tx, page, clock.now()),
      nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
      total: await countBranches(tx, filter),
    };
  });

const everyBranch: BranchFilter = { search: '', status: null, region: null, ids: null };

/** How many branches and people there are to see. */
export const countsOf = (
  { db }: ManagementDeps,
  { merchantId }: Member,
): Promise<{ branches: number; people: number }> =>
  inTenant(db, merchantId, async (tx) => ({
    branches: await countBranches(tx, everyBranch),
    people: await countAllPeople(tx),
  }));

/** @throws Failure 'notFound' */
export const branchDetail = (
  { db, clock }: ManagementDeps,
  { merchantId }: Member,
  id: string,
): Promise<BranchRow> =>
  inTenant(db, merchantId, async (tx) => {
    const rows = await selectBranches(tx, { ...everyBranch, ids: [id] }, null, 1);
    const [row] = await withFigures(tx, rows, clock.now());
    if (!row) throw notFound();
    return row;
  });

/** Every branch of a filter with its figures, a page at a time: for files. */
export async function* branchPages(
  db: Database,
  merchantId: string,
  filter: BranchFilter,
  now: Date,
): AsyncGenerator<BranchRow[]> {
  const pageRows = 500;
  for (let after: { createdAt: Date; id: string } | null = null; ; ) {
    const page = await inTenant(db, merchantId, async (tx) =>
      withFigures(tx, await selectBranches(tx, filter, after, pageRows), now),
    );
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = { createdAt: new Date(last.createdAt), id: last.id };
  }
}

export const countOf = (db: Database, merchantId: string, filter: BranchFilter): Promise<number> =>
  inTenant(db, merchantId, (tx) => countBranches(tx, filter));

/** What stops where these branches are closed. @throws Failure 'notFound' where one of them is not there */
export const branchEffects = (
  { db }: ManagementDeps,
  { merchantId }: Member,
  branchIds: readonly string[],
): Promise<RouteOutput<typeof getBranchEffects>> =>
  inTenant(db, merchantId, async (tx) => {
    const known = await countBranches(tx, { ...everyBranch, ids: branchIds });
    if (known !== new Set(branchIds).size) throw notFound();
    const terminals = await selectTerminals(tx, branchIds);
    return {
      terminals: terminals.length,
      tids: terminals.slice(0, namedTerminalsMax).map(({ tid }) => tid),
      people: await countPeople(tx, branchIds),
      shifts: await openShiftsOf(tx, merchantId, await shiftHoldersOf(tx, merchantId, branchIds)),
      openPayments: await countOpenPayments(tx, { branchIds }),
      waitingRefunds: await countWaitingRefunds(tx, { branchIds }),
    };
  });
