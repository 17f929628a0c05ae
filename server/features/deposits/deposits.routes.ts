import * as deposits from '@mizan/contract/deposits.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import {
  addDeposit,
  type DepositsDeps,
  getDeposit,
  listDeposits,
  matchDeposit,
  releaseDeposit,
  undoDeposit,
} from './deposits.service.ts';
import { readingsForDeposit } from './readings.service.ts';

/** What arrived in the account, and which settlements it pays. */
export function registerDepositsRoutes(on: On, deps: DepositsDeps): void {
  on(deposits.listDeposits, (call) => listDeposits(deps, memberOf(call), call.query));
  on(deposits.readDeposit, (call) => readingsForDeposit(deps, memberOf(call), call.query));
  on(deposits.getDeposit, (call) => getDeposit(deps, memberOf(call), call.params.id));
  on(deposits.addDeposit, (call) => addDeposit(deps, memberOf(call), call.body));
  on(deposits.matchDeposit, (call) => matchDeposit(deps, memberOf(call), call.params.id, call.body));
  on(deposits.releaseDeposit, (call) => releaseDeposit(deps, memberOf(call), call.params.id));
  on(deposits.undoDeposit, (call) => undoDeposit(deps, memberOf(call), call.params.id));
}
