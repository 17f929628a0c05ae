import { type Database, platformRows } from './platform/database/database.ts';

/** How many payments of all merchants still wait for their outcome. As the platform: /metrics tells of everybody. */
export async function countUndecidedPayments(db: Database): Promise<number> {
  const text = 'SELECT count(*) AS count FROM transactions WHERE next_query_at IS NOT NULL';
  const [row] = await platformRows<{ count: number }>(db, text);
  return row?.count ?? 0;
}
