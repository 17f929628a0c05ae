import {
  getTerminalByTid as byTidRoute,
  getTerminalHistory as historyRoute,
  listLineLog as logRoute,
  getTerminalPicture as pictureRoute,
} from '@mizan/contract/terminal-history.ts';
import {
  addTerminal as addRoute,
  assignTerminal as assignRoute,
  getTerminalChoices as choicesRoute,
  retireTerminal as retireRoute,
  returnTerminal as returnRoute,
} from '@mizan/contract/terminal-manage.ts';
import {
  makePairingCode as codeRoute,
  getTerminal as getRoute,
  listTerminals as listRoute,
  listMerchantTerminals as ofMerchantRoute,
  listRetiredTerminals as retiredRoute,
} from '@mizan/contract/terminals.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { sendPicture } from '../../platform/pictures/sent-picture.ts';
import {
  addNewTerminal,
  assignTerminal,
  retireTerminal,
  returnTerminal,
  terminalChoices,
} from './manage.service.ts';
import { lineLog, terminalByTid, terminalHistory, terminalPicture } from './terminal-history.service.ts';
import {
  getTerminal,
  listRetiredTerminals,
  listTerminals,
  newPairingCode,
  type TerminalDeps,
  terminalsOfMerchant,
} from './terminals.service.ts';

/** Terminals: their health, and the code that pairs a device with one of them. */
export function registerTerminalsRoutes(on: On, deps: TerminalDeps): void {
  on(listRoute, async (call) => ({
    now: deps.clock.now().toISOString(),
    rows: await listTerminals(deps, memberOf(call)),
  }));
  on(retiredRoute, async (call) => ({
    now: deps.clock.now().toISOString(),
    rows: await listRetiredTerminals(deps, memberOf(call)),
  }));
  on(ofMerchantRoute, ({ params }) => terminalsOfMerchant(deps, params.id));
  on(getRoute, (call) => getTerminal(deps, memberOf(call), call.params.id));
  on(byTidRoute, (call) => terminalByTid(deps, memberOf(call), call.params.tid));
  on(pictureRoute, async (call) =>
    sendPicture(call.reply, 'model', await terminalPicture(deps, memberOf(call), call.params)),
  );
  on(historyRoute, (call) => terminalHistory(deps, memberOf(call), call));
  on(logRoute, (call) => lineLog(deps, memberOf(call), call));
  on(choicesRoute, (call) => terminalChoices(deps, memberOf(call)));
  on(addRoute, (call) => addNewTerminal(deps, memberOf(call), call.body));
  on(assignRoute, (call) => assignTerminal(deps, memberOf(call), call.params.id, call.body));
  on(retireRoute, (call) => retireTerminal(deps, memberOf(call), call.params.id));
  on(returnRoute, (call) => returnTerminal(deps, memberOf(call), call.params.id));
  on(codeRoute, (call) => newPairingCode(deps, memberOf(call), call.params.id));
}
