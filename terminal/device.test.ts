import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderOfType, orders } from '@mizan/contract/orders.ts';
import {
  type GatewayFrame,
  type OriginalPayment,
  readGatewayFrame,
  type TerminalFrameBody,
  terminalFrame,
  writeFrame,
} from '@mizan/contract/terminal-link.ts';
import { orderedTypes, type TransactionType } from '@mizan/contract/transaction-types.ts';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scripts } from './amounts.ts';
import { type Device, makeDevice } from './device.ts';
import { type Journal, openJournal } from './journal.ts';

const tid = '88501158';
const folder = mkdtempSync(join(tmpdir(), 'mizan-device-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let file: string;
let journal: Journal;
let device: Device;
let sent: TerminalFrameBody[];
let drops: number;
let power: AbortController;

/** Switches the device on with what its journal holds. */
function switchOn(speed = 0): void {
  journal = openJournal(file);
  sent = [];
  drops = 0;
  power = new AbortController();
  device = makeDevice({
    tid,
    journal,
    send: (body) => {
      // Whatever it says is a frame of the contract.
      terminalFrame.parse(JSON.parse(writeFrame(tid, body)));
      sent.push(body);
    },
    drop: () => {
      drops += 1;
    },
    speed,
    stopping: power.signal,
  });
}
function powerCut(): void {
  power.abort();
  journal.close();
}

beforeEach(() => {
  file = join(folder, `${randomUUID()}.jsonl`);
  switchOn();
});
afterEach(powerCut);

type Body<T> = T extends { type: 'pay.start' | 'pay.cancel' | 'tx.query' | 'result.ack' } ? T : never;
function hear(body: Omit<Body<GatewayFrame>, 'v' | 'id' | 'tid' | 'ts'> & Record<string, unknown>): void {
  const read = readGatewayFrame(writeFrame(tid, body as Parameters<typeof writeFrame>[1]));
  if (!read.ok) throw new Error(read.problem);
  device.receive(read.frame);
}
const start = (
  amountMinor: number,
  paymentId: string = randomUUID(),
  kind: TransactionType = 'PURCHASE',
): string => {
  const what = { attempt: 1, kind, currency: 'SAR', expiresInMs: 120_000 };
  hear({ type: 'pay.start', paymentId, amountMinor, ...what });
  return paymentId;
};
const startOf = (kind: TransactionType, original?: OriginalPayment): string => {
  const paymentId = randomUUID();
  const what = { attempt: 1, currency: 'SAR', expiresInMs: 120_000, amountMinor: 12_500 };
  hear({ type: 'pay.start', paymentId, kind, original, ...what });
  return paymentId;
};
const said = <T extends TerminalFrameBody['type']>(type: T) =>
  sent.filter((body): body is Extract<TerminalFrameBody, { type: T }> => body.type === type);
const ackOf = (paymentId: string) => said('pay.ack').find((body) => body.paymentId === paymentId)?.outcome;
const statusOf = (paymentId: string) => {
  hear({ type: 'tx.query', paymentId });
  return said('tx.status').at(-1);
};
/** What its journal has on disk, after the line with which it begins. */
const written = () =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));
const ended = () => expect.poll(() => said('pay.result').length).toBeGreaterThan(0);

describe('every order of the table', () => {
  test.each(orderedTypes)('%s: the journal has what the table says of it, in its order', async (kind) => {
    const order = orders[orderOfType[kind]];
    const original = order.hasOriginal
      ? { rrn: '632609000123', date: '2026-11-20', maskedPan: '588845******3421' }
      : undefined;
    const paymentId = startOf(kind, original);
    await ended();
    hear({ type: order.frames.resultAnswer, paymentId, resultSeq: 1 });
    const entries = written();
    expect(entries.map(({ entry }) => entry)).toEqual(order.journal);
    expect(entries[0].original).toEqual(original);
    expect(said(order.frames.result)[0]?.body).toMatchObject({ paymentId, kind });
  });

  test.each(orderedTypes)('%s: busy meanwhile, where the order occupies the terminal', (kind) => {
    start(12_500);
    const second = startOf(kind);
    expect(ackOf(second) === 'BUSY').toBe(orders[orderOfType[kind]].occupies);
  });
});

