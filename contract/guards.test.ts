import { expect, test } from 'vitest';
import * as z from 'zod';
import { allRoutes } from './all-routes.ts';
import { may, mayCall } from './may.ts';
import { errorsOf } from './openapi.ts';
import { rateClasses } from './rate-classes.ts';
import { hasRight, moneyRights, type Right, rights, type TeamRole, teamRoleOf, teamRoles } from './rights.ts';
import { roles } from './roles.ts';
import { type AnyRoute, changes } from './route.ts';
import { scopes } from './scopes.ts';

/** What the guards of the routes say together; that each is kept is walked in server/app-walk.test.ts. */
const routes = allRoutes.map((route) => [route.id, route] as const);
const guarded = routes.filter(([, { allow }]) => allow !== 'public');

test.each(guarded)('%s names its right, and everybody whom it allows today has it', (_, route) => {
  expect(rights).toContain(route.right);
  for (const role of roles) {
    const teamRole = teamRoleOf(role);
    if (mayCall({ allow: route.allow }, role))
      expect([role, may({ role, teamRole }, route)]).toEqual([role, true]);
  }
});

/** Written down by hand: a route that loses its fresh sign-in is met by no walk that follows what routes say. */
const freshRoutes = `
  account.answerDataRequest account.changeProfile account.endOtherSessions account.endSession account.revokeTrustedDevice account.revokeTrustedDevices account.takeData
  banks.add banks.addAnswerDays banks.addRent banks.change banks.cutoff banks.place
  bulk.links bulk.start bulk.undo
  business.change
  discounts.add discounts.askRestatement discounts.decideRestatement discounts.import discounts.withdraw
  holidays.add holidays.decide
  integrator.addAddress integrator.addCashier integrator.makeCredential integrator.makeKey integrator.removeAddress integrator.renewSecret integrator.revokeCredential integrator.revokeKey
  management.addPerson management.branchStatus management.changePerson management.lookOn management.peopleStatus management.personLink
  merchants.approve merchants.askCorrection merchants.reject
  ownership.ask ownership.close ownership.download ownership.reopen
  passkeys.add passkeys.begin passkeys.remove
  payments.decideReview
  platform.addVat platform.endNotice platform.setAloneLimits platform.setHealthLimits platform.setMailEnding platform.setNotice platform.setRateProposal platform.setRetention platform.switchFeature platform.withdrawVat
  preferences.change
  reconciliation.setExceptionLimit
  refunds.approve refunds.setCashiers refunds.setLimit refunds.start
  reports.add
  suspension.branch suspension.merchant suspension.observe suspension.person suspension.signOutMerchant suspension.signOutPerson
  terminals.add terminals.configure terminals.pairingCode terminals.retire terminals.return
`;

test('money, agreements, people, keys and whatever ends something ask for a fresh sign-in, and nothing that is not written here', () => {
  const fresh = allRoutes.filter(({ freshSignIn }) => freshSignIn).map(({ id }) => id);
  const listed = freshRoutes.trim().split(/\s+/);
  expect(new Set(fresh)).toEqual(new Set(listed));
  expect(fresh).toHaveLength(listed.length);
});

test('a public route names no right, no fresh sign-in and no scope', () => {
  const isGuarded = ({ right, freshSignIn, scope }: AnyRoute) => right ?? freshSignIn ?? scope;
  expect(allRoutes.filter((route) => route.allow === 'public' && isGuarded(route))).toEqual([]);
});

test('no right, scope or rate class stands in its table that no route names', () => {
  const named = (field: 'right' | 'scope' | 'rateClass') =>
    new Set(allRoutes.flatMap((route) => route[field] ?? []));
  expect(named('right')).toEqual(new Set(rights));
  expect(named('scope')).toEqual(new Set(scopes));
  expect(named('rateClass').add('sessionCalls' as never)).toEqual(new Set(Object.keys(rateClasses)));
});

test('what everybody may do is the own account and the dashboard, and nothing else', () => {
  const ofAll = rights.filter((right) => teamRoles.every((teamRole) => hasRight(teamRole, right)));
  expect(ofAll).toEqual(['account.own', 'dashboard.read']);
});

test('an owner may do whatever anybody of a merchant may; what is the platform’s nobody of a merchant may', () => {
  const ofTeam = (right: Right) => teamRoles.filter((teamRole) => hasRight(teamRole, right));
  for (const right of rights) {
    const people = ofTeam(right).filter((teamRole) => teamRole !== 'administrator');
    expect(people.length === 0 || people.includes('owner')).toBe(true);
  }
  expect(rights.filter((right) => !hasRight('owner', right))).toEqual([
    'holidays.change',
    'vendors.read',
    'vendors.change',
    'models.read',
    'models.change',
    'districts.read',
    'districts.change',
    'platformSettings.read',
    'platformSettings.change',
    'merchants.read',
    'merchants.decide',
    'merchants.suspend',
    'merchants.observe',
    'platform.read',
  ]);
});

/** What somebody of a merchant's team may change, beside the own account. */
const changedBy = (teamRole: TeamRole): string[] => {
  const role = teamRole === 'cashier' ? 'CASHIER' : 'MERCHANT';
  return allRoutes
    .filter((route) => route.method !== 'GET' && route.allow !== 'public' && route.right !== 'account.own')
    .filter((route) => may({ role, teamRole }, route))
    .map(({ id }) => id)
    .toSorted();
};

