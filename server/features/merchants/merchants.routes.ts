import { listMerchants } from '@mizan/contract/merchants.ts';
import type { Database } from '../../platform/database/database.ts';
import type { On } from '../../platform/http/call.ts';
import { pageOfMerchants } from './merchants.service.ts';

/** Merchants, for administrators; their applications are features/onboarding's. */
export function registerMerchantsRoutes(on: On, { db }: { db: Database }): void {
  on(listMerchants, ({ query }) => pageOfMerchants(db, query));
}
