import { randomUUID } from 'node:crypto';
import type { Slip } from '@mizan/contract/receipts.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { openShop, type Shop, type ShopTerminal } from '../../testing/shop.ts';
import { openWorld } from '../../testing/stand.ts';
import { startPayment } from '../payments/payments.service.ts';
import { startRefund } from '../refunds/refunds.service.ts';
import { listShifts } from './shift-list.service.ts';
import { slipFile, slipOfShift } from './shift-slip.service.ts';
import { getShift, myShift } from './shift-view.service.ts';
import { closeShift, handOverShift, openShift } from './shifts.service.ts';
import { shiftsTable } from './shifts-export.ts';
import { asNow, connectAll, decide, freeCashier } from './testing/seats.ts';

/** The cashier's day: which payments are in a shift, what it comes to, and who may end it. */
const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const minuteMs = 60_000;
let shop: Shop;
let place: ShopTerminal;
let sami: Member;
let noura: Member;

beforeEach(async () => {
  shop = await openShop(db, 2);
  place = shop.terminals[0] as ShopTerminal;
  sami = place.cashier;
  noura = await freeCashier(db, shop, 'Noura');
  await connectAll(db, shop.merchantId);
});

async function begun(amountMinor: number, by = sami): Promise<string> {
  clock.advance(4 * minuteMs);
  const input = { paymentId: randomUUID(), terminalId: place.id, amountMinor };
  return (await startPayment(deps, by, input)).id;
}
const end = (id: string, status: 'APPROVED' | 'DECLINED' | 'TIMEOUT' = 'APPROVED') =>
  decide(db, shop.merchantId, id, { status, at: clock.now() });
async function paid(amountMinor: number, by = sami): Promise<string> {
  const id = await begun(amountMinor, by);
  await end(id);
  return id;
}
const conflict = (reason: string, more: object = {}) => ({ code: 'conflict', details: { reason, ...more } });
const notFound = { code: 'notFound' };
const counted = (count: number, minor: number) => ({ count, minor });

describe('what is in a shift', () => {
  test('what its cashier asks for; what the owner and an integration ask for is beside it', async () => {
    await paid(5_00);
    clock.advance(minuteMs);
    const { id } = await openShift(deps, sami, null);
    await paid(10_00);
    await paid(20_00, shop.owner);
    await paid(40_00, { ...sami, through: 'integration' });
    await paid(80_00, { ...noura, terminalId: place.id });
    expect(await getShift(deps, shop.owner, id)).toMatchObject({
      sums: {
        sales: counted(1, 10_00),
        totalMinor: 10_00,
        schemes: [{ scheme: 'Mada', ...counted(1, 10_00) }],
      },
      beside: { sales: counted(3, 140_00), refunds: counted(0, 0) },
    });
  });

  test('each card scheme has its own count and sum, in the shift and on its slip', async () => {
    const { id } = await openShift(deps, sami, null);
    for (const [amountMinor, scheme] of [
      [10_00, 'Mada'],
      [7_00, 'Visa'],
      [25_00, 'Mada'],
    ] as const) {
      const payment = await paid(amountMinor);
      await inPlatform(db, (tx) =>
        tx.change('UPDATE transactions SET scheme = $2 WHERE id = $1', [payment, scheme]),
      );
    }
    const { sums } = await getShift(deps, sami, id);
    expect(sums.schemes).toEqual([
      { scheme: 'Mada', ...counted(2, 35_00) },
      { scheme: 'Visa', ...counted(1, 7_00) },
    ]);
    const texts = (await slipOfShift(deps, sami, id)).slip
      .flat()
      .flatMap(({ left, right }) => [left, right ?? '']);
    const after = (name: string) =>
      texts.slice(texts.indexOf(name)).filter((text) => /^[\d,.]+$/.test(text))[0];
    expect([after('mada (2)'), after('Visa (1)')]).toEqual(['35.00', '7.00']);
  });

  test('an undecided payment is in no total; approved after closing it is the exact difference', async () => {
    const { id } = await openShift(deps, sami, null);
    await paid(10_00);
    const declined = await begun(30_00);
    await end(declined, 'DECLINED');
    const silent = await begun(7_00);
    await end(silent, 'TIMEOUT');
    const underWay = await begun(8_00);
    expect(await closeShift(deps, sami, id)).toMatchObject({
      sums: { totalMinor: 10_00, undecidedSales: counted(2, 15_00), unsuccessful: 1 },
      undecidedIds: [underWay, silent],
      laterMinor: 0,
      later: [],
    });
    await end(silent);
    await end(underWay);
    await end(declined);
    expect(await getShift(deps, sami, id)).toMatchObject({
      sums: { totalMinor: 10_00 },
      laterMinor: 45_00,
      laterCount: 3,
      undecidedIds: [],
      later: [
        { id: underWay, amountMinor: 8_00, isCounted: true },
        { id: silent, isCounted: true },
        { id: declined, isCounted: true },
      ],
    });
    expect((await listShifts(deps, shop.owner, { limit: 50 })).rows).toMatchObject([
      { id, laterMinor: 45_00 },
    ]);
  });

  test('a counted one that is not approved any more is taken off, and named', async () => {
    const { id } = await openShift(deps, sami, null);
    const sale = await paid(10_00);
    await closeShift(deps, sami, id);
    await platformRows(db, `UPDATE transactions SET status = 'DECLINED' WHERE id = $1`, [sale]);
    expect(await getShift(deps, sami, id)).toMatchObject({
      laterMinor: -10_00,
      later: [{ id: sale, isCounted: false }],
    });
  });

  test('a refund of the owner on the terminal is beside the shift, below zero nowhere', async () => {
    const { id } = await openShift(deps, sami, null);
    const sale = await paid(50_00);
    clock.advance(4 * minuteMs);
    const refund = await startRefund(deps, shop.owner, {
      refundId: randomUUID(),
      originalId: sale,
      type: 'REFUND',
      amountMinor: 20_00,
      reason: 'RETURNED',
    });
    await end(refund.id);
    expect(await getShift(deps, sami, id)).toMatchObject({
      sums: { totalMinor: 50_00, refunds: counted(0, 0) },
      beside: { refunds: counted(1, 20_00) },
    });
  });
});

