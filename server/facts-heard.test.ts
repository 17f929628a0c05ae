import { type FactId, factIds, factKind, mayHear } from '@mizan/contract/facts.ts';
import { bellTypes } from '@mizan/contract/notices.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, inTenant, openDatabase, platformRows } from './platform/database/database.ts';
import { type Happening, happened, nobody } from './platform/facts/facts.ts';
import { testDatabase } from './platform/testing/database.ts';
import { openShop, type Shop } from './testing/shop.ts';

/** Everything that is heard at once: by open windows, by the bell. Each fact happens at a terminal with a cashier. */
const database = await testDatabase();
const db = openDatabase(database.roles);
const heardAtOnce = factIds.filter((fact) => factKind(fact).live ?? factKind(fact).notice);

let shop: Shop;
let managerId = '';

beforeAll(async () => {
  shop = await openShop(db, 1);
  const [manager] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, team_role, username, full_name, password_hash, branch_id)
     VALUES ($1, 'MERCHANT', 'branchManager', 'hessa', 'Hessa', 'none', $2) RETURNING id::text`,
    [shop.merchantId, shop.branchId],
  );
  managerId = manager?.id ?? '';
});

afterAll(() => closeDatabase(db));

/** What is told where a fact of its kind happens, as far as it takes it. */
const values = { tid: '88500001', currency: 'SAR', amountMinor: 1_250, count: 3 } as const;
const told = (fact: FactId): Happening => {
  const { about, params = {} } = factKind(fact);
  const given = Object.entries(values).filter(([name]) => Object.hasOwn(params, name));
  const terminalId = shop.terminals[0]?.id ?? '';
  const [type = 'merchant'] = about;
  return {
    fact,
    at: new Date('2026-11-26T09:00:00Z'),
    about: { type, id: type === 'terminal' ? terminalId : '7' },
    terminalId,
    params: Object.fromEntries(given),
  } as Happening;
};

/** Who of those that do not hear of everything heard of what was told since: by open windows and by the bell. */
async function hearersOf(fact: FactId): Promise<string[][]> {
  const { merchantId } = shop;
  await platformRows(db, 'DELETE FROM live_messages WHERE merchant_id = $1', [merchantId]);
  await platformRows(db, 'DELETE FROM notices WHERE merchant_id = $1', [merchantId]);
  await inTenant(db, merchantId, (tx) => happened(tx, nobody(merchantId), told(fact)));
  const windows = await platformRows<{ ids: string[] }>(
    db,
    'SELECT cashier_ids::text[] AS ids FROM live_messages WHERE merchant_id = $1',
    [merchantId],
  );
  const bell = await platformRows<{ id: string }>(
    db,
    `SELECT audience_id::text AS id FROM notices WHERE merchant_id = $1 AND audience_id <> 0`,
    [merchantId],
  );
  const { live, notice } = factKind(fact);
  const rings = bellTypes.some((type) => type === (notice ?? live));
  // Payments ring no bell: an empty one is then what is right.
  if (!rings) expect(bell).toEqual([]);
  return [
    ...windows.map(({ ids }) => ids.toSorted()),
    ...(rings ? [bell.map(({ id }) => id).toSorted()] : []),
  ];
}

test.each(heardAtOnce)('%s reaches whom its row names, at the terminal where it happened', async (fact) => {
  const cashierId = shop.terminals[0]?.cashier.userId ?? '';
  const wanted = [...(mayHear(fact, 'CASHIER') ? [cashierId] : []), managerId].toSorted();
  const heard = await hearersOf(fact);
  expect(heard.length).toBeGreaterThan(0);
  for (const ids of heard) expect(ids).toEqual(wanted);
});

test('whoever hears of it may see what the message and the notice say of it', () => {
  const said = heardAtOnce.flatMap((fact) => {
    const { hears, params = {} } = factKind(fact);
    const used = Object.keys(values).filter((name) => Object.hasOwn(params, name));
    return used.flatMap((name) => hears.map((role) => ({ fact, name, role, seen: params[name]?.seenBy })));
  });
  expect(said.length).toBeGreaterThan(5);
  expect(heardAtOnce.filter((fact) => !mayHear(fact, 'MERCHANT'))).toEqual([]);
  expect(said.filter(({ role, seen }) => !seen?.includes(role))).toEqual([]);
});
