import { randomUUID } from 'node:crypto';
import { startPayment } from '@mizan/contract/payments.ts';
import { takePersonalData } from '@mizan/contract/personal-data.ts';
import { hasRight } from '@mizan/contract/rights.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { getTerminalByTid, listLineLog } from '@mizan/contract/terminal-history.ts';
import { makePairingCode } from '@mizan/contract/terminals.ts';
import { beforeAll, expect, test } from 'vitest';
import { loadTransactions } from './features/transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from './features/transactions/testing/merchant-world.ts';
import { announce } from './platform/bus/bus.ts';
import { inPlatform, platformRows } from './platform/database/database.ts';
import { type Args, type NamedTable, nobodysId } from './testing/fixture-kinds.ts';
import { routeFixtures } from './testing/route-fixtures.ts';
import { testPortal } from './testing/test-portal.ts';

/**
 * A branch manager of one branch asks everything that they may ask, before anything happens in the other branch and after: every
 * answer is the same to the letter, so no row, count, total or file tells of it.
 */
const portal = await testPortal();
const { db, clock } = portal;
const dayMs = 86_400_000;
const fourHoursMs = 4 * 3_600_000;
/** What a call of this walk may name of a branch. */
type Rows = Partial<Record<NamedTable, string>>;

let world: MerchantWorld;
let token = '';
let ownRows: Rows = {};
let otherRows: Rows = {};
const before = new Map<string, string>();
/** Some lists name another one each time: these carry no state of the branches. */
const changing = /"(?:requestId|lastUsedAt|signedInAt|lastActiveAt)":"[^"]*",?/g;

/** What is taken of oneself says the next time that it was taken. */
const mayAsk = ({ route }: { route: AnyRoute }): boolean =>
  route !== takePersonalData &&
  route.method === 'GET' &&
  route.allow !== 'public' &&
  route.allow.includes('MERCHANT') &&
  route.right !== undefined &&
  hasRight('branchManager', route.right);
const asked = routeFixtures.filter(mayAsk);

/** What a route is asked with: as it comes, and naming rows of these. */
const callsOf = ({ args, namings }: (typeof asked)[number], rows: Rows): Args[] => [
  ...(namings.length === 0 ? [args] : []),
  ...namings.flatMap(({ table, args: naming }) => {
    const id = rows[table];
    return id === undefined ? [] : [naming(id)];
  }),
];

async function answerTo(route: AnyRoute, args: Args): Promise<string> {
  const answer = await portal.call(route, args as never, { token });
  // A PDF says when it was made.
  if (answer.body.startsWith('%PDF')) return `${answer.statusCode} a PDF of ${answer.body.length}`;
  return `${answer.statusCode} ${answer.body.replaceAll(changing, '')}`;
}

/** A branch alone: what is loaded into it happens nowhere else. */
const branchOf = (index: 0 | 1): MerchantWorld => ({
  ...world,
  terminals: world.terminals.filter(({ branchId }) => branchId === world.branchIds[index]),
  cashierIds: world.cashierIds.filter((_, i) => i % 2 === index),
});

/** Payments, of today too, in hours of its own, because sums are built by hours; a refund that waits, a reconciliation. */
async function fill(index: 0 | 1): Promise<Rows> {
  const part = branchOf(index);
  const now = clock.now().getTime();
  const [from, until] = index === 0 ? [now - dayMs, now - fourHoursMs] : [now - fourHoursMs, now];
  const plan = { count: 40, from: new Date(from), until: new Date(until), numberFrom: index * 1_000 };
  await inPlatform(db, (tx) => loadTransactions(tx, part, plan));
  const terminal = part.terminals[0];
  const [payment] = await platformRows<{ id: string }>(
    db,
    `SELECT min(id)::text AS id FROM transactions WHERE merchant_id = $1 AND branch_id = $2`,
    [world.merchantId, terminal?.branchId],
  );
  const [refund] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO refunds (merchant_id, id, uuid, original_id, terminal_id, branch_id, type, amount_minor, currency,
       reason, state, limit_minor, asked_by_id, asked_by_name, asked_at)
     VALUES ($1, nextval(pg_get_serial_sequence('transactions', 'id')), gen_random_uuid(), $2, $3, $4, 'REFUND', 100,
       'SAR', 'RETURNED', 'WAITING', 0, $5, 'Sara', $6) RETURNING id::text`,
    [world.merchantId, payment?.id, terminal?.id, terminal?.branchId, world.owner.userId, clock.now()],
  );
  const [shift] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO shifts (merchant_id, terminal_id, tid, branch_id, cashier_id, cashier_name, opened_at)
     VALUES ($1, $2, $3, $4, $5, 'Noura', $6) RETURNING id::text`,
    [
      world.merchantId,
      terminal?.id,
      terminal?.tid,
      terminal?.branchId,
      part.cashierIds[0],
      new Date(now - dayMs),
    ],
  );
  const [reconciliation] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO terminal_reconciliations (merchant_id, uuid, terminal_id, tid, branch_id, origin, state, asked_at,
       ended_at, action_code, balance)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, 'PORTAL', 'DONE', $5, $5, '500', 'BALANCED') RETURNING id::text`,
    [world.merchantId, terminal?.id, terminal?.tid, terminal?.branchId, clock.now()],
  );
  return {
    transactions: payment?.id ?? '',
    refunds: refund?.id ?? '',
    shifts: shift?.id ?? '',
    terminals: terminal?.id ?? '',
    branches: terminal?.branchId ?? '',
    users: part.cashierIds[0] ?? '',
    terminal_reconciliations: reconciliation?.id ?? '',
  };
}

beforeAll(async () => {
  world = await makeMerchant(db, { branches: 2, terminals: 4, cashiers: 4 });
  const [manager] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, team_role, email, full_name, password_hash, branch_id)
     VALUES ($1, 'MERCHANT', 'branchManager', 'hessa@mizan.test', 'Hessa', 'none', $2) RETURNING id::text`,
    [world.merchantId, world.branchIds[0]],
  );
  token = await portal.tokenOf(manager?.id ?? '');
  ownRows = await fill(0);
  for (const fixture of asked)
    for (const args of callsOf(fixture, ownRows))
      before.set(JSON.stringify([fixture.route.id, args]), await answerTo(fixture.route, args));
  otherRows = await fill(1);
});

