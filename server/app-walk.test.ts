import { createHash } from 'node:crypto';
import { allRoutes } from '@mizan/contract/all-routes.ts';
import { freshSignInMinutes } from '@mizan/contract/auth.ts';
import { mayCall } from '@mizan/contract/may.ts';
import { rateClasses } from '@mizan/contract/rate-classes.ts';
import { hasRight, teamRoles } from '@mizan/contract/rights.ts';
import { type Role, roles } from '@mizan/contract/roles.ts';
import { type AnyRoute, apiBase, pathOf } from '@mizan/contract/route.ts';
import { beforeAll, expect, test } from 'vitest';
import { loadTransactions } from './features/transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from './features/transactions/testing/merchant-world.ts';
import { inPlatform, platformRows } from './platform/database/database.ts';
import { hashToken } from './platform/sessions/secret-token.ts';
import { addAgreement } from './testing/agreed-rows.ts';
import { type Args, type NamedTable, nobodysId } from './testing/fixture-kinds.ts';
import { addBankFile } from './testing/foreign-bank-file.ts';
import { routeFixtures } from './testing/route-fixtures.ts';
import { testPortal } from './testing/test-portal.ts';

const portal = await testPortal();
const { app, db, clock } = portal;
const userOf = {} as Record<Role, string>;
const tokens = {} as Record<Role, string>;
/** An existing row of the other merchant, by table. */
const foreign = {} as Record<NamedTable, string>;
const dayMs = 86_400_000;

async function addExport({ merchantId, owner }: MerchantWorld): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO export_jobs (merchant_id, asked_by, subject, format, reader, file_name, state, rows_total, created_at)
     VALUES ($1, $2, '{}', 'csv', '"en"', 'a.csv', 'WAITING', 1, $3) RETURNING id::text`,
    [merchantId, owner.userId, clock.now()],
  );
  return rows[0]?.id ?? '';
}

async function addAdmin(): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'a@mizan.test', 'Admin', '')
     RETURNING id::text`,
  );
  return rows[0]?.id ?? '';
}

async function addDevice({ owner }: MerchantWorld): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO trusted_devices (user_id, token_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $3::timestamptz + interval '30 days') RETURNING id::text`,
    [owner.userId, createHash('sha256').digest(), clock.now()],
  );
  return rows[0]?.id ?? '';
}

async function addPushDevice({ merchantId, owner }: MerchantWorld): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO push_devices (merchant_id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at)
     VALUES ($1, $2, 0, 'https://push.example.com/walk', $3, '', '', $4) RETURNING id::text`,
    [merchantId, owner.userId, createHash('sha256').digest(), clock.now()],
  );
  return rows[0]?.id ?? '';
}

async function addPasskey({ owner }: MerchantWorld): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO passkeys (user_id, credential_id, public_key, user_handle, sign_count, transports, name, created_at)
     VALUES ($1, $2, '', '', 0, '{}', 'Till', $3) RETURNING id::text`,
    [owner.userId, createHash('sha256').digest(), clock.now()],
  );
  return rows[0]?.id ?? '';
}

async function addSession({ owner }: MerchantWorld): Promise<string> {
  await portal.tokenOf(owner.userId);
  const rows = await platformRows<{ id: string }>(
    db,
    'SELECT max(id)::text AS id FROM sessions WHERE user_id = $1',
    [owner.userId],
  );
  return rows[0]?.id ?? '';
}

async function addCredential({ merchantId, owner }: MerchantWorld): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO integrator_credentials (merchant_id, made_by, name, username, password_hash, created_at)
     VALUES ($1, $2, 'Shop', 'api:0', '', now()) RETURNING id::text`,
    [merchantId, owner.userId],
  );
  return rows[0]?.id ?? '';
}