describe('opening', () => {
  test('a second call answers the same shift, also when both come at once', async () => {
    const both = await Promise.all([openShift(deps, sami, null), openShift(deps, sami, null)]);
    expect(both[0].id).toBe(both[1].id);
  });

  test('409: without a terminal, or where somebody else’s place is by now', async () => {
    await expect(openShift(deps, noura, null)).rejects.toMatchObject(conflict('NO_TERMINAL'));
    await platformRows(db, 'UPDATE users SET terminal_id = NULL WHERE id = $1', [sami.userId]);
    await expect(openShift(deps, sami, null)).rejects.toMatchObject(conflict('NO_TERMINAL'));
  });

  test('409: the own shift is open on the terminal that one worked at before', async () => {
    const { id, tid } = await openShift(deps, sami, null);
    const other = shop.terminals[1] as ShopTerminal;
    await platformRows(db, 'UPDATE users SET terminal_id = $2 WHERE id = $1', [sami.userId, other.id]);
    const moved = { ...sami, terminalId: other.id };
    await expect(openShift(deps, moved, null)).rejects.toMatchObject(
      conflict('OPEN_ELSEWHERE', { shiftId: id, tid }),
    );
    await closeShift(deps, moved, id);
    expect(await openShift(deps, moved, null)).toMatchObject({ tid: other.tid, afterName: null });
  });

  test('another cashier’s is taken over by its number alone, and ends with what it came to', async () => {
    const { id } = await openShift(deps, sami, null);
    await paid(10_00);
    await platformRows(db, 'UPDATE users SET terminal_id = $2 WHERE id = $1', [noura.userId, place.id]);
    const next = await asNow(db, noura);
    const occupied = conflict('OCCUPIED', { shiftId: id, cashierName: 'Sami' });
    await expect(openShift(deps, next, null)).rejects.toMatchObject(occupied);
    await expect(openShift(deps, next, '999999')).rejects.toMatchObject(occupied);
    expect((await myShift(deps, next)).occupied).toMatchObject({ id, cashierName: 'Sami' });
    const own = await openShift(deps, next, id);
    expect(own).toMatchObject({ cashierName: 'Noura', afterName: 'Sami', sums: { totalMinor: 0 } });
    expect(await getShift(deps, sami, id)).toMatchObject({
      closedAs: 'TAKEN_OVER',
      closedByName: 'Noura',
      sums: { totalMinor: 10_00 },
    });
  });
});