test('accepted, card, bank, approved, printed: the journal has the start before the card and the result before its frame', async () => {
  const paymentId = start(12_500);
  expect(journal.payments.get(paymentId)?.started.amountMinor).toBe(12_500);
  expect(ackOf(paymentId)).toBe('ACCEPTED');
  await expect
    .poll(() => said('pay.progress').map((body) => body.step))
    .toEqual(['WAIT_CARD', 'ONLINE', 'PRINTING']);
  expect(said('pay.result')).toHaveLength(1);
  expect(said('pay.result')[0]?.body).toMatchObject({
    paymentId,
    amountMinor: 12_500,
    providerCode: '00',
    actionCode: '000',
  });
  expect(journal.payments.get(paymentId)?.results).toHaveLength(1);
});

test('from SAR 300 on the card asks for a PIN', async () => {
  start(30_000);
  await ended();
  expect(said('pay.progress').map((body) => body.step)).toContain('PIN');
});

describe('the same id again', () => {
  test('under way: DUPLICATE, and no second charge', async () => {
    const paymentId = start(12_500);
    start(12_500, paymentId);
    await ended();
    expect(said('pay.ack').map((body) => body.outcome)).toEqual(['ACCEPTED', 'DUPLICATE']);
    expect(journal.payments.get(paymentId)?.results).toHaveLength(1);
  });

  test('ended: DUPLICATE and the stored result', async () => {
    const paymentId = start(12_500);
    await ended();
    const first = said('pay.result')[0]?.body;
    start(12_500, paymentId);
    expect(said('pay.result')[1]?.body).toEqual(first);
  });

  test('with another amount: CONFLICT', () => {
    const paymentId = start(12_500);
    start(12_600, paymentId);
    expect(said('pay.ack').map((body) => body.outcome)).toEqual(['ACCEPTED', 'CONFLICT']);
  });
});

test('another id while busy: BUSY', () => {
  start(12_500);
  expect(ackOf(start(700))).toBe('BUSY');
  expect(device.sell(900)).toBeNull();
});

describe('cancel', () => {
  test('before the bank is asked: CANCELED, with a result that says so', async () => {
    powerCut();
    switchOn(100);
    const paymentId = start(12_500);
    hear({ type: 'pay.cancel', paymentId });
    expect(said('pay.cancel.ack')[0]?.outcome).toBe('CANCELED');
    await ended();
    expect(said('pay.result')[0]?.body).toMatchObject({ providerCode: '11', rrn: null, scheme: 'None' });
  });

  test('after the charge: TOO_LATE; of what it never had: NOT_FOUND', async () => {
    const paymentId = start(12_500);
    await ended();
    hear({ type: 'pay.cancel', paymentId });
    hear({ type: 'pay.cancel', paymentId: randomUUID() });
    expect(said('pay.cancel.ack').map((body) => body.outcome)).toEqual(['TOO_LATE', 'NOT_FOUND']);
  });
});

describe('a power cut', () => {
  test('before the bank was asked: not charged', () => {
    powerCut();
    switchOn(100);
    const paymentId = start(12_500);
    powerCut();
    switchOn();
    expect(statusOf(paymentId)).toMatchObject({ state: 'FINAL', body: { providerCode: '91', rrn: null } });
  });

  test('while the bank was asked: taken back', () => {
    const paymentId = start(12_500);
    journal.append({ entry: 'online', paymentId });
    powerCut();
    switchOn();
    expect(statusOf(paymentId)).toMatchObject({
      state: 'FINAL',
      body: { providerCode: '12', actionCode: '400' },
    });
  });

  test('after the charge: the result is still owed, and said until it is acknowledged', async () => {
    const paymentId = start(12_500);
    await ended();
    const body = said('pay.result')[0]?.body;
    powerCut();
    switchOn();
    expect(device.unacked()).toEqual([paymentId]);
    device.resend();
    expect(said('pay.result').map((frame) => frame.body)).toEqual([body]);
    hear({ type: 'result.ack', paymentId, resultSeq: 1 });
    device.resend();
    expect(said('pay.result')).toHaveLength(1);
    powerCut();
    switchOn();
    expect(device.unacked()).toEqual([]);
  });
});