async function addKey({ merchantId, owner }: MerchantWorld): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO integrator_keys (merchant_id, made_by, name, key_hash, beginning, scopes, created_at, expires_at)
     VALUES ($1, $2, 'Shop', '', 'mzk_', '{transactions:read}', now(), now()) RETURNING id::text`,
    [merchantId, owner.userId],
  );
  return rows[0]?.id ?? '';
}

async function addWebhook({
  merchantId,
  owner,
}: MerchantWorld): Promise<Record<'webhook_addresses' | 'webhook_deliveries', string>> {
  const [address] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO webhook_addresses (merchant_id, uuid, url, facts, made_by, created_at)
     VALUES ($1, gen_random_uuid(), 'https://shop.example.sa', '{payments.approved}', $2, now()) RETURNING id::text`,
    [merchantId, owner.userId],
  );
  const [delivery] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO webhook_deliveries (merchant_id, address_id, uuid, fact, body, created_at, state)
     VALUES ($1, $2, gen_random_uuid(), 'payments.approved', '{}', now(), 'GIVEN_UP') RETURNING id::text`,
    [merchantId, address?.id],
  );
  return { webhook_addresses: address?.id ?? '', webhook_deliveries: delivery?.id ?? '' };
}

async function addTerminalReconciliation({
  merchantId,
  terminals,
  branchIds,
}: MerchantWorld): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO terminal_reconciliations (merchant_id, uuid, terminal_id, tid, branch_id, origin, state, asked_at,
       ended_at, action_code, balance)
     VALUES ($1, gen_random_uuid(), $2, '88500000', $3, 'PORTAL', 'DONE', now(), now(), '500', 'BALANCED')
     RETURNING id::text`,
    [merchantId, terminals[0]?.id, branchIds[0]],
  );
  return rows[0]?.id ?? '';
}

/** An open one, which every call could close. */
async function addShift({ merchantId, terminals, branchIds, cashierIds }: MerchantWorld): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO shifts (merchant_id, terminal_id, tid, branch_id, cashier_id, cashier_name, opened_at)
     VALUES ($1, $2, '88500000', $3, $4, 'Noura', now()) RETURNING id::text`,
    [merchantId, terminals[0]?.id, branchIds[0], cashierIds[0]],
  );
  return rows[0]?.id ?? '';
}

/** One that waits for a second person. */
async function addRefund(
  { merchantId, terminals, owner }: MerchantWorld,
  originalId: string,
): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO refunds (merchant_id, id, uuid, original_id, terminal_id, type, amount_minor, currency, reason, state,
       limit_minor, asked_by_id, asked_by_name, asked_at)
     VALUES ($1, nextval(pg_get_serial_sequence('transactions', 'id')), gen_random_uuid(), $2, $3, 'REFUND', 1, 'SAR',
       'RETURNED', 'WAITING', 0, $4, 'Owner', now()) RETURNING id::text`,
    [merchantId, originalId, terminals[0]?.id, owner.userId],
  );
  return rows[0]?.id ?? '';
}

beforeAll(async () => {
  const [own, other] = [await makeMerchant(db), await makeMerchant(db)];
  const until = clock.now();
  for (const world of [own, other]) {
    const plan = { count: 20, from: new Date(until.getTime() - dayMs), until };
    await inPlatform(db, (tx) => loadTransactions(tx, world, plan));
  }
  // The other merchant's payment is the kind that every call could change: undecided and under review.
  const [payment] = await platformRows<{ id: string }>(
    db,
    `UPDATE transactions SET status = 'TIMEOUT', under_review = true WHERE merchant_id = $1
       AND id = (SELECT min(id) FROM transactions WHERE merchant_id = $1) RETURNING id::text`,
    [other.merchantId],
  );
  Object.assign(userOf, {
    MERCHANT: own.owner.userId,
    CASHIER: own.cashierIds[0] ?? '',
    ADMIN: await addAdmin(),
  } satisfies Record<Role, string>);
  for (const role of roles) tokens[role] = await portal.tokenOf(userOf[role]);
  Object.assign(foreign, {
    transactions: payment?.id,
    refunds: await addRefund(other, payment?.id ?? ''),
    shifts: await addShift(other),
    terminals: other.terminals[0]?.id,
    branches: other.branchIds[0],
    users: other.cashierIds[0],
    ...(await addBankFile(db, other, clock.now())),
    export_jobs: await addExport(other),
    trusted_devices: await addDevice(other),
    push_devices: await addPushDevice(other),
    passkeys: await addPasskey(other),
    sessions: await addSession(other),
    integrator_credentials: await addCredential(other),
    integrator_keys: await addKey(other),
    ...(await addWebhook(other)),
    terminal_reconciliations: await addTerminalReconciliation(other),
    ...(await addAgreement(db, other)),
  } satisfies Record<NamedTable, string | undefined>);
});

