import * as integrator from '@mizan/contract/integrator.ts';
import * as calls from '@mizan/contract/integrator-calls.ts';
import * as keys from '@mizan/contract/integrator-keys.ts';
import * as b2b from '@mizan/contract/integrator-systems.ts';
import * as webhooks from '@mizan/contract/integrator-webhooks.ts';
import { scopes } from '@mizan/contract/scopes.ts';
import { byId, naming, nobodysId, plain, type RouteFixture } from './fixture-kinds.ts';

const cashier = {
  fullName: 'Omar Khaled',
  username: 'omar-of-the-walk',
  password: 'Qahwa-Diyar#2026',
  branchId: nobodysId,
};

const hook = { url: 'https://shop.example.sa/hooks', facts: ['payments.approved'] };
const key = { name: 'Books', scopes: [scopes[0]], lastDay: '2026-12-31' };

/** The calls of integrations, and what they sign in with. */
export const integratorFixtures: readonly RouteFixture[] = [
  plain(
    calls.integratorPurchase,
    { body: { amount: '12000', refNumber: 'A-1042' } },
    {},
    { amount: '12000' },
    { amount: '0', refNumber: 'A-1042' },
    { amount: '120.00', refNumber: 'A-1042' },
    { amount: '1000000000000', refNumber: 'A-1042' },
    { amount: '12000', refNumber: ' A' },
  ),
  naming(b2b.getB2bTransaction, [byId('transactions')]),
  plain(b2b.runTerminalReconciliation, { params: { terminalId: '99999999' } }),
  naming(
    b2b.addCashier,
    [{ table: 'branches', args: (branchId) => ({ body: { ...cashier, branchId } }) }],
    {},
    { ...cashier, username: 'o m a r' },
    { ...cashier, password: 'mizan' },
    { ...cashier, branchId: '0' },
    { ...cashier, terminalId: '1' },
  ),
  plain(integrator.makeCredential, { body: { name: 'Shop system' } }, {}, { name: ' ' }),
  plain(
    keys.makeKey,
    { body: key },
    {},
    { ...key, scopes: [] },
    { ...key, scopes: [scopes[0], scopes[0]] },
    { ...key, scopes: ['everything'] },
    { ...key, lastDay: 'tomorrow' },
  ),
  plain(
    webhooks.addAddress,
    { body: hook },
    {},
    { ...hook, url: 'http://shop.example.sa/hooks' },
    { ...hook, facts: [] },
    { ...hook, facts: ['auth.signedIn'] },
  ),
  naming(webhooks.removeAddress, [byId('webhook_addresses')]),
  naming(webhooks.renewSecret, [byId('webhook_addresses')]),
  naming(
    webhooks.resendSince,
    [byId('webhook_addresses', { body: { since: '2026-11-20', onlyGivenUp: true } })],
    { since: 'yesterday', onlyGivenUp: true },
  ),
  naming(webhooks.getDelivery, [byId('webhook_deliveries')]),
  naming(webhooks.replayDelivery, [byId('webhook_deliveries')]),
  naming(keys.revokeKey, [byId('integrator_keys')]),
  naming(integrator.revokeCredential, [byId('integrator_credentials')]),
];
