import { randomUUID } from 'node:crypto';
import { getSession } from '@mizan/contract/auth.ts';
import { integratorLogin, listCredentials, makeCredential } from '@mizan/contract/integrator.ts';
import { listKeys, makeKey } from '@mizan/contract/integrator-keys.ts';
import { getBranchEffects, setBranchesStatus } from '@mizan/contract/management.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import * as people from '@mizan/contract/people.ts';
import { closeShift, getShift, handOverShift, openShift } from '@mizan/contract/shifts.ts';
import { setBranchStatus } from '@mizan/contract/suspension.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { describe, expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { countLockWaits } from '../../platform/testing/lock-waits.ts';
import { seenOfPerson } from '../../testing/seen-person.ts';
import { openShop, type Shop, type ShopTerminal } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { connectAll, decide, freeCashier } from '../shifts/testing/seats.ts';

/** What stops with a person who may not work any more, said before and done with it. */
const portal = await testPortal();
const { db, clock } = portal;

async function newShop(terminals = 1) {
  const shop = await openShop(db, terminals);
  await connectAll(db, shop.merchantId);
  return { shop, token: await portal.tokenOf(shop.owner.userId) };
}
const placeOf = (shop: Shop, at = 0): ShopTerminal => shop.terminals[at] as ShopTerminal;
const cashierOf = (shop: Shop, at = 0): string => placeOf(shop, at).cashier.userId;

