import { getSession } from '@mizan/contract/auth.ts';
import { runTerminalReconciliation } from '@mizan/contract/integrator-systems.ts';
import { mayCall } from '@mizan/contract/may.ts';
import { lookOn } from '@mizan/contract/people.ts';
import type { Role } from '@mizan/contract/roles.ts';
import { type AnyRoute, changes } from '@mizan/contract/route.ts';
import { observeMerchant } from '@mizan/contract/suspension.ts';
import { beforeAll, expect, test } from 'vitest';
import { loadTransactions } from './features/transactions/testing/bulk-transactions.ts';
import { makeMerchant } from './features/transactions/testing/merchant-world.ts';
import { inPlatform, platformRows } from './platform/database/database.ts';
import type { Args, NamedTable } from './testing/fixture-kinds.ts';
import { routeFixtures } from './testing/route-fixtures.ts';
import { testPortal } from './testing/test-portal.ts';

/**
 * Whoever looks on, an administrator as an owner or an owner as a cashier, asks everything that those may ask, of rows that are
 * there: what changes anything is refused, and what is answered leaves the database as it was.
 */
const portal = await testPortal();
const { db, clock } = portal;
const views = {} as Record<Exclude<Role, 'ADMIN'>, string>;
/** Rows of the merchant that is looked at. */
let own: Partial<Record<NamedTable, string>> = {};
let tid = '';
/** What is kept of every call whoever makes it. */
const ofCalls = ['sessions', 'rate_counters'];

beforeAll(async () => {
  const world = await makeMerchant(db, { branches: 1, terminals: 1, cashiers: 1 });
  const until = clock.now();
  const plan = { count: 20, from: new Date(until.getTime() - 86_400_000), until };
  await inPlatform(db, (tx) => loadTransactions(tx, world, plan));
  await platformRows(db, `UPDATE merchants SET status = 'ACTIVE' WHERE id = $1`, [world.merchantId]);
  await platformRows(db, `UPDATE terminals SET connection = 'CONNECTED' WHERE merchant_id = $1`, [
    world.merchantId,
  ]);
  const [payment] = await platformRows<{ id: string }>(
    db,
    'SELECT min(id)::text AS id FROM transactions WHERE merchant_id = $1',
    [world.merchantId],
  );
  const [terminal] = world.terminals;
  tid = terminal?.tid ?? '';
  own = {
    transactions: payment?.id ?? '',
    terminals: terminal?.id ?? '',
    branches: world.branchIds[0] ?? '',
    users: world.cashierIds[0] ?? '',
  };
  const [admin] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'a@mizan.test', 'Huda', '')
     RETURNING id::text`,
  );
  const body = { reason: 'Ticket 4711: totals differ' };
  const observed = await portal.call(
    observeMerchant,
    { params: { id: world.merchantId }, body },
    { token: await portal.tokenOf(admin?.id ?? '') },
  );
  const looked = await portal.call(
    lookOn,
    { params: { id: own.users ?? '' } },
    { token: await portal.tokenOf(world.owner.userId) },
  );
  Object.assign(views, { MERCHANT: observed.json().accessToken, CASHIER: looked.json().accessToken });
});

const roles = ['MERCHANT', 'CASHIER'] as const;
const calls = roles.flatMap((role) =>
  routeFixtures
    .filter(({ route }) => route.allow !== 'public' && mayCall(route, role) && !route.whileLookingOn)
    .map((fixture) => [role, fixture.route.id, fixture] as const),
);
const changing = calls.filter(([, , { route }]) => changes(route));
const reading = calls.filter(([, , { route }]) => !changes(route));

/** The fixture's own arguments, and each way to name a row that is there; a terminal's number is its own. */
const argsOf = ({ route, args, namings }: (typeof calls)[number][2]): Args[] => [
  route.id === runTerminalReconciliation.id ? { params: { terminalId: tid } } : args,
  ...namings.flatMap((naming) => {
    const id = own[naming.table];
    return id === undefined ? [] : [naming.args(id)];
  }),
];

test('there is something to refuse, and something to answer', async () => {
  expect(changing.length).toBeGreaterThan(100);
  for (const role of roles) {
    const answer = await portal.call(getSession, {}, { token: views[role] });
    expect(answer.json()).toMatchObject({ role, lookingOn: { fullName: expect.any(String) } });
  }
});

test.each(changing)('403: who looks on as a %s calls %s', async (role, _, fixture) => {
  for (const args of argsOf(fixture)) {
    const answer = await portal.call(fixture.route, args as never, { token: views[role] });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
  }
});

/** Every table by how many rows it has and what they come to. */
async function state(): Promise<Record<string, unknown>> {
  const tables = await platformRows<{ name: string }>(
    db,
    `SELECT c.oid::regclass::text AS name FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const entries = await Promise.all(
    tables
      .filter(({ name }) => !ofCalls.includes(name))
      .map(async ({ name }) => {
        const [row] = await platformRows<{ rows: unknown }>(
          db,
          `SELECT count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) AS rows FROM ${name} t`,
        );
        return [name, row?.rows] as const;
      }),
  );
  return Object.fromEntries(entries);
}

test('whatever is read by who looks on, no row of any table is another one afterwards', async () => {
  const before = await state();
  expect(Object.keys(before).length).toBeGreaterThan(50);
  const answered: string[] = [];
  for (const [role, id, fixture] of reading) {
    for (const args of argsOf(fixture)) {
      const { statusCode } = await portal.call(fixture.route as AnyRoute, args as never, {
        token: views[role],
      });
      expect([id, statusCode < 500]).toEqual([id, true]);
      if (statusCode === 200) answered.push(id);
    }
  }
  expect(new Set(answered).size).toBeGreaterThan(60);
  expect(await state()).toEqual(before);
}, 120_000);