const call = (route: AnyRoute, args: Args, token?: string) => portal.call(route, args as never, { token });
const fixtures = routeFixtures.map((fixture) => [fixture.route.id, fixture] as const);
const guarded = fixtures.filter(([, { route }]) => route.allow !== 'public');
const allowedRoles = (route: AnyRoute): Role[] => roles.filter((role) => mayCall(route, role));

test('every route of the contract has its fixture, and there is none too many', () => {
  expect(routeFixtures.map(({ route }) => route.id).toSorted()).toEqual(
    allRoutes.map(({ id }) => id).toSorted(),
  );
});

test('every route of the contract is served, and the API serves no other', () => {
  const inApi = [...portal.served].filter((each) => each.includes(` ${apiBase}/`));
  const wanted = allRoutes.map(({ method, path }) => `${method} ${apiBase}${path}`);
  expect(inApi.toSorted()).toEqual([...wanted, `GET ${apiBase}/openapi.json`].toSorted());
});

test.each(guarded)('401: %s without a token, and with one that nobody has', async (_, { route, args }) => {
  for (const token of [undefined, 'x'.repeat(43)]) {
    const answer = await call(route, args, token);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  }
});

const wrongRoles = guarded.flatMap(([id, fixture]) =>
  roles.filter((role) => !mayCall(fixture.route, role)).map((role) => [role, id, fixture] as const),
);
test.each(wrongRoles)('403: %s calls %s', async (role, _, { route, args }) => {
  const answer = await call(route, args, tokens[role]);
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
});

const withoutRight = guarded.flatMap(([id, fixture]) => {
  const { right } = fixture.route;
  return teamRoles
    .filter((teamRole) => right === undefined || !hasRight(teamRole, right))
    .map((teamRole) => [teamRole, id, fixture] as const);
});
test.each(withoutRight)('403: a person who is %s in the team calls %s', async (teamRole, _, fixture) => {
  const { route, args } = fixture;
  portal.callAs(teamRole);
  try {
    for (const role of allowedRoles(route)) {
      const answer = await call(route, args, tokens[role]);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
    }
  } finally {
    portal.callAs(null);
  }
});

/** A session of this role whose password was given 16 minutes ago. */
async function staleToken(role: Role): Promise<string> {
  const token = await portal.tokenOf(userOf[role]);
  const text = `UPDATE sessions SET authenticated_at = $2 WHERE token_hash = $1`;
  const before = new Date(clock.now().getTime() - (freshSignInMinutes + 1) * 60_000);
  await platformRows(db, text, [hashToken(token), before]);
  return token;
}

/** What every one of these calls would leave behind, had it begun. */
async function traces(): Promise<unknown> {
  const [row] = await platformRows(
    db,
    `SELECT (SELECT count(*) FROM audit_entries) AS told, (SELECT count(*) FROM passkey_challenges) AS asked,
       (SELECT count(*) FROM sessions WHERE ended_at IS NOT NULL) AS ended`,
  );
  return row;
}

const fresh = guarded.filter(([, { route }]) => route.freshSignIn === true);
test.each(fresh)(
  '403: %s by a sign-in of 16 minutes ago, before anything is read or done',
  async (_, fixture) => {
    const { route, args, badBodies } = fixture;
    for (const role of allowedRoles(route)) {
      const token = await staleToken(role);
      const before = await traces();
      for (const body of [args.body, ...badBodies]) {
        const answer = await call(route, { ...args, body }, token);
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'freshSignInNeeded']);
      }
      expect(await traces()).toEqual(before);
    }
  },
);

const unasked = guarded.filter(([, { route }]) => !route.freshSignIn);
test.each(unasked)('%s asks for no fresh sign-in, as its route says', async (_, { route, args }) => {
  for (const role of allowedRoles(route)) {
    const answer = await call(route, args, await staleToken(role));
    expect(answer.body).not.toContain('freshSignInNeeded');
    expect(answer.statusCode).not.toBe(500);
  }
});

