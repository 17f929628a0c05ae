import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../platform/database/database.ts';
import { resultOf, telemetry } from '../testing/hand-terminal.ts';
import { openWorld } from '../testing/stand.ts';
import { openTill } from '../testing/till.ts';
import { gatewayClose, gatewayLimits } from './gateway-limits.ts';

/** A terminal that is signed in says more than is written meanwhile. */
const world = await openWorld();
const { db } = world;
const stand = await world.stand();

test('too many frames that wait end the line, and what was not answered is taken once when it is said again', async () => {
  const till = await openTill(world, stand);
  const paymentId = randomUUID();
  const sale = { type: 'sale.report', body: resultOf(paymentId, 12_500) } as const;
  await inPlatform(db, async (tx) => {
    // Nothing of this terminal is written until this ends.
    await tx.rows('SELECT 1 FROM terminals WHERE id = $1 FOR UPDATE', [till.place.id]);
    till.terminal.send({ type: 'telemetry', body: telemetry });
    till.terminal.send(sale);
    for (let count = 0; count < gatewayLimits.queuedFrames; count += 1) {
      till.terminal.send({ type: 'telemetry', body: telemetry });
    }
    const { code, reason } = await till.terminal.closed;
    expect([code, reason]).toEqual([gatewayClose.tooMuch, 'too many frames']);
  });
  expect(till.terminal.waiting('result.ack')).toBe(0);
  await till.reconnect(stand);
  till.terminal.send(sale);
  till.terminal.send(sale);
  await till.terminal.next('result.ack');
  await till.terminal.next('result.ack');
  const rows = await platformRows(db, 'SELECT status FROM transactions WHERE uuid = $1', [paymentId]);
  expect(rows).toEqual([{ status: 'APPROVED' }]);
});

test('fewer are all written, one after the other', async () => {
  const till = await openTill(world, stand);
  await inPlatform(db, async (tx) => {
    await tx.rows('SELECT 1 FROM terminals WHERE id = $1 FOR UPDATE', [till.place.id]);
    for (let count = 0; count < gatewayLimits.queuedFrames / 2; count += 1) {
      till.terminal.send({ type: 'telemetry', body: { ...telemetry, battery: count % 100 } });
    }
  });
  for (let count = 0; count < gatewayLimits.queuedFrames / 2; count += 1) await till.terminal.next('ack');
  const [row] = await platformRows(db, 'SELECT connection FROM terminals WHERE id = $1', [till.place.id]);
  expect(row).toEqual({ connection: 'CONNECTED' });
});
