import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTenant } from '../../platform/database/database.ts';
import { countLockWaits } from '../../platform/testing/lock-waits.ts';
import { rollupDifferences } from '../../testing/agreement.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill } from '../../testing/till.ts';
import { giveBack, lockPurchase, lockRefundTerminal, nextNumber } from '../payments/give-back.service.ts';

/** Who gives back of a purchase here while its terminal does the same there. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();

test('one that is asked for while a terminal reports another one of the purchase waits for nothing that waits for it', async () => {
  const till = await openTill(world, stand);
  const { place, shop, terminal } = till;
  const { owner } = shop;
  const purchase = await till.begin(40_000);
  terminal.send({ type: 'pay.result', body: resultOf(purchase.uuid, 40_000) });
  await terminal.next('result.ack');
  const { rrn } = await till.detail(purchase.id);
  const report = resultOf(randomUUID(), 1_000, { kind: 'REFUND', rrn: '632609000778' });
  await inTenant(db, shop.merchantId, async (tx) => {
    const there = await lockRefundTerminal(tx, place.id);
    if (!there || !(await lockPurchase(tx, purchase.id))) throw new Error('the purchase and its terminal');
    terminal.send({ type: 'sale.report', body: { ...report, originalRrn: rrn } });
    await expect.poll(() => countLockWaits(db)).toBe(1);
    // Sooner than the server looks for circles, which ends either of the two.
    await tx.change(`SET LOCAL lock_timeout = '300ms'`);
    const what = { originalId: purchase.id, type: 'REFUND' as const, amountMinor: 2_000 };
    const who = { startedById: owner.userId, startedByName: owner.fullName };
    const own = { id: await nextNumber(tx), uuid: randomUUID() };
    await giveBack(tx, owner, there, { ...what, ...who, ...own }, clock.now());
  });
  await terminal.next('result.ack');
  expect(await rollupDifferences(db)).toEqual([]);
});
