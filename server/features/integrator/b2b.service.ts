import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import {
  type B2bTransaction,
  b2bPageSize,
  type filterB2bTransactions,
} from '@mizan/contract/integrator-systems.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type B2bRow, countWithin, selectCountedPage, selectOne } from './b2b.queries.ts';

const shown = (row: B2bRow): B2bTransaction => ({
  id: row.id,
  uuid: row.uuid,
  amount: row.amountMinor,
  status: row.status,
  terminalId: row.tid,
  date: row.createdAt.toISOString(),
  rrn: row.rrn,
  cardType: row.scheme,
  acquirerCode: row.acquirerCode,
  type: row.type,
  vat: row.vatMinor,
  mdr: row.mdrMinor,
  procFee: row.processingFeeMinor,
  netAmount: row.netMinor,
  switch_response_code: row.actionCode,
  provider_response_code: row.providerCode,
});

/** A counted page of the transactions of some days in Riyadh, newest first. */
export async function filteredPage(
  { db }: { db: Database },
  { merchantId }: Member,
  { startDate, endDate, page }: RouteInput<typeof filterB2bTransactions>['query'],
): Promise<RouteOutput<typeof filterB2bTransactions>> {
  const window = { from: startOfRiyadhDay(startDate), before: startOfRiyadhDay(addDays(endDate, 1)) };
  const place = { offset: page * b2bPageSize, limit: b2bPageSize };
  const [rows, totalElements] = await Promise.all([
    selectCountedPage(db, merchantId, window, place),
    countWithin(db, merchantId, window),
  ]);
  return {
    content: rows.map(shown),
    totalPages: Math.ceil(totalElements / b2bPageSize),
    totalElements,
    currentPage: page,
    pageSize: b2bPageSize,
  };
}

/** One transaction by its number or its uuid. @throws Failure 'notFound' */
export async function oneOf(
  { db }: { db: Database },
  { merchantId }: Member,
  idOrUuid: string,
): Promise<B2bTransaction> {
  const isUuid = idOrUuid.includes('-');
  const row = await inTenant(db, merchantId, (tx) =>
    selectOne(tx, isUuid ? null : idOrUuid, isUuid ? idOrUuid : null),
  );
  if (!row) throw notFound();
  return shown(row);
}
