import * as cashiers from '@mizan/contract/cashier-refunds.ts';
import * as limit from '@mizan/contract/refund-limit.ts';
import * as contract from '@mizan/contract/refunds.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { getCashierRefunds, setCashierRefunds } from './cashier-refunds.service.ts';
import { previewRefund } from './refund-effect.service.ts';
import { getRefundLimit, setRefundLimit } from './refund-limit.service.ts';
import { getRefund, listRefunds, totalsOfRefunds } from './refund-list.service.ts';
import {
  approveRefund,
  type RefundDeps,
  refuseRefund,
  startRefund,
  withdrawRefund,
} from './refunds.service.ts';

/** Money that goes back: what it would change, asking, a second person, the list. */
export function registerRefundsRoutes(on: On, deps: RefundDeps): void {
  on(contract.previewRefund, (call) => previewRefund(deps, memberOf(call), call.query));
  on(contract.startRefund, (call) => startRefund(deps, memberOf(call), call.body));
  on(contract.approveRefund, (call) =>
    approveRefund(deps, memberOf(call), call.params.id, call.body.terminalId),
  );
  on(contract.refuseRefund, (call) => refuseRefund(deps, memberOf(call), call.params.id, call.body.note));
  on(contract.withdrawRefund, (call) => withdrawRefund(deps, memberOf(call), call.params.id));
  on(contract.listRefunds, (call) => listRefunds(deps, memberOf(call), call.query));
  on(contract.refundTotals, (call) => totalsOfRefunds(deps, memberOf(call), call.query));
  on(contract.getRefund, (call) => getRefund(deps, memberOf(call), call.params.id));
  on(cashiers.getCashierRefunds, (call) => getCashierRefunds(deps, memberOf(call)));
  on(cashiers.setCashierRefunds, (call) => setCashierRefunds(deps, memberOf(call), call.body));
  on(limit.getRefundLimit, (call) => getRefundLimit(deps, memberOf(call)));
  on(limit.setRefundLimit, (call) => setRefundLimit(deps, memberOf(call), call.body.limitMinor));
}
