import type { Database } from '../../platform/database/database.ts';
import { selectApprovedAt } from './applications.queries.ts';

/** When a merchant's application was approved; null where there was none. */
export const approvedAtOf = (db: Database, merchantId: string): Promise<Date | null> =>
  selectApprovedAt(db, merchantId);
