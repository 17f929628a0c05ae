import { getSettlementCell, getSettlementMonth, listSettlementPayments } from '@mizan/contract/settlement.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { cellDetail, monthOf, paymentsOfCell } from './settlement.service.ts';

/** What banks owe, by day. */
export function registerSettlementRoutes(on: On, { db, clock }: { db: Database; clock: Clock }): void {
  on(getSettlementMonth, (call) => monthOf(db, memberOf(call).merchantId, call.query, clock.now()));
  on(getSettlementCell, (call) => cellDetail(db, memberOf(call).merchantId, call.params, clock.now()));
  on(listSettlementPayments, (call) =>
    paymentsOfCell(db, memberOf(call).merchantId, call.params, call.query, clock.now()),
  );
}