describe('handing over', () => {
  test('the next cashier is seated, what is under way stays in the earlier shift', async () => {
    const { id } = await openShift(deps, sami, null);
    expect((await myShift(deps, sami)).colleagues).toEqual([{ id: noura.userId, name: 'Noura' }]);
    const underWay = await begun(9_00);
    const closed = await handOverShift(deps, sami, id, noura.userId);
    expect(closed).toMatchObject({ closedAs: 'HANDED_OVER', undecidedIds: [underWay] });
    await end(underWay);
    const next = await asNow(db, noura);
    expect(next.terminalId).toBe(place.id);
    await paid(11_00, next);
    const mine = await myShift(deps, next);
    expect(mine.shift).toMatchObject({ afterName: 'Sami', sums: { sales: counted(1, 11_00) } });
    expect(await getShift(deps, sami, id)).toMatchObject({ sums: { totalMinor: 0 }, laterMinor: 9_00 });
    const [named] = await platformRows(db, 'SELECT cashier_id::text AS id FROM terminals WHERE id = $1', [
      place.id,
    ]);
    expect(named).toEqual({ id: noura.userId });
    // The earlier one has a place here still, and comes back tomorrow.
    expect(await asNow(db, sami)).toMatchObject({ terminalId: place.id });
  });

  test('the same once more answers the same; to somebody else it is closed', async () => {
    const { id } = await openShift(deps, sami, null);
    await handOverShift(deps, sami, id, noura.userId);
    expect(await handOverShift(deps, sami, id, noura.userId)).toMatchObject({ id, closedAs: 'HANDED_OVER' });
    await expect(handOverShift(deps, sami, id, '999999')).rejects.toMatchObject(conflict('CLOSED'));
  });

  test('409: to a cashier of another terminal, one with an open shift, one who may not sign in, or oneself', async () => {
    const { id } = await openShift(deps, sami, null);
    const other = (shop.terminals[1] as ShopTerminal).cashier;
    const out = await freeCashier(db, shop, 'Badr');
    await platformRows(db, `UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [out.userId]);
    for (const { userId } of [other, out, sami, shop.owner])
      await expect(handOverShift(deps, sami, id, userId)).rejects.toMatchObject(conflict('NOT_FREE'));
    expect(await getShift(deps, sami, id)).toMatchObject({ closedAt: null });
  });
});

describe('who sees and ends it', () => {
  test('404: another cashier; the owner sees and closes it, and it says who did', async () => {
    const { id } = await openShift(deps, sami, null);
    const seated = { ...noura, terminalId: place.id };
    await expect(getShift(deps, seated, id)).rejects.toMatchObject(notFound);
    await expect(closeShift(deps, seated, id)).rejects.toMatchObject(notFound);
    await expect(handOverShift(deps, seated, id, noura.userId)).rejects.toMatchObject(notFound);
    expect((await listShifts(deps, seated, { limit: 50 })).rows).toEqual([]);
    expect(await closeShift(deps, shop.owner, id)).toMatchObject({
      closedAs: 'CLOSED',
      closedByName: 'Huda',
    });
    const again = await closeShift(deps, sami, id);
    expect(again).toMatchObject({ closedByName: 'Huda' });
  });

  test('404: of another merchant', async () => {
    const { id } = await openShift(deps, sami, null);
    const stranger = (await openShop(db, 1)).owner;
    await expect(getShift(deps, stranger, id)).rejects.toMatchObject(notFound);
    await expect(closeShift(deps, stranger, id)).rejects.toMatchObject(notFound);
  });

  test('pages go on where the last one ended, and filters narrow them', async () => {
    const first = await openShift(deps, sami, null);
    await closeShift(deps, sami, first.id);
    clock.advance(minuteMs);
    const second = await openShift(deps, sami, null);
    const page = await listShifts(deps, shop.owner, { limit: 1 });
    expect(page.rows.map(({ id }) => id)).toEqual([second.id]);
    const next = await listShifts(deps, shop.owner, { limit: 1, cursor: page.nextCursor ?? '' });
    expect([next.rows.map(({ id }) => id), next.nextCursor]).toEqual([[first.id], null]);
    const those = async (query: object) =>
      (await listShifts(deps, shop.owner, { limit: 50, ...query })).rows.map(({ id }) => id);
    expect(await those({ state: 'open' })).toEqual([second.id]);
    expect(await those({ state: 'closed' })).toEqual([first.id]);
    expect(await those({ cashierId: [noura.userId] })).toEqual([]);
    expect(await those({ terminalId: [place.id], branchId: [shop.branchId] })).toEqual([second.id, first.id]);
  });
});

describe('on paper', () => {
  const textsOf = (slip: Slip): string[] => slip.flat().flatMap(({ left, right }) => [left, right ?? '']);

  test('the slip has the total, what is not in it, and that the shift is still open', async () => {
    const { id } = await openShift(deps, sami, null);
    await paid(1_234_50);
    const silent = await begun(31_50);
    await end(silent, 'TIMEOUT');
    const open = textsOf((await slipOfShift(deps, sami, id)).slip);
    expect(open).toEqual(
      expect.arrayContaining(['SHIFT, STILL OPEN', 'mada (1)', '1,234.50', 'NOT IN THE TOTAL', '31.50']),
    );
    await closeShift(deps, sami, id);
    await end(silent);
    const closed = textsOf((await slipOfShift(deps, shop.owner, id)).slip);
    expect(closed).toEqual(
      expect.arrayContaining(['SHIFT', 'CLOSED', 'CHANGED AFTER CLOSING (1)', 'TOTAL NOW', '1,266.00']),
    );
    expect(closed).not.toContain('SHIFT, STILL OPEN');
  });

  test('as a PDF of one page', async () => {
    const { id } = await openShift(deps, sami, null);
    const file = await slipFile(deps, sami, id);
    const bytes = Buffer.concat(await file.content.toArray());
    expect([file.name, bytes.subarray(0, 5).toString()]).toEqual([`Shift ${id}.pdf`, '%PDF-']);
  });

  test('the list as a table for a file adds up', async () => {
    await openShift(deps, sami, null);
    await paid(10_00);
    const table = await shiftsTable(deps, shop.merchantId, {}, 'en');
    const rows: unknown[][] = [];
    for await (const page of table.rows) for (const row of page) rows.push([...row]);
    expect(rows.map((row) => [row[3], row[4], row[7], row[8], row[11]])).toEqual([
      ['Open', 'Sami', '1', 10_00, 10_00],
    ]);
    expect(table.totals?.()[0]?.[11]).toBe(10_00);
  });
});