test('an accountant reads and reconciles and takes no money: nothing else is theirs to change', () => {
  const changed = changedBy('accountant');
  const books = /^(?:deposits|exports|reconciliation|settlement|statements)\./;
  expect(changed.filter((id) => !books.test(id))).toEqual([
    'receipts.mail',
    'receipts.makeLink',
    'receipts.revokeLink',
    'views.remove',
    'views.rename',
    'views.save',
  ]);
  expect(changed).toEqual(
    expect.arrayContaining([
      'deposits.match',
      'reconciliation.acceptException',
      'reconciliation.confirmLayout',
      'reconciliation.reconcile',
      'reconciliation.upload',
      'settlement.makeStatement',
    ]),
  );
  for (const right of [
    'transactions.read',
    'settlement.read',
    'bankFiles.read',
    'agreements.read',
  ] as const) {
    expect([right, hasRight('accountant', right)]).toEqual([right, true]);
  }
});

test('a branch manager takes and gives back money and decides refunds; the books are not theirs', () => {
  expect(changedBy('branchManager')).toEqual([
    'payments.ask',
    'payments.cancel',
    'payments.start',
    'receipts.mail',
    'receipts.makeLink',
    'receipts.revokeLink',
    'reconciliation.reconcile',
    'refunds.approve',
    'refunds.refuse',
    'refunds.start',
    'refunds.withdraw',
    'shifts.close',
    'terminals.pairingCode',
    'views.remove',
    'views.rename',
    'views.save',
  ]);
});

test('a cashier takes money and works a shift, and decides no refund', () => {
  expect(changedBy('cashier')).toEqual([
    'integrator.purchase',
    'payments.ask',
    'payments.cancel',
    'payments.start',
    'receipts.mail',
    'receipts.makeLink',
    'receipts.revokeLink',
    'refunds.start',
    'refunds.withdraw',
    'shifts.close',
    'shifts.handOver',
    'shifts.open',
    'views.remove',
    'views.rename',
    'views.save',
  ]);
});

test('what is the owner’s alone: the business itself, its limits, its software and its reports', () => {
  const ofOwner = changedBy('owner').filter((id) => !changedBy('manager').includes(id));
  expect(ofOwner.filter((id) => !/^(?:business|integrator|ownership|reports)\./.test(id))).toEqual([
    'account.answerDataRequest',
    'reconciliation.setExceptionLimit',
    'refunds.setCashiers',
    'refunds.setLimit',
  ]);
});

test('may: role and right both; the right follows from the role where nothing else is known', () => {
  const route = { allow: ['MERCHANT', 'CASHIER'], right: 'payments.decide' } as const;
  expect(may({ role: 'MERCHANT', teamRole: 'owner' }, route)).toBe(true);
  expect(may({ role: 'MERCHANT', teamRole: 'accountant' }, route)).toBe(false);
  expect(may({ role: 'ADMIN', teamRole: 'owner' }, route)).toBe(false);
  expect(may(null, route)).toBe(false);
  expect([mayCall(route, 'MERCHANT'), mayCall(route, 'CASHIER'), mayCall(route, null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each(routes)('%s says what makes a repeat safe, where it changes anything', (_, route) => {
  if (route.method !== 'GET') expect(route.idempotency).toBeDefined();
});

test('by GET nothing is changed, but for what integrations know as a GET', () => {
  const changed = allRoutes.filter((route) => route.method === 'GET' && changes(route));
  expect(changed.map(({ id, forIntegrations }) => [id, forIntegrations])).toEqual([
    ['integrator.reconcile', true],
  ]);
});

test.each(routes)('%s: an id of its caller’s, where it names one, is asked for by its body', (_, route) => {
  const { idempotency, body } = route;
  if (typeof idempotency !== 'object') return;
  const json = z.toJSONSchema(body ?? z.undefined(), { io: 'input', unrepresentable: 'any' });
  expect(json.required).toContain(idempotency.clientId);
});

const moving = guarded.filter(
  ([, { method, right }]) => method !== 'GET' && right !== undefined && moneyRights.includes(right),
);
test('what moves money pays once: each such route has an id of its caller’s', () => {
  expect(moving.map(([id]) => id)).toEqual(['integrator.purchase', 'payments.start', 'refunds.start']);
  expect(moving.filter(([, { idempotency }]) => typeof idempotency !== 'object')).toEqual([]);
});

test('a key is a merchant’s and has no password: what names a scope allows merchants and asks for none', () => {
  const scoped = allRoutes.filter(({ scope }) => scope);
  expect(scoped.filter((route) => !mayCall(route, 'MERCHANT') || route.freshSignIn)).toEqual([]);
  const writes = scoped.filter(({ scope }) => scope?.endsWith(':write'));
  expect(scoped.filter(({ method }) => method !== 'GET')).toEqual(writes);
});

test('what a key may change bears to be asked for once more, after a portal ended half-way', () => {
  const changed = allRoutes.filter(({ scope, method }) => scope && method !== 'GET');
  expect(changed.filter(({ idempotency }) => idempotency === 'none')).toEqual([]);
  expect(changed.length).toBeGreaterThan(0);
});

test('one route alone asks for a fresh sign-in by what is asked of it: to go without the mails about sign-ins', () => {
  const byInput = allRoutes.filter(({ freshSignIn }) => freshSignIn === 'byInput');
  expect(byInput.map(({ id }) => id)).toEqual(['preferences.change']);
});

test('the error of a fresh sign-in follows from the guard, and no route repeats it', () => {
  expect(allRoutes.filter(({ errors }) => errors.includes('freshSignInNeeded'))).toEqual([]);
  for (const route of allRoutes) {
    expect(errorsOf(route).includes('freshSignInNeeded')).toBe(route.freshSignIn !== undefined);
  }
});
