import {
  configureTerminal as configureRoute,
  getTerminalSettings as getRoute,
} from '@mizan/contract/terminal-settings.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import {
  configureTerminal,
  type TerminalSettingsDeps,
  terminalSettings,
} from './terminal-settings.service.ts';

/** Settings of terminals: what is in force, and having others taken. */
export function registerTerminalSettingsRoutes(on: On, deps: TerminalSettingsDeps): void {
  on(getRoute, (call) => terminalSettings(deps, memberOf(call), call.params.id));
  on(configureRoute, (call) => configureTerminal(deps, memberOf(call), call.params.id, call.body));
}