test('a refund is made with the card that paid; one begun at the terminal names its purchase', async () => {
  const original = { rrn: '632609000123', date: '2026-11-22', maskedPan: '455036******3421' };
  expect(device.giveBack(2_500, original)).not.toBeNull();
  await expect.poll(() => said('sale.report').length).toBe(1);
  expect(said('sale.report')[0]?.body).toMatchObject({
    kind: 'REFUND',
    originalRrn: original.rrn,
    scheme: 'Visa',
    maskedPan: original.maskedPan,
  });
});

test('a reversal begun at the terminal takes the last purchase back whole, once', async () => {
  expect(device.reverse()).toBeNull();
  const paymentId = device.sell(12_500);
  await expect.poll(() => said('sale.report').length).toBe(1);
  const [purchase] = said('sale.report').map(({ body }) => body);
  expect(purchase).toMatchObject({ paymentId, kind: 'PURCHASE' });
  powerCut();
  switchOn();
  expect(device.reverse()).not.toBeNull();
  await expect.poll(() => said('sale.report').length).toBe(1);
  expect(said('sale.report')[0]?.body).toMatchObject({
    kind: 'REVERSAL',
    amountMinor: 12_500,
    originalRrn: purchase?.rrn,
    maskedPan: purchase?.maskedPan,
    scheme: purchase?.scheme,
  });
  await expect.poll(() => device.inFlight()).toEqual([]);
  expect(device.reverse()).toBeNull();
});

test('what a reconciliation has counted, or a declined purchase, is not reversed at the terminal', async () => {
  device.sell(12_500);
  await expect.poll(() => said('sale.report').length).toBe(1);
  await expect.poll(() => device.reconcile()).not.toBeNull();
  await expect.poll(() => said('recon.result').length).toBe(1);
  await expect.poll(() => device.inFlight()).toEqual([]);
  expect(device.reverse()).toBeNull();
  await expect.poll(() => device.sell(9_905)).not.toBeNull();
  await expect.poll(() => said('sale.report').length).toBe(2);
  await expect.poll(() => device.inFlight()).toEqual([]);
  expect(device.reverse()).toBeNull();
});

test('a sale begun at the terminal is reported as one', async () => {
  const paymentId = device.sell(12_500);
  await expect.poll(() => said('sale.report').length).toBe(1);
  expect(said('sale.report')[0]?.body).toMatchObject({ paymentId, amountMinor: 12_500, providerCode: '00' });
});

