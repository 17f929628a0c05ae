import { randomBytes, randomUUID } from 'node:crypto';
import { retentionTerms } from '@mizan/contract/retention.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgetOldDeliveries } from './features/integrator/old-deliveries.service.ts';
import {
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  sell,
} from './features/reconciliation/testing/bank-world.ts';
import { verifyAudit } from './platform/audit/verify.ts';
import { testClock } from './platform/clock.ts';
import { platformRows } from './platform/database/database.ts';
import { tables } from './platform/database/tables.ts';
import { tidyPlatform } from './platform/housekeeping/housekeeping.jobs.ts';
import { inBatches } from './platform/housekeeping/in-batches.ts';
import { endOfDays, type RetentionDays, usualDays } from './platform/housekeeping/retention.ts';
import { tidyParts } from './tidy.jobs.ts';

/** A merchant with payments, a judged file that differs from them, and an exception that is open. */
const world = await bankWorld();
const { db, clock } = world.portal;
const { merchantId } = world.merchant.owner;
const sold = await sell(world, [
  { amountMinor: 12_050, at: '2026-11-19 10:00' },
  { amountMinor: 9_900, at: '2026-11-19 11:00' },
]);
await reconcile(
  world,
  csvOf(sold.map((each, at) => csvLineOf(each, at === 0 ? {} : { amountMinor: 9_800 }))),
);
await world.runner.stop();

const dayMs = 86_400_000;
const now = clock.now();
/** So many days and a millisecond ago; with -1 a millisecond less. */
const ago = (days: number, moreMs = 1): Date => new Date(now.getTime() - days * dayMs - moreMs);
const count = async (table: string): Promise<number> =>
  (await platformRows<{ count: number }>(db, `SELECT count(*) FROM ${table}`))[0]?.count ?? -1;

/** Puts one row of this age into a timed table. */
type Put = (at: Date) => Promise<unknown>;
const put =
  (text: string, ...values: (() => unknown)[]): Put =>
  (at) =>
    platformRows(db, text, [merchantId, at, ...values.map((make) => make())]);
let seq = 1_000;
const table = {
  notices: put(
    `INSERT INTO notices (merchant_id, audience_id, seq, type, about, at) VALUES ($1, 0, $3, 'TCO', '1', $2)`,
    () => ++seq,
  ),
  link_violations: put(
    `INSERT INTO link_violations (merchant_id, at, tid, reason) VALUES ($1, $2, '88000001', 'BAD_SIGNATURE')`,
  ),
  refused_drops: put(
    `INSERT INTO refused_drops (merchant_id, refused_at, file_name, reason) VALUES ($1, $2, 'a.csv', 'empty')`,
  ),
  exception_requests: put(
    `INSERT INTO exception_requests (merchant_id, at, request_id, asked_sha256, by_id, by_name)
     VALUES ($1, $2, $3, $4, 1, 'Sara')`,
    randomUUID,
    () => randomBytes(32),
  ),
  live_messages: put(`INSERT INTO live_messages (merchant_id, created_at, text) VALUES ($1, $2, 'PAY11')`),
  outbox_mails: put(
    `INSERT INTO outbox_mails (about, created_at, recipient, subject, body_text)
     VALUES ('merchant ' || $1::bigint, $2, 'sara@diyar.coffee', 'Hello', '')`,
  ),
} satisfies Record<string, Put>;
const daysOf: Readonly<Record<keyof typeof table, number>> = {
  notices: usualDays.notices,
  link_violations: usualDays.violations,
  refused_drops: 90,
  exception_requests: 90,
  live_messages: 1,
  outbox_mails: usualDays.mails,
};

const sweep = async (at: Date, keepDays: RetentionDays = usualDays): Promise<void> => {
  const deps = { db, clock: testClock(at), keepDays };
  await tidyPlatform(deps);
  await tidyParts(deps);
};

test.each(Object.keys(table) as (keyof typeof table)[])(
  '%s: what is past its time goes, to the millisecond, and what is younger stays',
  async (name) => {
    const before = await count(name);
    await table[name](ago(daysOf[name]));
    await table[name](ago(daysOf[name], 0));
    await sweep(now);
    expect(await count(name)).toBe(before + 1);
    await sweep(new Date(now.getTime() + 1));
    expect(await count(name)).toBe(before);
  },
);

test('a shorter time that somebody set counts from then on', async () => {
  await table.notices(ago(40));
  await sweep(now);
  const kept = await count('notices');
  await sweep(now, { ...usualDays, notices: 30 });
  expect(await count('notices')).toBe(kept - 1);
});

async function device(removedAt: Date | null, sessionEndedAt: Date | null): Promise<string> {
  const [session] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO sessions (token_hash, user_id, created_at, authenticated_at, last_active_at, expires_at, ended_at)
     VALUES ($1, $2, $3, $3, $3, $4, $5) RETURNING id::text`,
    [randomBytes(32), world.merchant.owner.userId, ago(200), new Date(now.getTime() + dayMs), sessionEndedAt],
  );
  const [made] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO push_devices (merchant_id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at, removed_at)
     VALUES ($1, $2, $3, 'https://push.example/1', $4, 'p', 'a', $5, $6) RETURNING id::text`,
    [merchantId, world.merchant.owner.userId, session?.id, randomBytes(32), ago(200), removedAt],
  );
  return made?.id ?? '';
}

