import type { listMerchants, MerchantRow, MerchantStatus } from '@mizan/contract/merchants.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import {
  deleteMerchant,
  insertMerchant,
  type ListedRow,
  lockMerchant,
  type NewMerchant,
  selectMerchant,
  selectMerchants,
  type TradingName,
  updateMerchant,
  updateMerchantStatus,
  updateTradingName,
} from './merchants.queries.ts';

/**
 * Who sells here: the one owner of the table `merchants` (tools/tidy/table-owners.ts). What follows from a change is
 * the caller's, in the same transaction.
 */

const shown = (row: ListedRow): MerchantRow => ({ ...row, createdAt: row.createdAt.toISOString() });

/** A page of merchants, newest first. */
export async function pageOfMerchants(
  db: Database,
  { cursor, limit, status, application, search = '' }: RouteInput<typeof listMerchants>['query'],
): Promise<RouteOutput<typeof listMerchants>> {
  const before = cursor === undefined ? null : readCursor(cursor);
  const rows = await selectMerchants(db, {
    status: status ?? null,
    application: application ?? null,
    search,
    before,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page.map(shown), nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
}

/** One of them; null where there is none. */
export async function merchantOf(db: Database, id: string): Promise<MerchantRow | null> {
  const row = await selectMerchant(db, id);
  return row && shown(row);
}

/** Adds a merchant and answers its id. */
export const addMerchant = (tx: Tx, merchant: NewMerchant): Promise<string> => insertMerchant(tx, merchant);

/** Corrects a merchant that was not approved yet: what an application says of it. */
export const correctMerchant = async (
  tx: Tx,
  id: string,
  facts: { name: string; bankCode: string },
): Promise<void> => void (await updateMerchant(tx, id, facts));

export const setMerchantStatus = async (tx: Tx, id: string, status: MerchantStatus): Promise<void> =>
  void (await updateMerchantStatus(tx, id, status));

/** Removes a merchant whose application lapsed: nothing may hang on it any more. */
export const removeMerchant = async (tx: Tx, id: string): Promise<void> =>
  void (await deleteMerchant(tx, id));

/** Holds a merchant until the transaction ends: whoever changes who may work there takes turns. Null where there is none. */
export const holdMerchant = (tx: Tx, id: string): Promise<{ name: string; status: MerchantStatus } | null> =>
  lockMerchant(tx, id);

/** What a merchant is called and where it is, as its owner says it. */
export const nameMerchant = async (tx: Tx, id: string, name: TradingName): Promise<void> =>
  void (await updateTradingName(tx, id, name));
