import * as contract from '@mizan/contract/notices.ts';
import { changePreferences, getPreferences } from '@mizan/contract/preferences.ts';
import { expect, test } from 'vitest';
import { inPlatform, inTenant, platformRows, type Tx } from './platform/database/database.ts';
import { happened, nobody } from './platform/facts/facts.ts';
import { countLockWaits } from './platform/testing/lock-waits.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { testPortal } from './testing/test-portal.ts';

const portal = await testPortal();
const { db, clock } = portal;

/** A terminal of the shop connects: told as the gateway tells it. */
const connects = (tx: Tx, shop: Shop, place = 0): Promise<void> => {
  const { id = '', tid = '' } = shop.terminals[place] ?? {};
  const about = { type: 'terminal', id } as const;
  return happened(tx, nobody(shop.merchantId), {
    fact: 'terminals.connected',
    at: clock.now(),
    about,
    params: { tid },
  });
};
const connect = (shop: Shop, place = 0) => inTenant(db, shop.merchantId, (tx) => connects(tx, shop, place));

async function asked<T>(
  who: { userId: string },
  query: { before?: number; after?: number; limit?: number } = {},
): Promise<T> {
  const answer = await portal.call(
    contract.listNotices,
    { query },
    { token: await portal.tokenOf(who.userId) },
  );
  expect(answer.statusCode).toBe(200);
  return answer.json<T>();
}
interface Page {
  rows: contract.Notice[];
  hasMore: boolean;
  newestSeq: number;
}
const seqsOf = ({ rows }: Page): number[] => rows.map(({ seq }) => seq);
const stateOf = async ({ userId }: { userId: string }) =>
  (
    await portal.call(contract.getNoticeState, {}, { token: await portal.tokenOf(userId) })
  ).json<contract.NoticeState>();
const read = async ({ userId }: { userId: string }, upTo: number) =>
  (
    await portal.call(contract.readNotices, { body: { upTo } }, { token: await portal.tokenOf(userId) })
  ).json<contract.NoticeState>();

test('whoever was away gets what came meanwhile, each once, from either end', async () => {
  const shop = await openShop(db, 1);
  for (let count = 0; count < 7; count += 1) await connect(shop);
  const newest = await asked<Page>(shop.owner, { limit: 3 });
  expect([seqsOf(newest), newest.hasMore, newest.newestSeq]).toEqual([[7, 6, 5], true, 7]);
  const older = await asked<Page>(shop.owner, { before: 5, limit: 5 });
  expect([seqsOf(older), older.hasMore]).toEqual([[4, 3, 2, 1], false]);
  await connect(shop);
  expect(seqsOf(await asked<Page>(shop.owner, { after: 7 }))).toEqual([8]);
  expect(seqsOf(await asked<Page>(shop.owner, { after: 8 }))).toEqual([]);
  expect(newest.rows[0]).toMatchObject({ type: 'TCO', about: shop.terminals[0]?.tid });
});

test('a lower number is never seen after a higher one: who draws later waits, what is rolled back leaves no gap', async () => {
  const shop = await openShop(db, 1);
  const order: string[] = [];
  const written = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const slow = inTenant(db, shop.merchantId, async (tx) => {
    await connects(tx, shop);
    // Behind the notice itself, which is written behind everything else.
    tx.atEnd('notices', async () => {
      written.resolve();
      await go.promise;
      order.push('slow');
    });
  });
  await written.promise;
  const quick = connect(shop).then(() => order.push('quick'));
  const refused = inTenant(db, shop.merchantId, async (tx) => {
    await connects(tx, shop);
    throw new Error('rolled back');
  });
  await expect(refused).rejects.toThrow('rolled back');
  // Nothing is to be seen while the lower number is on its way.
  await expect.poll(() => countLockWaits(db)).toBe(1);
  expect(seqsOf(await asked<Page>(shop.owner))).toEqual([]);
  go.resolve();
  await Promise.all([slow, quick]);
  expect(order).toEqual(['slow', 'quick']);
  expect(seqsOf(await asked<Page>(shop.owner, { after: 0 }))).toEqual([1, 2]);
});