async function secondOwner(shop: Shop): Promise<{ id: string; token: string }> {
  const [row] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, email, email_verified_at, full_name, password_hash)
     VALUES ($1, 'MERCHANT', $2, now(), 'Khalid', 'none') RETURNING id::text`,
    [shop.merchantId, `${randomUUID()}@mizan.test`],
  );
  const id = row?.id ?? '';
  return { id, token: await portal.tokenOf(id) };
}

/** A shift with one approved payment in it. */
async function shiftWith(shop: Shop, amountMinor: number, at = 0) {
  const own = await portal.tokenOf(cashierOf(shop, at));
  const opened = await portal.call(openShift, { body: {} }, { token: own });
  expect(opened.statusCode).toBe(201);
  const paid = await pay(shop, own, amountMinor, at);
  await decide(db, shop.merchantId, paid, { status: 'APPROVED', at: clock.now() });
  return { own, id: opened.json<{ id: string }>().id };
}
async function pay(shop: Shop, token: string, amountMinor: number, at = 0): Promise<string> {
  clock.advance(4 * 60_000);
  const body = { paymentId: randomUUID(), terminalId: placeOf(shop, at).id, amountMinor };
  const answer = await portal.call(startPayment, { body }, { token });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: string }>().id;
}

const setStatus = (token: string, ids: string[], status: 'ACTIVE' | 'INACTIVE') =>
  portal.call(people.setPeopleStatus, { body: { ids, status } }, { token });
const effectsOf = async (token: string, ids: string[]): Promise<people.PeopleEffects> =>
  (await portal.call(people.getPeopleEffects, { query: { id: ids } }, { token })).json();
const isAlive = async (token: string): Promise<boolean> =>
  (await portal.call(getSession, {}, { token })).statusCode === 200;

describe('a cashier with an open shift', () => {
  test('the shift is closed with its totals, and what was said before is what was done', async () => {
    const { shop, token } = await newShop();
    const { own, id } = await shiftWith(shop, 1_284_75);
    const underWay = await pay(shop, own, 7_00);
    const said = await effectsOf(token, [cashierOf(shop)]);
    expect(said).toEqual({
      people: 1,
      sessions: 1,
      terminals: 1,
      tids: [placeOf(shop).tid],
      shifts: { count: 1, totalMinor: 1_284_75, undecided: 1 },
      keys: 0,
      credentials: 0,
      openPayments: 1,
      waitingRefunds: 0,
    });
    const seen = await portal.call(people.getPerson, { params: { id: cashierOf(shop) } }, { token });
    expect(seen.json().effects).toEqual(said);
    expect((await setStatus(token, [cashierOf(shop)], 'INACTIVE')).json()).toEqual({ changed: 1 });
    expect((await portal.call(getShift, { params: { id } }, { token })).json()).toMatchObject({
      closedAs: 'CLOSED',
      closedByName: 'Huda',
      sums: { totalMinor: 1_284_75, undecidedSales: { count: 1, minor: 7_00 } },
      laterMinor: 0,
    });
    expect(await isAlive(own)).toBe(false);
    expect(await effectsOf(token, [cashierOf(shop)])).toMatchObject({
      people: 0,
      sessions: 0,
      terminals: 0,
      shifts: { count: 0, totalMinor: 0, undecided: 0 },
    });
    const told = await platformRows<{ action: string }>(
      db,
      `SELECT action FROM audit_entries WHERE merchant_id = $1 AND action IN ('shifts.closed', 'management.personStatusSet')
        ORDER BY id`,
      [shop.merchantId],
    );
    expect(told.map(({ action }) => action)).toEqual(['shifts.closed', 'management.personStatusSet']);
    // What was under way then is the exact difference afterwards.
    await decide(db, shop.merchantId, underWay, { status: 'APPROVED', at: clock.now() });
    expect((await portal.call(getShift, { params: { id } }, { token })).json().laterMinor).toBe(7_00);
  });

  test('several at once: counted together; refused for one of them, every shift stays open', async () => {
    const { shop, token } = await newShop(2);
    await shiftWith(shop, 10_00);
    const { id } = await shiftWith(shop, 20_00, 1);
    const both = [cashierOf(shop), cashierOf(shop, 1)];
    expect(await effectsOf(token, both)).toMatchObject({
      people: 2,
      terminals: 2,
      shifts: { count: 2, totalMinor: 30_00 },
    });
    expect((await setStatus(token, [...both, shop.owner.userId], 'INACTIVE')).json()).toMatchObject({
      details: { reason: 'self' },
    });
    expect((await portal.call(getShift, { params: { id } }, { token })).json().closedAt).toBeNull();
    expect((await setStatus(token, both, 'INACTIVE')).json()).toEqual({ changed: 2 });
    expect((await portal.call(getShift, { params: { id } }, { token })).json().closedAt).not.toBeNull();
  });

  test('a shift is opened, or handed over to them, in the very moment: never open of somebody kept out', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { shop, token } = await newShop();
      const noura = await freeCashier(db, shop, 'Noura');
      const samiToken = await portal.tokenOf(cashierOf(shop));
      const opened = await portal.call(openShift, { body: {} }, { token: samiToken });
      const params = { id: opened.json<{ id: string }>().id };
      const handed = { params, body: { cashierId: noura.userId } };
      await Promise.all([
        portal.call(handOverShift, handed, { token: samiToken }),
        setStatus(token, [noura.userId], 'INACTIVE'),
      ]);
      const open = await platformRows<{ name: string }>(
        db,
        `SELECT u.full_name AS name FROM shifts s JOIN users u ON u.id = s.cashier_id
          WHERE s.merchant_id = $1 AND s.closed_at IS NULL AND u.status <> 'ACTIVE'`,
        [shop.merchantId],
      );
      expect(open).toEqual([]);
    }
  });

  test('handed over before its turn: the hand-over waits for who keeps them out, and finds nobody', async () => {
    const { shop } = await newShop();
    const noura = await freeCashier(db, shop, 'Noura');
    const samiToken = await portal.tokenOf(cashierOf(shop));
    const opened = await portal.call(openShift, { body: {} }, { token: samiToken });
    const handed = { params: { id: opened.json<{ id: string }>().id }, body: { cashierId: noura.userId } };
    const answer = await inPlatform(db, async (tx) => {
      await tx.change(`UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [noura.userId]);
      const waiting = portal.call(handOverShift, handed, { token: samiToken });
      await expect.poll(() => countLockWaits(db, 'transactionid')).toBeGreaterThan(0);
      return { waiting };
    });
    expect((await answer.waiting).json()).toMatchObject({ details: { reason: 'NOT_FREE' } });
  });
});