test.each(fixtures.filter(([, { route }]) => route.rateClass))(
  '429: %s once too often from one address; another one is answered',
  async (_, { route, args }) => {
    const rateClass = route.rateClass ?? expect.fail('no class');
    const token = route.allow === 'public' ? undefined : await portal.tokenOf(userOf.MERCHANT);
    const from = '192.0.2.7';
    await platformRows(db, 'DELETE FROM rate_counters');
    expect((await portal.call(route, args as never, { token, from })).statusCode).not.toBe(429);
    const full = `UPDATE rate_counters SET count = $1 WHERE key LIKE $2`;
    await platformRows(db, full, [rateClasses[rateClass].most, `${rateClass}:%`]);
    const refused = await portal.call(route, args as never, { token, from });
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rateLimited']);
    const other = await portal.call(route, args as never, { token, from: '198.51.100.7' });
    expect(other.statusCode).not.toBe(429);
  },
);

const parsed = fixtures.filter(([, { route }]) => route.body && route.bodyKind !== 'upload');
test.each(parsed)('400: %s with a body that does not fit', async (_, { route, args, badBodies }) => {
  expect(badBodies.length).toBeGreaterThan(0);
  for (const body of badBodies) {
    const answer = await call(route, { ...args, body }, tokens[allowedRoles(route)[0] ?? 'MERCHANT']);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'badRequest']);
  }
});

const withBody = fixtures.filter(([, { route }]) => route.body);
test.each(withBody)('400: %s with a body of another kind', async (_, { route, args }) => {
  const token = tokens[allowedRoles(route)[0] ?? 'MERCHANT'];
  const answer = await app.inject({
    method: route.method,
    url: pathOf(route, args.params),
    payload: '<xml/>',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/xml' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'badRequest']);
});

const withParams = fixtures.filter(([, { route }]) => route.params);
test.each(withParams)('400: %s with an id that is none, wherever its path has one', async (_, fixture) => {
  const { route, args } = fixture;
  for (const [, name = ''] of route.path.matchAll(/:(\w+)/g)) {
    for (const id of ['0', '-1', 'x', '1e3', '../1', "1'--"]) {
      const params = { ...args.params, [name]: id };
      const answer = await call(route, { ...args, params }, tokens[allowedRoles(route)[0] ?? 'MERCHANT']);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'badRequest']);
    }
  }
});

/** A row as PostgreSQL writes it, whole. */
async function rowOf(table: NamedTable, id: string): Promise<unknown> {
  const rows = await platformRows(db, `SELECT to_jsonb(t) AS row FROM ${table} t WHERE id = $1`, [id]);
  expect(rows).toHaveLength(1);
  return rows[0];
}

/** All that a caller can tell two answers apart by, but for the request's own name and the time. */
function tellable({ statusCode, headers, body }: Awaited<ReturnType<typeof call>>): unknown {
  const { 'x-request-id': _, date: __, 'content-length': ___, ...rest } = headers;
  const text = body.replaceAll(/"(?:requestId|asOf)":"[^"]*"/g, '""');
  return { statusCode, headers: rest, text };
}

const namings = fixtures.flatMap(([id, { route, namings: all }]) =>
  all.flatMap((naming) =>
    allowedRoles(route)
      .filter((role) => role !== 'ADMIN')
      .map((role) => [role, id, naming.table, route, naming] as const),
  ),
);
test.each(namings)(
  "%s calls %s with another merchant's row of %s: as if there were none, and it is unchanged",
  async (...[role, , table, route, naming]) => {
    const before = await rowOf(table, foreign[table]);
    const theirs = await call(route, naming.args(foreign[table]), tokens[role]);
    const nobodys = await call(route, naming.args(nobodysId), tokens[role]);
    expect(tellable(theirs)).toEqual(tellable(nobodys));
    expect(theirs.statusCode).not.toBe(500);
    expect(await rowOf(table, foreign[table])).toEqual(before);
  },
);
