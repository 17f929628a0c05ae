import * as contract from '@mizan/contract/alerts.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { type AlertDeps, closedBranches, openingHours, setOpeningHours } from './silent.service.ts';

/** When a shop is open, by which a silent terminal is told. */
export function registerAlertsRoutes(on: On, deps: AlertDeps): void {
  on(contract.getOpeningHours, (call) => openingHours(deps, memberOf(call)));
  on(contract.getClosedBranches, (call) => closedBranches(deps, memberOf(call)));
  on(contract.setOpeningHours, (call) => setOpeningHours(deps, memberOf(call), call.body));
}
