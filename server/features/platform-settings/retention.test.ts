import { randomBytes } from 'node:crypto';
import { type AuditRow, listChangesOf } from '@mizan/contract/audit.ts';
import { platformSettingsId } from '@mizan/contract/platform-settings.ts';
import * as retention from '@mizan/contract/retention.ts';
import { type RetentionRow, retentionTerms, type TimedKind, timedKinds } from '@mizan/contract/retention.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import { countOldRows } from '../../old-rows.ts';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { tidyPlatform } from '../../platform/housekeeping/housekeeping.jobs.ts';
import { timeIsUp, usualDays } from '../../platform/housekeeping/retention.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { tidyParts } from '../../tidy.jobs.ts';
import { retentionOf, setKeptDays } from './retention.service.ts';

/** How long things are kept: told, previewed, set; and what the jobs delete by it. */
const portal = await testPortal();
const { db, clock } = portal;
const shop = await openShop(db, 1);
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
/** Signed in anew with every call: the tests move the clock. */
const as = async () => ({ token: await portal.tokenOf(admin?.id ?? '') });
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ago = (days: number, moreMs = 0): Date => new Date(clock.now().getTime() - days * dayMs - moreMs);

const rowOf = async (kind: TimedKind): Promise<RetentionRow | undefined> =>
  (await portal.call(retention.getRetention, {}, await as()))
    .json<RouteOutput<typeof retention.getRetention>>()
    .rows.find((row) => row.kind === kind);
type Goes = NonNullable<RouteOutput<typeof retention.previewRetention>['goes']>;
const previewed = async (kind: TimedKind, days: number): Promise<Goes | null> =>
  (await portal.call(retention.previewRetention, { params: { kind }, query: { days } }, await as())).json<{
    goes: Goes | null;
  }>().goes;
const seenOf = (goes: Goes | null) => goes && { olderThan: goes.olderThan, rows: goes.rows };
const set = async (kind: TimedKind, days: number, seen: ReturnType<typeof seenOf> = null) =>
  portal.call(retention.setRetention, { params: { kind }, body: { days, seen } }, await as());
const tidy = async (at: Date): Promise<void> => {
  const deps = { db, clock: { now: () => at }, keepDays: usualDays };
  await tidyPlatform(deps);
  await tidyParts(deps);
};
const countOf = async (table: string): Promise<number> =>
  (await platformRows<{ count: number }>(db, `SELECT count(*) FROM ${table}`))[0]?.count ?? -1;

let seq = 5_000;
const notice = (at: Date) =>
  platformRows(
    db,
    `INSERT INTO notices (merchant_id, audience_id, seq, type, about, at) VALUES ($1, 0, $2, 'TCO', '1', $3)`,
    [shop.merchantId, ++seq, at],
  );
const mail = (at: Date) =>
  platformRows(
    db,
    `INSERT INTO outbox_mails (about, created_at, recipient, subject, body_text)
     VALUES ('merchant 1', $1, 'sara@diyar.coffee', 'Hello', '')`,
    [at],
  );

test('every time that may be set is told as it counts, with its limits; what was set at the start is fixed', async () => {
  expect([...timedKinds].sort()).toEqual(Object.keys(retentionTerms).sort());
  for (const kind of timedKinds) {
    const { setting, usual, least, most } = retentionTerms[kind];
    expect(await rowOf(kind)).toEqual({
      kind,
      days: usual,
      next: null,
      setting,
      isFixed: false,
      least,
      most,
    });
  }
  const linkBase = () => 'http://localhost';
  const deps = { db, clock, linkBase, countOldRows, keepDays: { ...usualDays, mails: 12 } };
  const fixed = { ...deps, keepFixed: ['mails'] as const };
  const { rows } = await retentionOf(fixed);
  expect(rows.find(({ kind }) => kind === 'mails')).toMatchObject({ days: 12, isFixed: true });
  const actor = { kind: 'person', userId: admin?.id ?? '', fullName: 'Huda', role: 'ADMIN' } as never;
  await expect(setKeptDays(fixed, actor, { kind: 'mails', days: 300, seen: null })).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'fixed' },
  });
});

