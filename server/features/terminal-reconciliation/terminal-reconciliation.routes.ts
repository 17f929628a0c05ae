import { setPlaceTime as setPlaceTimeRoute } from '@mizan/contract/reconcile-times.ts';
import * as contract from '@mizan/contract/terminal-reconciliation.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { setRecipients } from './reconcile-letter.service.ts';
import { setPlaceTime, setTime } from './reconcile-time.service.ts';
import {
  askTerminals,
  reconciliationsOf,
  type TerminalReconciliationDeps,
  terminalReconciliation,
  terminalStates,
} from './terminal-reconciliation.service.ts';

/** Reconciliation at terminals: what was found, and having it done. */
export function registerTerminalReconciliationRoutes(on: On, deps: TerminalReconciliationDeps): void {
  on(contract.listTerminalStates, (call) => terminalStates(deps, memberOf(call).merchantId));
  on(contract.getTerminalReconciliation, (call) =>
    terminalReconciliation(deps, memberOf(call).merchantId, call.params),
  );
  on(contract.listTerminalReconciliations, (call) =>
    reconciliationsOf(deps, memberOf(call).merchantId, call.params.id, call.query),
  );
  on(contract.reconcileTerminals, (call) => askTerminals(deps, memberOf(call), call.body.terminalIds));
  on(contract.setReconcileRecipients, (call) => setRecipients(deps, memberOf(call), call.body.userIds));
  on(contract.setReconcileTime, (call) => setTime(deps, memberOf(call), call.body.dailyTime));
  on(setPlaceTimeRoute, (call) => setPlaceTime(deps, memberOf(call), call.body));
}
