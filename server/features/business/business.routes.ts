import * as contract from '@mizan/contract/business.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { type BusinessDeps, businessOf, changeBusiness, changeReceiptTexts } from './business.service.ts';

/** The business by its own word, for its owners. */
export function registerBusinessRoutes(on: On, deps: BusinessDeps): void {
  on(contract.getBusiness, (call) => businessOf(deps, memberOf(call)));
  on(contract.changeBusiness, (call) => changeBusiness(deps, memberOf(call), call.body));
  on(contract.changeReceiptTexts, (call) => changeReceiptTexts(deps, memberOf(call), call.body));
}
