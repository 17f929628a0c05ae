import { setPlaceTime } from '@mizan/contract/reconcile-times.ts';
import * as terminalHistory from '@mizan/contract/terminal-history.ts';
import * as terminalManage from '@mizan/contract/terminal-manage.ts';
import * as terminalReconciliation from '@mizan/contract/terminal-reconciliation.ts';
import * as terminalSettings from '@mizan/contract/terminal-settings.ts';
import { unconfigured as settings } from '@mizan/contract/terminal-settings-terms.ts';
import * as terminals from '@mizan/contract/terminals.ts';
import { byId, type Naming, naming, nobodysId, plain, type RouteFixture } from './fixture-kinds.ts';

const ofTerminals: Naming = { table: 'terminals', args: (id) => ({ body: { terminalIds: [id] } }) };
const newTerminal = {
  tid: '99999998',
  model: 'PAX A920Pro',
  branchId: nobodysId,
  bankId: nobodysId,
  label: null,
};

/** Terminals, what they said, and their reconciliations. */
export const terminalFixtures: readonly RouteFixture[] = [
  naming(terminalReconciliation.getTerminalReconciliation, [byId('terminal_reconciliations')]),
  naming(terminalReconciliation.listTerminalReconciliations, [byId('terminals')]),
  naming(
    setPlaceTime,
    [{ table: 'terminals', args: (placeId) => ({ body: { scope: 'TERMINAL', placeId, dailyTime: null } }) }],
    {},
    { scope: 'MERCHANT', placeId: '0', dailyTime: null },
    { scope: 'BRANCH', placeId: '1', dailyTime: '24:00' },
  ),
  naming(terminalReconciliation.reconcileTerminals, [ofTerminals], {}, { terminalIds: [] }),
  naming(terminals.getTerminal, [byId('terminals')]),
  plain(terminalHistory.getTerminalByTid, { params: { tid: '99999999' } }),
  plain(terminalHistory.getTerminalPicture, { params: { tid: '99999999', version: '0123456789abcdef' } }),
  naming(terminalHistory.getTerminalHistory, [byId('terminals')]),
  naming(terminalHistory.listLineLog, [byId('terminals')]),
  naming(
    terminalManage.addTerminal,
    [
      { table: 'branches', args: (branchId) => ({ body: { ...newTerminal, branchId } }) },
      { table: 'banks', args: (bankId) => ({ body: { ...newTerminal, bankId } }) },
    ],
    {},
    { ...newTerminal, tid: '123' },
    { ...newTerminal, model: 'A toaster' },
  ),
  naming(
    terminalManage.assignTerminal,
    [byId('terminals', { body: { label: null, branchId: nobodysId, cashierId: null, seen: {} } })],
    {},
    { label: null, branchId: nobodysId, seen: {} },
    { label: null, branchId: nobodysId, cashierId: null },
  ),
  naming(terminalManage.retireTerminal, [byId('terminals')]),
  naming(terminalManage.returnTerminal, [byId('terminals')]),
  naming(terminals.makePairingCode, [byId('terminals')]),
  naming(terminalSettings.getTerminalSettings, [byId('terminals')]),
  naming(
    terminalSettings.configureTerminal,
    [byId('terminals', { body: settings })],
    {},
    { ...settings, language: 'fr' },
    { ...settings, autoReconcileAt: '02:00' },
  ),
];
