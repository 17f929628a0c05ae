import * as integrator from '@mizan/contract/integrator.ts';
import * as calls from '@mizan/contract/integrator-calls.ts';
import * as keys from '@mizan/contract/integrator-keys.ts';
import * as b2b from '@mizan/contract/integrator-systems.ts';
import * as webhooks from '@mizan/contract/integrator-webhooks.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { filteredPage, oneOf } from './b2b.service.ts';
import { addCashier, associate, deassociate } from './cashiers.service.ts';
import { credentialsOf, makeCredential, revokeCredential } from './credentials.service.ts';
import { keysOf, makeKey, revokeKey } from './keys.service.ts';
import { logIn } from './login.service.ts';
import { type IntegratorDeps, latest, purchase, purchaseOf } from './purchase.service.ts';
import { runReconciliation } from './reconcile.service.ts';
import {
  addAddress,
  addressesOf,
  deliveriesOf,
  deliveryOf,
  missingOf,
  removeAddress,
  renewSecret,
  replay,
  resendSince,
  type WebhookDeps,
} from './webhooks.service.ts';

/** What a merchant's own software calls, and what it signs in with. */
export function registerIntegratorRoutes(on: On, deps: AuthDeps & IntegratorDeps & WebhookDeps): void {
  on(integrator.integratorLogin, ({ body, ip, userAgent }) => logIn(deps, body, { ip, userAgent }));
  on(integrator.listCredentials, (call) => credentialsOf(deps, memberOf(call)));
  on(integrator.makeCredential, (call) => makeCredential(deps, memberOf(call), call.body));
  on(integrator.revokeCredential, (call) => revokeCredential(deps, memberOf(call), call.params.id));
  on(keys.listKeys, (call) => keysOf(deps, memberOf(call)));
  on(keys.makeKey, (call) => makeKey(deps, memberOf(call), call.body));
  on(keys.revokeKey, (call) => revokeKey(deps, memberOf(call), call.params.id));
  on(calls.integratorPurchase, (call) => purchase(deps, memberOf(call), call.body));
  on(calls.integratorTransaction, (call) => purchaseOf(deps, memberOf(call), call.query.refNumber));
  on(calls.integratorLatest, (call) => latest(deps, memberOf(call)));
  on(b2b.runTerminalReconciliation, (call) =>
    runReconciliation(deps, memberOf(call), call.params.terminalId),
  );
  on(b2b.filterB2bTransactions, (call) => filteredPage(deps, memberOf(call), call.query));
  on(b2b.getB2bTransaction, (call) => oneOf(deps, memberOf(call), call.params.id));
  on(b2b.addCashier, (call) => addCashier(deps, memberOf(call), call.body));
  on(b2b.associateTerminal, (call) => associate(deps, memberOf(call), call.body));
  on(b2b.deassociateTerminal, (call) => deassociate(deps, memberOf(call), call.body));
  on(webhooks.listAddresses, (call) => addressesOf(deps, memberOf(call)));
  on(webhooks.addAddress, (call) => addAddress(deps, memberOf(call), call.body));
  on(webhooks.removeAddress, (call) => removeAddress(deps, memberOf(call), call.params.id));
  on(webhooks.renewSecret, (call) => renewSecret(deps, memberOf(call), call.params.id));
  on(webhooks.resendSince, (call) => resendSince(deps, memberOf(call), call.params.id, call.body));
  on(webhooks.listDeliveries, (call) => deliveriesOf(deps, memberOf(call), call.query));
  on(webhooks.countMissing, (call) => missingOf(deps, memberOf(call), call.query));
  on(webhooks.getDelivery, (call) => deliveryOf(deps, memberOf(call), call.params.id));
  on(webhooks.replayDelivery, (call) => replay(deps, memberOf(call), call.params.id));
}