test('a device for notices goes when it was taken out, or its session is known no more; one in use stays', async () => {
  const inUse = await device(null, null);
  await device(ago(usualDays.sessions), null);
  const lately = await device(ago(1), null);
  await device(null, ago(usualDays.sessions));
  await sweep(now);
  const left = await platformRows<{ id: string }>(db, 'SELECT id::text FROM push_devices ORDER BY id');
  expect(left.map(({ id }) => id)).toEqual([inUse, lately]);
});

/** The whole of every table of the books, in an order of its own. */
async function books(): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [name, { life }] of Object.entries(tables)) {
    if (life === 'timed') continue;
    const [row] = await platformRows<{ sum: string }>(
      db,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS sum FROM ${name} t`,
    );
    read[name] = row?.sum ?? '';
  }
  return read;
}

test('thirty years later payments, verdicts, open exceptions and audit chains are as they were', async () => {
  const before = await books();
  expect(before.transactions).toMatch(/^2 /);
  expect(before.bank_exceptions).not.toMatch(/^0 /);
  expect(before.audit_entries).not.toMatch(/^0 /);
  const least = Object.fromEntries(
    Object.entries(retentionTerms).map(([kept, terms]) => [kept, terms.least]),
  ) as unknown as RetentionDays;
  await sweep(new Date(now.getTime() + 30 * 365 * dayMs), least);
  expect(await books()).toEqual(before);
  for (const chain of await verifyAudit(db)) expect(chain.broken).toBeNull();
  for (const name of Object.keys(table)) expect([name, await count(name)]).toEqual([name, 0]);
});

interface Message {
  state: 'WAITING' | 'DELIVERED' | 'GIVEN_UP';
  days: number;
  triedDays: number[];
}
const message: fc.Arbitrary<Message> = fc.record({
  state: fc.constantFrom('WAITING', 'DELIVERED', 'GIVEN_UP'),
  days: fc.integer({ min: 0, max: 200 }),
  triedDays: fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 3 }),
});
const [address] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO webhook_addresses (merchant_id, uuid, url, facts, made_by, created_at)
   VALUES ($1, gen_random_uuid(), 'https://shop.example.sa', '{payments.approved}', 1, now()) RETURNING id::text`,
  [merchantId],
);

async function write({ state, days, triedDays }: Message): Promise<string> {
  const waits = state === 'WAITING' ? now : null;
  const [row] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO webhook_deliveries (merchant_id, address_id, uuid, fact, body, created_at, state, next_attempt_at)
     VALUES ($1, $2, gen_random_uuid(), 'payments.approved', '{}', $3, $4, $5) RETURNING id::text`,
    [merchantId, address?.id, ago(days), state, waits],
  );
  const id = row?.id ?? '';
  for (const tried of triedDays) {
    await platformRows(
      db,
      `INSERT INTO webhook_attempts (merchant_id, delivery_id, at, duration_ms, status) VALUES ($1, $2, $3, 5, 200)`,
      [merchantId, id, ago(tried)],
    );
  }
  return id;
}

/** What the rule says of one message, put otherwise than the statement does. */
const stays = ({ state, days, triedDays }: Message): boolean =>
  state === 'WAITING' || Math.min(days, ...triedDays) < usualDays.webhooks;

test('messages of webhooks: whatever they are, those that wait or were touched lately stay whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (messages) => {
      await platformRows(db, 'DELETE FROM webhook_attempts');
      await platformRows(db, 'DELETE FROM webhook_deliveries');
      const written: [string, Message][] = [];
      for (const each of messages) written.push([await write(each), each]);
      await forgetOldDeliveries({ db, clock: testClock(now), keepDays: usualDays });
      const left = await platformRows<{ id: string; tries: number }>(
        db,
        `SELECT d.id::text, (SELECT count(*) FROM webhook_attempts a WHERE a.delivery_id = d.id)::int AS tries
           FROM (SELECT *, webhook_deliveries.id AS place FROM webhook_deliveries) d ORDER BY place`,
      );
      const wanted = written
        .filter(([, each]) => stays(each))
        .map(([id, each]) => ({ id, tries: each.triedDays.length }));
      expect(left).toEqual(wanted);
    }),
    { numRuns: 25 },
  );
});

test('batches go on until nothing is left, and stop at their most', async () => {
  for (let at = 0; at < 7; at++) await table.refused_drops(ago(1));
  const some = (most: number) =>
    inBatches(
      db,
      (tx, rows) =>
        tx.change('DELETE FROM refused_drops WHERE id IN (SELECT id FROM refused_drops LIMIT $1)', [rows]),
      { rows: 2, most },
    );
  expect(await some(2)).toBe(4);
  expect(await some(9)).toBe(3);
  expect(endOfDays(now, 1)).toEqual(new Date(now.getTime() - dayMs));
});