test('they may ask more than a few things, and are answered', () => {
  expect(asked.length).toBeGreaterThan(20);
  const answered = [...before].filter(([, answer]) => answer.startsWith('200 ')).map(([call]) => call);
  for (const route of [
    'transactions.list',
    'refunds.list',
    'shifts.list',
    'shifts.get',
    'shifts.slip',
    'dashboard.get',
    'terminals.list',
    'management.people',
  ])
    expect(answered.some((call) => call.startsWith(`["${route}"`))).toBe(true);
});

test.each(asked.map((fixture) => [fixture.route.id, fixture] as const))(
  '%s answers the same before and after the other branch worked',
  async (_, fixture) => {
    for (const args of callsOf(fixture, ownRows)) {
      const answer = await answerTo(fixture.route, args);
      expect(answer).toBe(before.get(JSON.stringify([fixture.route.id, args])));
      expect(answer).not.toContain('Branch 2');
      for (const { tid } of branchOf(1).terminals) expect(answer).not.toContain(tid);
    }
  },
);

const naming = asked.filter(({ namings }) => namings.length > 0);
test.each(naming.map((fixture) => [fixture.route.id, fixture] as const))(
  '%s answers for a row of the other branch as for one that nobody has',
  async (_, { route, namings }) => {
    for (const { table, args } of namings) {
      const id = otherRows[table];
      if (id === undefined) continue;
      const theirs = await answerTo(route, args(id));
      expect(theirs).toBe((await answerTo(route, args(nobodysId))).replaceAll(nobodysId, id));
    }
  },
);

test('404: the terminal of the other branch by its number, its log, and a code to pair it', async () => {
  const terminal = branchOf(1).terminals[0];
  const id = terminal?.id ?? '';
  for (const [route, args] of [
    [getTerminalByTid, { params: { tid: terminal?.tid ?? '' } }],
    [listLineLog, { params: { id } }],
    [makePairingCode, { params: { id } }],
  ] as const) {
    expect([route.id, (await portal.call(route as AnyRoute, args as never, { token })).statusCode]).toEqual([
      route.id,
      404,
    ]);
  }
});

test('a payment is begun in the own branch, and not in the other one', async () => {
  await platformRows(db, `UPDATE merchants SET status = 'ACTIVE' WHERE id = $1`, [world.merchantId]);
  await platformRows(db, `UPDATE terminals SET connection = 'CONNECTED' WHERE merchant_id = $1`, [
    world.merchantId,
  ]);
  const begin = (terminalId: string) =>
    portal.call(startPayment, { body: { paymentId: randomUUID(), terminalId, amountMinor: 777 } }, { token });
  expect((await begin(otherRows.terminals ?? '')).statusCode).toBe(404);
  expect((await begin(ownRows.terminals ?? '')).json()).toMatchObject({ amountMinor: 777 });
});

test('a live message reaches the branch manager of its terminal and no other', async () => {
  const hearers = async (terminalId: string): Promise<string[]> => {
    await inPlatform(db, (tx) =>
      announce(tx, world.merchantId, { type: 'TCO', tid: '88000000' }, terminalId),
    );
    const [row] = await platformRows<{ names: string[] }>(
      db,
      `SELECT ARRAY(SELECT full_name FROM users WHERE id = ANY(cashier_ids) ORDER BY full_name) AS names
         FROM live_messages WHERE merchant_id = $1 ORDER BY seq DESC LIMIT 1`,
      [world.merchantId],
    );
    return row?.names ?? [];
  };
  expect(await hearers(ownRows.terminals ?? '')).toContain('Hessa');
  expect(await hearers(otherRows.terminals ?? '')).not.toContain('Hessa');
});
