import { mayCall } from '@mizan/contract/may.ts';
import { roles } from '@mizan/contract/roles.ts';
import { type AnyRoute, apiBase, pathOf } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import { type MerchantWorld, makeMerchant } from './features/transactions/testing/merchant-world.ts';
import { platformRows } from './platform/database/database.ts';
import { boundaryCalls, brokenMultiparts } from './testing/boundary-values.ts';
import { type Args, nobodysId } from './testing/fixture-kinds.ts';
import { refusesInput } from './testing/refused-input.ts';
import { routeFixtures } from './testing/route-fixtures.ts';
import { edgeSeed, someEdges } from './testing/some-edges.ts';
import { testPortal } from './testing/test-portal.ts';

/** Whatever comes, it is refused with a sentence or taken: no input is a fault of ours. */
const portal = await testPortal();
const { app, db } = portal;
const own: MerchantWorld = await makeMerchant(db);
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'a@mizan.test', 'Admin', '')
   RETURNING id::text`,
);
const userOf = {
  MERCHANT: own.owner.userId,
  CASHIER: own.cashierIds[0] ?? '',
  ADMIN: admin?.id ?? '',
} as const;

async function tokenFor(route: AnyRoute): Promise<string | undefined> {
  if (route.allow === 'public') return undefined;
  const role = roles.find((each) => mayCall(route, each)) ?? 'MERCHANT';
  return portal.tokenOf(userOf[role]);
}

/**
 * Asks with one session of the route's own for as long as it is only refused. What it carries out may have ended that
 * session: then the next call has another, and one that found its session ended is asked again.
 */
function sessionKeeper(route: AnyRoute) {
  let kept: string | undefined;
  return async <A extends { statusCode: number }>(ask: (token?: string) => Promise<A>): Promise<A> => {
    const isKept = kept !== undefined;
    kept ??= await tokenFor(route);
    let answer = await ask(kept);
    if (answer.statusCode === 401 && isKept) answer = await ask(await tokenFor(route));
    const mayHaveEnded = route.method !== 'GET' && answer.statusCode < 400;
    if (mayHaveEnded || answer.statusCode === 401) kept = undefined;
    return answer;
  };
}

interface Answer {
  statusCode: number;
  body: string;
}
/** What is wrong with an answer; null where it is one that anybody may get. */
function faultOf({ statusCode, body }: Answer, sent: unknown): string | null {
  if (statusCode < 400) return null;
  const { code, message } = JSON.parse(body) as { code?: string; message?: string };
  const isRefusal = statusCode < 500 || statusCode === 511;
  return isRefusal && code && message
    ? null
    : `${statusCode} ${body} to ${JSON.stringify(sent)?.slice(0, 300)}`;
}

const fixtures = routeFixtures.map((fixture) => [fixture.route.id, fixture] as const);

/** Values that schemas refused, each of which went over the wire once, to whichever route came first. */
const sent = new Set<string>();
/** Whether no other route was sent what makes `call` differ from the fixture; a field that is left out always counts as new. */
function isNew({ bodyKind }: AnyRoute, args: Args, call: Args): boolean {
  const changed = (['params', 'query', 'body'] as const).flatMap((part) => {
    const [before, after] = [args[part] ?? {}, call[part] ?? {}] as Record<string, unknown>[];
    const names = Object.keys({ ...before, ...after }).filter((name) => before?.[name] !== after?.[name]);
    return names.map((name) => ({ part, bodyKind, value: after?.[name] }));
  });
  if (changed.length === 0 || changed.some(({ value }) => value === undefined)) return true;
  const key = JSON.stringify(changed);
  if (sent.has(key)) return false;
  sent.add(key);
  return true;
}

test.each(fixtures)(
  '%s: no value at an edge of its schemas is a fault',
  async (_, { route, args }) => {
    const faults: string[] = [];
    const withSession = sessionKeeper(route);
    const refuses = refusesInput(route);
    for (const [index, call] of someEdges(route, args, boundaryCalls(route, args)).entries()) {
      // What the route's own parser refuses reaches nothing of the route: it is sent where the value is new.
      if (refuses(call) && !isNew(route, args, call)) continue;
      // An address of its own: no limit answers in the schemas' place.
      const from = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
      const answer = await withSession((token) => portal.call(route, call as never, { token, from }));
      const fault = faultOf(answer, { ...call, route: route.id });
      if (fault) faults.push(fault);
    }
    expect(faults, `played again by EDGE_SEED=${edgeSeed}`).toEqual([]);
  },
  120_000,
);

async function post(
  url: string,
  [type, payload]: readonly [string, string],
  token?: string,
): Promise<Answer> {
  const headers = { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return app.inject({ method: 'POST', url, payload, headers });
}

/** All of them for a route that reads a body of its own kind; of the others each takes every sixth, from another one on. */
function someFor(route: AnyRoute): typeof brokenMultiparts {
  if (route.bodyKind === 'form' || route.bodyKind === 'upload') return brokenMultiparts;
  const first = routeFixtures.findIndex((each) => each.route === route);
  return brokenMultiparts.filter((_, at) => (at + first) % 6 === 0);
}

test.each(fixtures)(
  '%s: multipart that is none is refused, with a session and without',
  async (_, fixture) => {
    const { route, args } = fixture;
    const faults: string[] = [];
    const withSession = sessionKeeper(route);
    for (const [type, payload] of someFor(route)) {
      const send = (token?: string) => {
        const headers = { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) };
        const url = pathOf(route, args.params);
        return app.inject({ method: route.method, url, payload, headers });
      };
      for (const answer of [await send(), await withSession(send)]) {
        const fault = faultOf(answer, [type, payload]);
        if (fault) faults.push(fault);
      }
    }
    expect(faults).toEqual([]);
  },
);

test.each([
  `${apiBase}/nothing`,
  '/nothing',
  '/',
  '/dashboard',
  '/health',
  '/demo/outbox',
  `${apiBase}/dashboard`,
])('404 or 400: multipart that is none, sent to %s, where nobody takes any', async (url) => {
  for (const broken of brokenMultiparts) {
    const answer = await post(url, broken);
    expect(faultOf(answer, broken)).toBeNull();
    expect([400, 404]).toContain(answer.statusCode);
  }
});

test('400: days before and after all business', async () => {
  const token = await portal.tokenOf(own.owner.userId);
  for (const day of ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']) {
    for (const name of ['from', 'to']) {
      const url = `${apiBase}/dashboard?${name}=${day}`;
      const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'badRequest']);
    }
  }
});

const tellable = ({ statusCode, body }: Answer): unknown => ({
  statusCode,
  text: body.replaceAll(/"(?:requestId|asOf)":"[^"]*"/g, '""'),
});
const ofOthers: Readonly<Record<string, string | undefined>> = {
  branches: own.branchIds.find((id) => id !== own.cashiers[0]?.branchId),
  terminals: own.terminals.find(({ id }) => id !== own.cashiers[0]?.terminalId)?.id,
  users: own.cashierIds[1],
};
const filters = routeFixtures.flatMap(({ route, namings }) =>
  namings.flatMap(({ table, args }) =>
    mayCall(route, 'CASHIER') && args(nobodysId).query && table in ofOthers
      ? [[route.id, table, route, args] as const]
      : [],
  ),
);

test.each(filters)(
  "a cashier who filters %s by another's row of %s of the own merchant: as if there were none",
  async (_, table, route: AnyRoute, args: (id: string) => Args) => {
    const token = await portal.tokenOf(userOf.CASHIER);
    const id = ofOthers[table] ?? '';
    expect(id).toMatch(/^\d+$/);
    const theirs = await portal.call(route, args(id) as never, { token });
    const nobodys = await portal.call(route, args(nobodysId) as never, { token });
    expect(tellable(theirs)).toEqual(tellable(nobodys));
  },
);