test('facts that are also entries of the audit log and notices together never wait for each other in a circle', async () => {
  const shop = await openShop(db, 1);
  const told = (tx: Tx) =>
    happened(
      tx,
      { ...shop.owner, from: { ip: '127.0.0.1', userAgent: null } },
      {
        fact: 'terminals.reconcileAsked',
        at: clock.now(),
        about: { type: 'terminal', id: shop.terminals[0]?.id ?? '' },
        params: { tid: shop.terminals[0]?.tid ?? '' },
      },
    );
  const both = (first: (tx: Tx) => Promise<void>, second: (tx: Tx) => Promise<void>) =>
    inTenant(db, shop.merchantId, async (tx) => {
      await first(tx);
      await second(tx);
    });
  const rings = (tx: Tx) => connects(tx, shop);
  const rounds = Array.from({ length: 10 }, () => [both(told, rings), both(rings, told)]).flat();
  await Promise.all(rounds);
  expect((await asked<Page>(shop.owner)).newestSeq).toBe(20);
});

test('what was read in one window is read in all, never less, and never more than there is', async () => {
  const shop = await openShop(db, 1);
  for (let count = 0; count < 3; count += 1) await connect(shop);
  expect(await stateOf(shop.owner)).toMatchObject({ unreadCount: 3, readSeq: 0, newestSeq: 3 });
  expect(await read(shop.owner, 2)).toMatchObject({ unreadCount: 1, readSeq: 2 });
  expect(await read(shop.owner, 1)).toMatchObject({ unreadCount: 1, readSeq: 2 });
  expect(await read(shop.owner, 900)).toMatchObject({ unreadCount: 0, readSeq: 3 });
  await connect(shop);
  expect(await stateOf(shop.owner)).toMatchObject({ unreadCount: 1, userId: shop.owner.userId });
  // Each change of the place is said to the other windows once.
  const said = await platformRows<{ text: string }>(
    db,
    `SELECT text FROM live_messages WHERE merchant_id = $1 AND text LIKE 'NRD%'`,
    [shop.merchantId],
  );
  expect(said.map(({ text }) => text)).toEqual([`NRD${shop.owner.userId}`, `NRD${shop.owner.userId}`]);
});

test('a reading is said to the windows of who read it, also of a branch manager', async () => {
  const shop = await openShop(db, 1);
  const [manager] = await platformRows<{ userId: string }>(
    db,
    `INSERT INTO users (merchant_id, role, team_role, username, full_name, password_hash, branch_id, email, email_verified_at)
     VALUES ($1, 'MERCHANT', 'branchManager', $3, 'Hessa', 'none', $2, $3, now()) RETURNING id::text AS "userId"`,
    [shop.merchantId, shop.branchId, `hessa-${shop.merchantId}@example.com`],
  );
  const cashier = shop.terminals[0]?.cashier;
  if (!manager || !cashier) throw new Error('a manager and a cashier');
  await connect(shop);
  for (const reader of [manager, cashier]) expect((await read(reader, 1)).readSeq).toBe(1);
  const said = await platformRows<{ text: string; ids: string[] }>(
    db,
    `SELECT text, cashier_ids::text[] AS ids FROM live_messages WHERE merchant_id = $1 AND text LIKE 'NRD%' ORDER BY seq`,
    [shop.merchantId],
  );
  expect(said).toEqual([manager, cashier].map(({ userId }) => ({ text: `NRD${userId}`, ids: [userId] })));
});

