import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, inTenant, openDatabase } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { merchantWith } from './testing/bulk-transactions.ts';
import type { MerchantWorld } from './testing/merchant-world.ts';
import { getTransactionDetail, listPage, totalsOf } from './transactions.service.ts';

/** What a typed or pasted text finds (contract/transaction-search.ts says how it is read). */
const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const now = new Date('2026-11-20T12:00:00Z');
let world: MerchantWorld;
let other: MerchantWorld;

beforeAll(async () => {
  world = await merchantWith(
    db,
    { count: 200, days: 40, until: now },
    { branches: 2, terminals: 4, cashiers: 3 },
  );
  other = await merchantWith(db, { count: 50, days: 40, until: now });
});

/** All that is listed: fewer than a page. */
const walk = async (member: Member, query: Omit<Parameters<typeof listPage>[2], 'limit'>) =>
  (await listPage(db, member, { limit: 200, ...query }, now)).rows;

test('a search finds by number, RRN, last four, order reference and amount', async () => {
  const row = (await walk(world.owner, {})).find((r) => r.orderRef !== null);
  if (!row?.rrn || !row.lastFour || !row.orderRef) throw new Error('the load writes such a payment');
  const amount = (row.amountMinor / 100).toFixed(2);
  for (const search of [row.id, `#${row.id}`, row.rrn, row.lastFour, row.orderRef, amount]) {
    const found = await walk(world.owner, { search });
    expect(found.map((r) => r.id)).toContain(row.id);
  }
  expect(await walk(world.owner, { search: 'no such thing' })).toEqual([]);
});

test('the lines of a slip find the payments of its terminal, and with a STAN those that have it', async () => {
  const [row] = await walk(world.owner, {});
  const listed = (search: string, more: object = {}) => walk(world.owner, { search, ...more });
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const { stan, tid } = await inTenant(db, world.merchantId, (tx) =>
    getTransactionDetail(tx, world.owner, row?.id ?? ''),
  );
  if (stan === null) throw new Error('the load writes a STAN');
  const elsewhere = world.terminals.find((each) => each.tid !== tid)?.tid ?? '';
  expect(ids(await listed(`MCC 5814 | STAN ${stan}`))).toEqual([row?.id]);
  expect(ids(await listed(`TID ${tid} | STAN ${stan}`))).toEqual([row?.id]);
  expect(await listed(`TID ${elsewhere} | STAN ${stan}`)).toEqual([]);

  // As many as a terminal takes are those of the days that show: the last ones where none are chosen.
  const ofTerminal = await listed(`TID ${tid}`);
  const unasked = (await walk(world.owner, {})).filter((each) => each.tid === tid);
  expect(ids(ofTerminal)).toEqual(ids(unasked));
  expect(ofTerminal.length).toBeGreaterThan(1);
  const { from, to } = await totalsOf(db, world.owner, { search: `TID ${tid}` }, now);
  expect([from, to]).not.toContain(null);
  expect(await listed('TID 12345678')).toEqual([]);
  expect(ids(await walk(other.owner, { search: `TID ${tid}` }))).toEqual([]);
});