test('a shorter time counts a day later, deletes what its preview said and no row more, and not a moment before', async () => {
  await notice(ago(29));
  await notice(ago(31));
  await notice(ago(100));
  const before = await countOf('notices');
  const goes = await previewed('notices', 30);
  expect(goes?.rows).toBe(2);
  expect(Date.parse(goes?.from ?? '') - clock.now().getTime()).toBeGreaterThanOrEqual(dayMs);
  expect(Date.parse(goes?.from ?? '') % hourMs).toBe(0);
  expect(await countOf('notices')).toBe(before);
  const answer = await set('notices', 30, seenOf(goes));
  expect(answer.json()).toMatchObject({ days: 400, next: { days: 30, from: goes?.from } });
  await tidy(new Date(Date.parse(goes?.from ?? '') - 1));
  expect(await countOf('notices')).toBe(before);
  await tidy(new Date(goes?.from ?? ''));
  expect(await countOf('notices')).toBe(before - 2);
});

test('409: nothing was seen, or more would go than was seen, or an hour has passed; nothing changes', async () => {
  await mail(ago(20));
  const goes = await previewed('mails', 10);
  expect(goes?.rows).toBe(1);
  for (const seen of [null, { olderThan: goes?.olderThan ?? '', rows: 0 }]) {
    const answer = await set('mails', 10, seen);
    expect([answer.statusCode, answer.json().details]).toEqual([409, { reason: 'notSeen' }]);
  }
  // Brought in meanwhile, as by a restore.
  await mail(ago(21));
  expect((await set('mails', 10, seenOf(goes))).statusCode).toBe(409);
  const anew = await previewed('mails', 10);
  clock.set(new Date(clock.now().getTime() + hourMs));
  expect((await set('mails', 10, seenOf(anew))).statusCode).toBe(409);
  expect(await rowOf('mails')).toMatchObject({ days: 30, next: null });
});

test('until it counts a longer one takes it back without a loss; the longer one counts at once', async () => {
  await mail(ago(29));
  const before = await countOf('outbox_mails');
  await set('mails', 10, seenOf(await previewed('mails', 10)));
  expect(await rowOf('mails')).toMatchObject({ days: 30, next: { days: 10 } });
  const back = await set('mails', 60);
  expect(back.json()).toMatchObject({ days: 60, next: null });
  await tidy(new Date(clock.now().getTime() + 2 * dayMs));
  expect(await countOf('outbox_mails')).toBe(before);
});

