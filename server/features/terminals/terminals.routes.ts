import {
  makePairingCode as codeRoute,
  getTerminal as getRoute,
  listTerminals as listRoute,
} from '@mizan/contract/terminals.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { getTerminal, listTerminals, newPairingCode, type TerminalDeps } from './terminals.service.ts';

/** Terminals: their health, and the code that pairs a device with one of them. */
export function registerTerminalsRoutes(on: On, deps: TerminalDeps): void {
  on(listRoute, async (call) => ({ rows: await listTerminals(deps, memberOf(call)) }));
  on(getRoute, (call) => getTerminal(deps, memberOf(call), call.params.id));
  on(codeRoute, (call) => newPairingCode(deps, memberOf(call), call.params.id));
}
