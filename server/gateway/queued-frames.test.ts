import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeDevice } from '../../terminal/device.ts';
import { openJournal } from '../../terminal/journal.ts';
import { journalFile, startTerminal } from '../../terminal/terminal.ts';
import { inPlatform, platformRows } from '../platform/database/database.ts';
import { unacknowledged } from '../testing/agreement.ts';
import { type HandTerminal, resultOf, telemetry } from '../testing/hand-terminal.ts';
import { openShop } from '../testing/shop.ts';
import { openWorld } from '../testing/stand.ts';
import { openTill } from '../testing/till.ts';
import { gatewayClose, gatewayLimits } from './gateway-limits.ts';

/** A terminal that is signed in says more than is written meanwhile. */
const world = await openWorld();
const { db } = world;
const stand = await world.stand();
const stateDir = mkdtempSync(join(tmpdir(), 'mizan-queued-'));
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));

/** A row of one merchant: without that a distributed database holds none. */
const holdTerminal = 'SELECT 1 FROM terminals WHERE merchant_id = $1 AND id = $2 FOR UPDATE';
const approvedOf = async (paymentId: string): Promise<unknown[]> =>
  platformRows(db, 'SELECT status FROM transactions WHERE uuid = $1', [paymentId]);

test('too many frames that wait end the line, and what was not answered is taken once when it is said again', async () => {
  const till = await openTill(world, stand);
  const paymentId = randomUUID();
  const sale = { type: 'sale.report', body: resultOf(paymentId, 12_500) } as const;
  await inPlatform(db, async (tx) => {
    // Nothing of this terminal is written until this ends.
    await tx.rows(holdTerminal, [till.shop.merchantId, till.place.id]);
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
  expect(await approvedOf(paymentId)).toEqual([{ status: 'APPROVED' }]);
});

/** What costs the gateway an answer each, and what it answers without a turn in the queue. */
const floods: [string, (terminal: HandTerminal) => void][] = [
  ['pings', (terminal) => terminal.send({ type: 'ping' })],
  ['pongs', (terminal) => terminal.send({ type: 'pong' })],
];
test.each(floods)('a flood of %s ends the line, and a result on its way is taken once', async (_, say) => {
  const { burst, perSecond } = gatewayLimits.spoken;
  const till = await openTill(world, stand);
  const paymentId = randomUUID();
  const sale = { type: 'sale.report', body: resultOf(paymentId, 12_500) } as const;
  await inPlatform(db, async (tx) => {
    await tx.rows(holdTerminal, [till.shop.merchantId, till.place.id]);
    till.terminal.send(sale);
    // More than comes in again while they are sent, also where the machine is busy.
    for (let count = 0; count < burst + 10 * perSecond; count += 1) say(till.terminal);
    const { code, reason } = await till.terminal.closed;
    expect([code, reason]).toEqual([gatewayClose.tooMuch, 'too many frames a second']);
  });
  expect(till.terminal.waiting('pong')).toBeLessThan(burst + 10 * perSecond);
  expect(till.terminal.waiting('result.ack')).toBe(0);
  await till.reconnect(stand, { unacked: [paymentId] });
  till.terminal.send(sale);
  await till.terminal.next('result.ack');
  expect(await approvedOf(paymentId)).toEqual([{ status: 'APPROVED' }]);
});

test('a terminal that catches up with hundreds of results, and then sells without a pause, keeps its line', {
  timeout: 90_000,
}, async () => {
  const shop = await openShop(db, 1);
  const { tid = '', enrolCode = '' } = shop.terminals[0] ?? {};
  // Each is said, and asked for at the same time: twice as many frames come at once.
  const [away, atOnce] = [260, 20];
  const journal = openJournal(journalFile(stateDir, tid));
  const stopping = new AbortController();
  const quiet = { send: () => {}, drop: () => {}, speed: 0, stopping: stopping.signal };
  const device = makeDevice({ tid, journal, ...quiet });
  await sellAll(device, away);
  await expect.poll(() => unacknowledged(stateDir, [tid]).length).toBe(away);
  stopping.abort();
  journal.close();
  const said: string[] = [];
  const facts = { tid, enrolCode, serial: `S${tid}`, model: 'A920', speed: 0, stateDir };
  const terminal = startTerminal({ ...facts, url: stand.url, log: (text) => void said.push(text) });
  try {
    await sellAll(terminal.device, atOnce);
    await expect
      .poll(() => unacknowledged(stateDir, [tid]).length, { timeout: 60_000, interval: 200 })
      .toBe(0);
    expect(said).toEqual([`${tid} connected`]);
  } finally {
    terminal.stop();
  }
  const [row] = await platformRows(
    db,
    `SELECT count(*)::int AS count FROM transactions WHERE tid = $1 AND status = 'APPROVED'`,
    [tid],
  );
  expect(row).toEqual({ count: away + atOnce });
});

/** One customer after the other, as fast as the terminal is free again. */
async function sellAll(device: ReturnType<typeof makeDevice>, count: number): Promise<void> {
  for (let ordinal = 1; ordinal <= count; ordinal += 1) {
    await expect.poll(() => device.sell(ordinal * 100), { timeout: 10_000, interval: 1 }).not.toBeNull();
  }
}

test('fewer are all written, one after the other', async () => {
  const till = await openTill(world, stand);
  await inPlatform(db, async (tx) => {
    await tx.rows(holdTerminal, [till.shop.merchantId, till.place.id]);
    for (let count = 0; count < gatewayLimits.queuedFrames / 4; count += 1) {
      till.terminal.send({ type: 'telemetry', body: { ...telemetry, battery: count % 100 } });
    }
  });
  for (let count = 0; count < gatewayLimits.queuedFrames / 4; count += 1) await till.terminal.next('ack');
  const [row] = await platformRows(db, 'SELECT connection FROM terminals WHERE id = $1', [till.place.id]);
  expect(row).toEqual({ connection: 'CONNECTED' });
});
