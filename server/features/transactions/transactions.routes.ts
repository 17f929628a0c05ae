import {
  filterOptions,
  getTransaction,
  listTransactions,
  transactionTotals,
} from '@mizan/contract/transactions.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { getTransactionDetail, listPage, optionsOf, totalsOf } from './transactions.service.ts';

export function registerTransactionsRoutes(on: On, { db, clock }: { db: Database; clock: Clock }): void {
  on(listTransactions, (call) => listPage(db, memberOf(call), call.query, clock.now()));
  on(transactionTotals, (call) => totalsOf(db, memberOf(call), call.query, clock.now()));
  on(filterOptions, (call) => optionsOf(db, memberOf(call)));
  on(getTransaction, (call) => {
    const member = memberOf(call);
    return inTenant(db, member.merchantId, (tx) => getTransactionDetail(tx, member, call.params.id));
  });
}
