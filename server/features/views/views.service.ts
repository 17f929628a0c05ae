import type { RouteInput } from '@mizan/contract/route.ts';
import { exportedFilter } from '@mizan/contract/transactions.ts';
import { type SavedView, type saveView, viewColumns, viewsMax } from '@mizan/contract/views.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import {
  clearViews,
  countOthers,
  isNameTaken,
  removeOwnView,
  renameOwnView,
  selectViews,
  storeView,
  type ViewRow,
} from './views.queries.ts';

/** Views of the list of transactions, each of one person (docs/decisions/0102-saved-views-and-search.md). */
interface ViewsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Null where it was kept by a portal of before, and asks for what the list no longer knows. */
function onWire({ filter, columns, ...row }: ViewRow): SavedView | null {
  const read = exportedFilter.safeParse(filter);
  if (!read.success) return null;
  return {
    ...row,
    filter: read.data,
    columns: columns && viewColumns.filter((name) => columns.includes(name)),
  };
}

export const listOwnViews = (
  { db }: ViewsDeps,
  { merchantId, userId }: Member,
): Promise<{ rows: SavedView[] }> =>
  inTenant(db, merchantId, async (tx) => ({
    rows: (await selectViews(tx, userId)).map(onWire).filter((view) => view !== null),
  }));

/** @throws Failure 'conflict' (details.most) where the person has as many as one may have */
export const saveOwnView = (
  { db, clock }: ViewsDeps,
  { merchantId, userId }: Member,
  asked: RouteInput<typeof saveView>['body'],
): Promise<SavedView> =>
  inTenant(db, merchantId, async (tx) => {
    const nameKey = asked.name.toLowerCase();
    if ((await countOthers(tx, userId, nameKey)) >= viewsMax) {
      throw new Failure('conflict', `At most ${viewsMax} views are kept.`, { most: viewsMax });
    }
    const kept = await storeView(tx, userId, { ...asked, nameKey, at: clock.now() });
    const view = kept && onWire(kept);
    if (!view) throw new Error('a view was not kept as it was asked for');
    return view;
  });

/** @throws Failure 'notFound', also of another person's; 'conflict' (details.reason 'nameTaken') */
export const renameView = (
  { db, clock }: ViewsDeps,
  { merchantId, userId }: Member,
  id: string,
  name: string,
): Promise<SavedView> =>
  inTenant(db, merchantId, async (tx) => {
    const nameKey = name.toLowerCase();
    await countOthers(tx, userId, nameKey);
    if (await isNameTaken(tx, userId, id, nameKey)) {
      throw new Failure('conflict', 'Another view has this name.', { reason: 'nameTaken' });
    }
    const renamed = await renameOwnView(tx, userId, { id, name, nameKey, at: clock.now() });
    const view = renamed && onWire(renamed);
    if (!view) throw notFound();
    return view;
  });

/** @throws Failure 'notFound', also of another person's */
export const removeView = (
  { db, clock }: ViewsDeps,
  { merchantId, userId }: Member,
  id: string,
): Promise<{ removed: true }> =>
  inTenant(db, merchantId, async (tx) => {
    if ((await removeOwnView(tx, userId, id, clock.now())) === 0) throw notFound();
    return { removed: true };
  });

/** Takes away every view of somebody who goes. */
export const forgetViews = async (tx: Tx, merchantId: string, userId: string, at: Date): Promise<void> =>
  void (await clearViews(tx, merchantId, userId, at));