/** A key and a sign-in of software, made by this owner. */
async function softwareOf(token: string) {
  const keyBody = { name: 'Books', scopes: ['transactions:read' as const], lastDay: '2026-11-24' };
  const { key } = (await portal.call(makeKey, { body: keyBody }, { token })).json();
  const made = (await portal.call(makeCredential, { body: { name: 'Till' } }, { token })).json();
  const signIn = () =>
    portal.call(integratorLogin, { body: { username: made.username, password: made.password } }, {});
  const reads = async () => (await portal.call(listTransactions, { query: {} }, { token: key })).statusCode;
  return { signIn, reads };
}

describe('a branch with open shifts', () => {
  const setBranch = (token: string, shop: Shop, status: 'ACTIVE' | 'INACTIVE') =>
    portal.call(setBranchesStatus, { body: { ids: [shop.branchId], status } }, { token });

  test('closed: its shifts are closed with their totals, as was said before; opened again, they stay closed', async () => {
    const { shop, token } = await newShop(2);
    const { own, id } = await shiftWith(shop, 1_284_75);
    const other = await shiftWith(shop, 20_00, 1);
    await pay(shop, own, 7_00);
    const query = { id: [shop.branchId] };
    expect((await portal.call(getBranchEffects, { query }, { token })).json()).toMatchObject({
      people: 2,
      shifts: { count: 2, totalMinor: 1_304_75, undecided: 1 },
    });
    expect((await setBranch(token, shop, 'INACTIVE')).json()).toEqual({ changed: 1 });
    expect((await portal.call(getShift, { params: { id } }, { token })).json()).toMatchObject({
      closedAs: 'CLOSED',
      closedByName: 'Huda',
      sums: { totalMinor: 1_284_75, undecidedSales: { count: 1, minor: 7_00 } },
    });
    await setBranch(token, shop, 'ACTIVE');
    const reopened = await portal.call(getShift, { params: { id: other.id } }, { token });
    expect(reopened.json().closedAt).not.toBeNull();
  });

  test('suspended by an administrator: its shift stays open, and the owner closes it', async () => {
    const { shop, token } = await newShop();
    const { own, id } = await shiftWith(shop, 50_00);
    const [admin] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO users (role, email, email_verified_at, full_name, password_hash)
       VALUES ('ADMIN', $1, now(), 'Admin', 'none') RETURNING id::text`,
      [`${randomUUID()}@mizan.test`],
    );
    const suspended = await portal.call(
      setBranchStatus,
      {
        params: { id: shop.merchantId, branchId: shop.branchId },
        body: { status: 'INACTIVE', reason: 'Rent is overdue' },
      },
      { token: await portal.tokenOf(admin?.id ?? '') },
    );
    expect(suspended.statusCode).toBe(200);
    expect(await isAlive(own)).toBe(false);
    const shift = async () => (await portal.call(getShift, { params: { id } }, { token })).json();
    expect((await shift()).closedAt).toBeNull();
    expect((await portal.call(closeShift, { params: { id } }, { token })).statusCode).toBe(200);
    expect(await shift()).toMatchObject({ closedByName: 'Huda', sums: { totalMinor: 50_00 } });
  });

  test('a shift is opened in the very moment: none is open in a closed branch', async () => {
    const { shop } = await newShop();
    const own = await portal.tokenOf(cashierOf(shop));
    const answer = await inPlatform(db, async (tx) => {
      // Who closes the branch holds its terminals first, as here.
      await tx.row('SELECT id FROM terminals WHERE merchant_id = $1 FOR NO KEY UPDATE', [shop.merchantId]);
      const waiting = portal.call(openShift, { body: {} }, { token: own });
      await expect.poll(() => countLockWaits(db, 'transactionid')).toBeGreaterThan(0);
      await tx.change(`UPDATE branches SET status = 'INACTIVE' WHERE id = $1`, [shop.branchId]);
      return { waiting };
    });
    expect((await answer.waiting).json()).toMatchObject({ details: { reason: 'NO_TERMINAL' } });
  });
});

describe('an owner who let software in', () => {
  test('their keys, their sign-ins of software and what was opened with them stop; let in again, the first two count', async () => {
    const { shop, token } = await newShop();
    const khalid = await secondOwner(shop);
    const { signIn, reads } = await softwareOf(khalid.token);
    const opened = (await signIn()).json<{ accessToken: string }>().accessToken;
    expect(await reads()).toBe(200);
    expect(await effectsOf(token, [khalid.id, cashierOf(shop)])).toMatchObject({
      people: 2,
      keys: 1,
      credentials: 1,
      sessions: 2,
    });
    await setStatus(token, [khalid.id], 'INACTIVE');
    expect([await reads(), (await signIn()).statusCode]).toEqual([401, 403]);
    const [session] = await platformRows<{ ended: number; open: number }>(
      db,
      `SELECT count(ended_at) AS ended, count(*) FILTER (WHERE ended_at IS NULL) AS open FROM sessions WHERE user_id = $1`,
      [khalid.id],
    );
    expect(session).toEqual({ ended: 2, open: 0 });
    // Said beside the button that lets them in again.
    expect(await effectsOf(token, [khalid.id])).toMatchObject({
      people: 0,
      keys: 1,
      credentials: 1,
      sessions: 0,
    });
    await setStatus(token, [khalid.id], 'ACTIVE');
    expect([await reads(), (await signIn()).statusCode]).toEqual([200, 200]);
    expect(opened).not.toBe('');
  });

  const setPlace = async (token: string, id: string, teamRole: people.PlaceInTeam) => {
    const seen = await seenOfPerson(portal, token, id);
    const body = { fullName: 'Khalid', teamRole, branchId: null, terminalId: null, seen };
    return portal.call(people.changePerson, { params: { id }, body }, { token });
  };

  test.each(['accountant', 'manager'] as const)(
    'made an %s: nothing that they let in goes on, neither with the old rights nor with the new ones; told before and in the lists',
    async (teamRole) => {
      const { shop, token } = await newShop();
      const khalid = await secondOwner(shop);
      const { signIn, reads } = await softwareOf(khalid.token);
      const detail = async () =>
        (await portal.call(people.getPerson, { params: { id: khalid.id } }, { token })).json();
      const listed = async () =>
        (
          await Promise.all([
            portal.call(listKeys, {}, { token }),
            portal.call(listCredentials, {}, { token }),
          ])
        ).map((answer) =>
          answer
            .json<{ rows: { madeByName: string; isStopped: boolean }[] }>()
            .rows.map(({ madeByName, isStopped }) => [madeByName, isStopped]),
        );
      expect(await detail()).toMatchObject({ asOwner: { keys: 1, credentials: 1 } });
      expect(await listed()).toEqual([[['Khalid', false]], [['Khalid', false]]]);
      expect((await setPlace(token, khalid.id, teamRole)).statusCode).toBe(200);
      expect([await reads(), (await signIn()).statusCode]).toEqual([401, 403]);
      expect(await listed()).toEqual([[['Khalid', true]], [['Khalid', true]]]);
      // What is stopped already does not stop once more with them.
      expect(await detail()).toMatchObject({
        asOwner: { keys: 1, credentials: 1 },
        effects: { keys: 0, credentials: 0 },
      });
      expect((await setPlace(token, khalid.id, 'owner')).statusCode).toBe(200);
      expect([await reads(), (await signIn()).statusCode]).toEqual([200, 200]);
      await setStatus(token, [khalid.id], 'INACTIVE');
      expect(await listed()).toEqual([[['Khalid', true]], [['Khalid', true]]]);
    },
  );
});

test('404: what stops with somebody of another merchant', async () => {
  const { token } = await newShop();
  const other = await openShop(db, 1);
  const answer = await portal.call(people.getPeopleEffects, { query: { id: [cashierOf(other)] } }, { token });
  expect(answer.statusCode).toBe(404);
});