describe('amounts that fail on purpose', () => {
  const coded = Object.entries(scripts).filter(([, script]) => script.codes);
  test.each(coded)('.%s ends with its codes', async (halalas, script) => {
    const kind = script.givesBack ? 'REFUND' : 'PURCHASE';
    start(10_000 + Number(halalas), randomUUID(), kind);
    await ended();
    const { providerCode, actionCode } = said('pay.result')[0]?.body ?? {};
    expect([providerCode, actionCode]).toEqual(script.codes);
  });

  const refused = Object.entries(scripts).filter(([, script]) => script.refusal);
  test.each(refused)('.%s is not started', (halalas, script) => {
    expect(ackOf(start(10_000 + Number(halalas)))).toBe(script.refusal);
    expect(journal.payments.size).toBe(0);
  });

  test('.70 and .71 drop the line; .71 has charged', async () => {
    const uncharged = start(10_070);
    await ended();
    expect(journal.payments.get(uncharged)?.results[0]?.providerCode).toBe('16');
    expect(drops).toBe(1);
    await expect.poll(() => device.inFlight()).toEqual([]);
    const charged = start(10_071);
    await expect.poll(() => journal.payments.get(charged)?.results[0]?.providerCode).toBe('00');
    expect(drops).toBe(2);
  });

  test('.68 and .72 are in progress until they answer', async () => {
    powerCut();
    switchOn(0.001);
    const paymentId = start(10_072);
    await expect.poll(() => statusOf(paymentId)).toMatchObject({ state: 'IN_PROGRESS', step: 'ONLINE' });
    await expect.poll(() => statusOf(paymentId)?.state).toBe('FINAL');
  });

  test('.69 never answers, and the screen is free again', async () => {
    const paymentId = start(10_069);
    await expect.poll(() => ackOf(start(700))).toBe('BUSY');
    await expect.poll(() => device.sell(900)).not.toBeNull();
    expect(statusOf(paymentId)).toMatchObject({ state: 'IN_PROGRESS' });
  });

  test('.73 answers twice with the same number', async () => {
    start(10_073);
    await expect.poll(() => said('pay.result').map((frame) => frame.body.resultSeq)).toEqual([1, 1]);
  });

  test('.74 reports another amount', async () => {
    start(10_074);
    await ended();
    expect(said('pay.result')[0]?.body.amountMinor).toBe(10_174);
  });

  test('.77 is undecided, then approved with the next number', async () => {
    start(10_077);
    const codes = () => said('pay.result').map(({ body }) => `${body.resultSeq} ${body.providerCode}`);
    await expect.poll(codes).toEqual(['1 92', '2 00']);
  });

  test('.79 forgets what it accepted, also when it is switched on again', async () => {
    const paymentId = start(10_079);
    await expect.poll(() => device.inFlight()).toEqual([]);
    start(10_079, paymentId);
    expect(said('pay.ack').map((body) => body.outcome)).toEqual(['ACCEPTED', 'DUPLICATE']);
    expect(said('pay.result')).toEqual([]);
    powerCut();
    switchOn();
    device.resend();
    expect([statusOf(paymentId)?.state, ...said('pay.result')]).toEqual(['NOT_FOUND']);
  });

  test('.80 and .81 never begin', () => {
    for (const never of [10_080, 10_081]) expect(statusOf(start(never))?.state).toBe('NOT_FOUND');
    expect(drops).toBe(1);
    expect(said('pay.ack')).toEqual([]);
  });
});

test('a terminal that was switched off takes nothing that its line still brings', () => {
  power.abort();
  const paymentId = start(12_500);
  const reconciliationId = randomUUID();
  device.receive({ v: 1, id: randomUUID(), tid, ts: '', type: 'recon.start', reconciliationId });
  expect(device.sell(5_000)).toBeNull();
  expect(device.reconcile()).toBeNull();
  expect(journal.payments.has(paymentId)).toBe(false);
  expect(journal.recons.size).toBe(0);
  expect(written()).toEqual([]);
  expect(sent).toEqual([]);
});

test('settings: a higher number is on disk before it is in force, a lower one changes nothing, and they hold over a power cut', () => {
  const settings = { language: 'en', ownPurchases: false, ownRefunds: false, cash: true } as const;
  const take = (version: number) =>
    device.receive({ v: 1, id: randomUUID(), tid, ts: '', type: 'config.update', version, settings });
  const ask = () => device.receive({ v: 1, id: randomUUID(), tid, ts: '', type: 'config.query' });
  ask();
  for (const version of [2, 2, 1]) take(version);
  expect(sent).toMatchObject([
    { type: 'config.status', inForce: null },
    { type: 'config.ack', outcome: 'APPLIED', inForce: 2 },
    { type: 'config.ack', outcome: 'DUPLICATE', inForce: 2 },
    { type: 'config.ack', outcome: 'OLDER', inForce: 2 },
  ]);
  expect(written().map(({ entry }) => entry)).toEqual(orders.configure.journal);
  powerCut();
  switchOn();
  ask();
  expect(sent).toMatchObject([{ type: 'config.status', inForce: 2 }]);
  expect(device.sell(5_000)).toBeNull();
  expect(
    device.giveBack(5_000, { rrn: '632609000777', date: '2026-11-23', maskedPan: '484783******3421' }),
  ).toBeNull();
  expect(device.reverse()).toBeNull();
});
