import * as contract from '@mizan/contract/views.ts';
import { beforeAll, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';

const portal = await testPortal();
let world: MerchantWorld;
let owner: string;
let cashier: string;

beforeAll(async () => {
  world = await makeMerchant(portal.db);
  owner = await portal.tokenOf(world.owner.userId);
  cashier = await portal.tokenOf(world.cashierIds[0] ?? '');
});

const declined = {
  name: 'Declined',
  filter: { status: ['DECLINED' as const], minAmountMinor: 10_000 },
  lastDays: 7,
  columns: ['rrn' as const, 'card' as const],
};
const save = (body: object, token = owner) =>
  portal.call(contract.saveView, { body: body as never }, { token });
const list = async (token = owner) =>
  (await portal.call(contract.listViews, {}, { token })).json<{ rows: contract.SavedView[] }>().rows;

test('a view is kept as it was, for who kept it alone', async () => {
  const kept = (await save(declined)).json<contract.SavedView>();
  expect(kept).toMatchObject({ ...declined, columns: ['card', 'rrn'] });
  expect(await list()).toEqual([kept]);
  expect(await list(cashier)).toEqual([]);
  const foreign = await portal.call(contract.removeView, { params: { id: kept.id } }, { token: cashier });
  expect(foreign.statusCode).toBe(404);
});

test('the same name, however it is written, is the same view', async () => {
  const first = (await save({ ...declined, name: 'Mada' })).json<contract.SavedView>();
  const again = (await save({ ...declined, name: ' MADA ', columns: null, lastDays: null })).json();
  expect(again).toMatchObject({ id: first.id, name: 'MADA', columns: null, lastDays: null });
});

test('a view that was taken out is gone, and its name is free', async () => {
  const { id } = (await save({ ...declined, name: 'Once' })).json<contract.SavedView>();
  for (let repeat = 0; repeat < 2; repeat += 1) {
    const gone = await portal.call(contract.removeView, { params: { id } }, { token: owner });
    expect(gone.json()).toEqual({ removed: true });
  }
  expect((await list()).map(({ name }) => name)).not.toContain('Once');
  expect((await save({ ...declined, name: 'Once' })).json<contract.SavedView>().id).not.toBe(id);
});

test('a view is given another name; 409: one that another view has, 404: somebody else’s view', async () => {
  const { id } = (await save({ ...declined, name: 'First' })).json<contract.SavedView>();
  await save({ ...declined, name: 'Second' });
  const rename = (name: string, token = owner) =>
    portal.call(contract.renameView, { params: { id }, body: { name } }, { token });
  expect((await rename(' FIRST one ')).json()).toMatchObject({
    ...declined,
    id,
    name: 'FIRST one',
    columns: ['card', 'rrn'],
  });
  expect((await rename('first ONE')).json()).toMatchObject({ id, name: 'first ONE' });
  const taken = await rename('second');
  expect([taken.statusCode, taken.json().details]).toEqual([409, { reason: 'nameTaken' }]);
  expect((await rename('Mine', cashier)).statusCode).toBe(404);
  await portal.call(contract.removeView, { params: { id } }, { token: owner });
  expect((await rename('Gone')).statusCode).toBe(404);
});

test('409: more than thirty; the one that is there can still be changed', async () => {
  for (let at = 0; at < contract.viewsMax; at += 1) await save({ ...declined, name: `V${at}` }, cashier);
  const refused = await save({ ...declined, name: 'one more' }, cashier);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ details: { most: contract.viewsMax } });
  expect((await save({ ...declined, name: 'v0', columns: null }, cashier)).statusCode).toBe(200);
});

test('400: days of its own beside days up to today', async () => {
  const filter = { from: '2026-11-01', to: '2026-11-02' };
  expect((await save({ ...declined, filter })).statusCode).toBe(400);
});

test('what the list no longer knows is left out, and the others are answered', async () => {
  const { id } = (await save({ ...declined, name: 'Old' })).json<contract.SavedView>();
  await platformRows(
    portal.db,
    `UPDATE saved_views SET filter = '{"gone": 1}' WHERE merchant_id = $1 AND id = $2`,
    [world.merchantId, id],
  );
  const names = (await list()).map(({ name }) => name);
  expect(names).not.toContain('Old');
  expect(names.length).toBeGreaterThan(0);
});