test('what a preview counts is what its job deletes, of every kind', async () => {
  const put: Record<TimedKind, (at: Date) => Promise<unknown>> = {
    notices: notice,
    mails: mail,
    violations: (at) =>
      platformRows(
        db,
        `INSERT INTO link_violations (merchant_id, at, tid, reason) VALUES ($1, $2, '88000001', 'BAD_SIGNATURE')`,
        [shop.merchantId, at],
      ),
    sessions: async (at) => {
      const [session] = await platformRows<{ id: string }>(
        db,
        `INSERT INTO sessions (token_hash, user_id, created_at, authenticated_at, last_active_at, expires_at, ended_at)
         VALUES ($1, $2, $3, $3, $3, $4, $3) RETURNING id::text`,
        [randomBytes(32), shop.owner.userId, at, new Date(at.getTime() + 900 * dayMs)],
      );
      await platformRows(
        db,
        `INSERT INTO push_devices (merchant_id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at)
         VALUES ($1, $2, $3, 'https://push.example/1', $4, 'p', 'a', $5)`,
        [shop.merchantId, shop.owner.userId, session?.id, randomBytes(32), at],
      );
    },
    webhooks: async (at) => {
      const [address] = await platformRows<{ id: string }>(
        db,
        `INSERT INTO webhook_addresses (merchant_id, uuid, url, facts, made_by, created_at)
         VALUES ($1, gen_random_uuid(), 'https://shop.example.sa', '{payments.approved}', 1, now())
         RETURNING id::text`,
        [shop.merchantId],
      );
      const insert = `INSERT INTO webhook_deliveries
          (merchant_id, address_id, uuid, fact, body, created_at, state, next_attempt_at)
        VALUES ($1, $2, gen_random_uuid(), 'payments.approved', '{}', $3, $4, $5)`;
      await platformRows(db, insert, [shop.merchantId, address?.id, at, 'DELIVERED', null]);
      await platformRows(db, insert, [shop.merchantId, address?.id, at, 'WAITING', at]);
    },
  };
  const tablesOf: Record<TimedKind, readonly string[]> = {
    notices: ['notices'],
    mails: ['outbox_mails'],
    violations: ['link_violations'],
    sessions: ['sessions', 'push_devices'],
    webhooks: ['webhook_deliveries'],
  };
  const rows = async (kind: TimedKind): Promise<number> =>
    (await Promise.all(tablesOf[kind].map(countOf))).reduce((sum, count) => sum + count, 0);
  for (const kind of timedKinds) {
    const { least } = retentionTerms[kind];
    for (const days of [least - 1, least, least + 1, least + 5]) await put[kind](ago(days));
    const goes = await previewed(kind, least);
    await set(kind, least, seenOf(goes));
    const start = await rows(kind);
    await tidy(new Date(goes?.from ?? ''));
    expect([kind, start - (await rows(kind))]).toEqual([kind, goes?.rows]);
    expect(goes?.rows).toBeGreaterThan(0);
  }
});

test('a change waits for the batch that goes by the time before', async () => {
  const batch = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const order: string[] = [];
  const deleting = inPlatform(db, async (tx) => {
    await timeIsUp(tx, 'violations', { clock, keepDays: usualDays });
    batch.resolve();
    await held.promise;
    order.push('batch');
  });
  await batch.promise;
  const change = set('violations', 500).then(() => order.push('change'));
  try {
    await expect
      .poll(() => countOf(`pg_locks WHERE locktype = 'advisory' AND NOT granted`))
      .toBeGreaterThan(0);
  } finally {
    held.resolve();
  }
  await Promise.all([deleting, change]);
  expect(order).toEqual(['batch', 'change']);
});

test('400: outside the limits of its kind; 403: owners; the law is no limit that anybody could lower', async () => {
  for (const days of [29, 3_650 + 1]) expect((await set('notices', days)).statusCode).toBe(400);
  expect((await set('mails', 366)).statusCode).toBe(400);
  const owner = { token: await portal.tokenOf(shop.owner.userId) };
  for (const route of [retention.getRetention, retention.previewRetention]) {
    const args = { params: { kind: 'mails' }, query: { days: 10 } } as never;
    expect((await portal.call(route, args, owner)).statusCode).toBe(403);
  }
  const books = { params: { kind: 'books' }, body: { days: 30, seen: null } } as never;
  expect((await portal.call(retention.setRetention, books, await as())).statusCode).toBe(400);
});

test('the trail names who set what, from when on, and what was before; the same again is no change', async () => {
  expect((await set('mails', 90)).statusCode).toBe(200);
  expect((await set('mails', 90)).statusCode).toBe(200);
  const query = { type: 'platformSettings', id: platformSettingsId } as const;
  const { rows } = (await portal.call(listChangesOf, { query }, await as())).json<{ rows: AuditRow[] }>();
  const ofMails = rows.filter(({ after }) => after?.['timed'] === 'mails' && after['keptDays'] === 90);
  expect(ofMails).toHaveLength(1);
  expect(ofMails[0]).toMatchObject({
    action: 'platformSettings.retentionSet',
    actorName: 'Huda Al-Faisal',
    after: { countsFromAt: clock.now().toISOString(), goesRows: 0 },
  });
});