test('a cashier hears of the own terminal as it was assigned then; another merchant hears nothing', async () => {
  const [shop, other] = [await openShop(db, 2), await openShop(db, 1)];
  await connect(shop, 0);
  await connect(shop, 1);
  const [one, two] = shop.terminals;
  if (!one || !two) throw new Error('two terminals');
  await inPlatform(db, (tx) =>
    tx.rows('UPDATE users SET terminal_id = $2 WHERE id = $1', [one.cashier.userId, two.id]),
  );
  await connect(shop, 1);
  expect(seqsOf(await asked<Page>(one.cashier))).toEqual([3, 1]);
  expect(seqsOf(await asked<Page>(two.cashier))).toEqual([3, 2]);
  expect(await stateOf(one.cashier)).toMatchObject({ unreadCount: 2 });
  expect(seqsOf(await asked<Page>(other.owner))).toEqual([]);
  expect(await read(two.cashier, 3)).toMatchObject({ unreadCount: 0 });
  expect(await stateOf(shop.owner)).toMatchObject({ unreadCount: 3 });
});

test('what somebody muted neither counts nor stands in the list, and is all there when they hear it again', async () => {
  const shop = await openShop(db, 1);
  await connect(shop);
  const token = await portal.tokenOf(shop.owner.userId);
  const { languageChosen: _chosen, ...now } = (await portal.call(getPreferences, {}, { token })).json();
  const mute = (mutedNotices: ('TCO' | 'TDI')[]) =>
    portal.call(changePreferences, { body: { ...now, mutedNotices } }, { token });
  await mute(['TCO']);
  expect([await asked<Page>(shop.owner), (await stateOf(shop.owner)).unreadCount]).toEqual([
    { rows: [], hasMore: false, newestSeq: 1 },
    0,
  ]);
  await mute([]);
  expect(seqsOf(await asked<Page>(shop.owner))).toEqual([1]);
});

test('who manages one branch hears of its terminals alone, in the list, the count and by number', async () => {
  const shop = await openShop(db, 2);
  const [far] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO branches (merchant_id, code, name_en, name_ar) VALUES ($1, 'B2', 'Malaz', 'الملز') RETURNING id::text`,
    [shop.merchantId],
  );
  await platformRows(
    db,
    'UPDATE terminals SET branch_id = $3 WHERE merchant_id = $1 AND id = $2 RETURNING id',
    [shop.merchantId, shop.terminals[1]?.id, far?.id],
  );
  const managerOf = async (branchId: string | undefined): Promise<{ userId: string }> => {
    const [made] = await platformRows<{ userId: string }>(
      db,
      `INSERT INTO users (merchant_id, role, team_role, username, full_name, password_hash, branch_id)
       VALUES ($1, 'MERCHANT', 'branchManager', gen_random_uuid(), 'Sara', 'none', $2) RETURNING id::text AS "userId"`,
      [shop.merchantId, branchId],
    );
    return { userId: made?.userId ?? '' };
  };
  const [near, away] = [await managerOf(shop.branchId), await managerOf(far?.id)];
  for (const place of [0, 1, 0]) await connect(shop, place);
  const heard = async (who: { userId: string }) => {
    const { rows } = await asked<Page>(who);
    return [rows.map(({ seq, about }) => [seq, about]), (await stateOf(who)).unreadCount];
  };
  const [first, second] = shop.terminals.map(({ tid }) => tid);
  expect(await heard(near)).toEqual([
    [
      [3, first],
      [1, first],
    ],
    2,
  ]);
  expect(await heard(away)).toEqual([[[2, second]], 1]);
  expect(await heard(shop.owner)).toEqual([
    [
      [3, first],
      [2, second],
      [1, first],
    ],
    3,
  ]);
  expect((await asked<Page>(away, { after: 2 })).rows).toEqual([]);
});

test('the bell counts to 999, and says that there are more', async () => {
  const shop = await openShop(db, 1);
  await connect(shop);
  await platformRows(
    db,
    `INSERT INTO notices (merchant_id, audience_id, seq, type, about, at)
     SELECT $1, 0, seq, 'TDI', '88501158', now() FROM generate_series(2, 1100) AS seq RETURNING seq`,
    [shop.merchantId],
  );
  expect(await stateOf(shop.owner)).toMatchObject({ unreadCount: 999, hasMoreUnread: true });
});

test('400: a question from both ends at once', async () => {
  const shop = await openShop(db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  const answer = await portal.call(contract.listNotices, { query: { before: 1, after: 1 } }, { token });
  expect(answer.statusCode).toBe(400);
});
