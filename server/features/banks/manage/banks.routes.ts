import * as banks from '@mizan/contract/banks.ts';
import { memberOf, type On } from '../../../platform/http/call.ts';
import { addBank, type BanksDeps, changeBank, listBanks, setCutoff } from './manage-banks.service.ts';
import { placeTerminal } from './placements.service.ts';

/** The banks of a merchant: what they are called, when their days end, and which terminal is with which. */
export function registerBanksRoutes(on: On, deps: BanksDeps): void {
  on(banks.listBanks, (call) => listBanks(deps, memberOf(call)));
  on(banks.addBank, (call) => addBank(deps, memberOf(call), call.body));
  on(banks.changeBank, (call) => changeBank(deps, memberOf(call), call.params.id, call.body));
  on(banks.setCutoff, (call) => setCutoff(deps, memberOf(call), call.params.id, call.body));
  on(banks.placeTerminal, (call) => placeTerminal(deps, memberOf(call), call.params.id, call.body));
}
