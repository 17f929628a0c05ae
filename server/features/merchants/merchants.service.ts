import { closingOf } from '@mizan/contract/closing.ts';
import type {
  exportMerchants,
  listMerchants,
  MerchantRow,
  MerchantStatus,
} from '@mizan/contract/merchants.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { listedTable, type NamedTable, pagesOf } from '../../platform/exports/listed-table.ts';
import type { Reader } from '../../platform/words.ts';
import {
  countMerchants,
  deleteMerchant,
  type HeldMerchant,
  insertMerchant,
  type ListedRow,
  lockMerchant,
  type MerchantFilter,
  type NewMerchant,
  selectMerchant,
  selectMerchants,
  type TradingName,
  updateClosed,
  updateMerchant,
  updateMerchantStatus,
  updateTradingName,
} from './merchants.queries.ts';

/**
 * Who sells here: the one owner of the table `merchants` (platform/database/tables.ts). What follows from a change is
 * the caller's, in the same transaction.
 */

const shown = ({ closedAt, ...row }: ListedRow): MerchantRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  closing: closedAt && closingOf(closedAt),
});

const filterOf = ({
  status,
  application,
  search = '',
}: Pick<RouteInput<typeof listMerchants>['query'], keyof MerchantFilter>): MerchantFilter => ({
  status: status ?? null,
  application: application ?? null,
  search,
});

/** A page of merchants, newest first. */
export async function pageOfMerchants(
  db: Database,
  { cursor, limit, ...asked }: RouteInput<typeof listMerchants>['query'],
): Promise<RouteOutput<typeof listMerchants>> {
  const before = cursor === undefined ? null : readCursor(cursor);
  const rows = await selectMerchants(db, { ...filterOf(asked), before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page.map(shown), nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
}

/** The merchants of a filter as a file shows them, newest first. */
export async function merchantsTable(
  deps: { db: Database; clock: Clock },
  asked: Omit<RouteInput<typeof exportMerchants>['query'], 'format' | 'lang'>,
  reader: Reader,
): Promise<NamedTable> {
  const filter = filterOf(asked);
  return listedTable(deps, reader, {
    key: 'merchants',
    columns: {
      nameEn: { kind: 'text', letters: 20 },
      nameAr: { kind: 'text', letters: 20 },
      cr: { kind: 'text', letters: 11 },
      status: { kind: 'text', letters: 9 },
      application: { kind: 'text', letters: 12 },
      createdAt: { kind: 'text', letters: 18 },
    },
    cells: (row: ListedRow, { text, moment }) => ({
      nameEn: row.nameEn,
      nameAr: row.nameAr,
      cr: row.cr,
      status: text(`merchants:status.${row.status}`),
      application: row.application && text(`onboarding:status.${row.application.toLowerCase()}`),
      createdAt: moment(row.createdAt),
    }),
    pages: pagesOf((before, limit) => selectMerchants(deps.db, { ...filter, before, limit })),
    rowsTotal: await countMerchants(deps.db, filter),
  });
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

/** Closed at this moment, or, with null, in business again. */
export const setMerchantClosed = async (tx: Tx, id: string, closedAt: Date | null): Promise<void> =>
  void (await updateClosed(tx, id, closedAt));

/** Removes a merchant whose application lapsed: nothing may hang on it any more. */
export const removeMerchant = async (tx: Tx, id: string): Promise<void> =>
  void (await deleteMerchant(tx, id));

/** Holds a merchant until the transaction ends: whoever changes who may work there takes turns. Null where there is none. */
export const holdMerchant = (tx: Tx, id: string): Promise<HeldMerchant | null> => lockMerchant(tx, id);

/** What a merchant is called and where it is, as its owner says it. */
export const nameMerchant = async (tx: Tx, id: string, name: TradingName): Promise<void> =>
  void (await updateTradingName(tx, id, name));
