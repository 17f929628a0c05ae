import {
  askPayment as askRoute,
  cancelPayment as cancelRoute,
  decideReview as decideRoute,
  listResults,
  startPayment as startRoute,
} from '@mizan/contract/payments.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { resultsSince } from './missed-results.service.ts';
import { askPayment, cancelPayment, type PaymentDeps, startPayment } from './payments.service.ts';
import { decideReview } from './review.service.ts';

/** Payments on terminals: start, cancel, ask, and a person's decision. */
export function registerPaymentsRoutes(on: On, deps: PaymentDeps): void {
  on(startRoute, (call) => startPayment(deps, memberOf(call), call.body));
  on(cancelRoute, (call) => cancelPayment(deps, memberOf(call), call.params.id));
  on(askRoute, (call) => askPayment(deps, memberOf(call), call.params.id));
  on(listResults, (call) => resultsSince(deps.db, memberOf(call), call.query.after));
  on(decideRoute, (call) => decideReview(deps, memberOf(call), call.params.id, call.body));
}
