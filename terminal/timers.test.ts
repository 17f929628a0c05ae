import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paymentTimers } from '@mizan/contract/link-timers.ts';
import {
  type GatewayFrame,
  type ResultBody,
  readGatewayFrame,
  type TerminalFrameBody,
  writeFrame,
} from '@mizan/contract/terminal-link.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeDevice } from './device.ts';
import type { DeviceOptions } from './device-state.ts';
import { openJournal } from './journal.ts';

/** How long a terminal waits for a person and for its bank, and which requests and settings it refuses. */
const tid = '88501158';
const folder = mkdtempSync(join(tmpdir(), 'mizan-timers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const power: AbortController[] = [];
afterEach(() => {
  for (const each of power.splice(0)) each.abort();
});

function switchOn(options: Partial<DeviceOptions>) {
  const journal = openJournal(join(folder, `${randomUUID()}.jsonl`));
  const sent: TerminalFrameBody[] = [];
  const stopping = new AbortController();
  power.push(stopping);
  const send = (body: TerminalFrameBody): void => void sent.push(body);
  const device = makeDevice({
    tid,
    journal,
    send,
    drop: () => {},
    speed: 1,
    stopping: stopping.signal,
    ...options,
  });
  const hear = (body: Parameters<typeof writeFrame>[1]): void => {
    const read = readGatewayFrame(writeFrame(tid, body));
    if (!read.ok) throw new Error(read.problem);
    device.receive(read.frame as GatewayFrame);
  };
  return {
    hear,
    start: (amountMinor: number, expiresInMs: number): string => {
      const paymentId = randomUUID();
      const what = { attempt: 1, kind: 'PURCHASE', currency: 'SAR' } as const;
      hear({ type: 'pay.start', paymentId, amountMinor, expiresInMs, ...what });
      return paymentId;
    },
    results: (): ResultBody[] => sent.flatMap((body) => (body.type === 'pay.result' ? [body.body] : [])),
    acks: (): string[] => sent.flatMap((body) => (body.type === 'pay.ack' ? [body.outcome] : [])),
    settings: () =>
      sent.flatMap((body) => (body.type === 'config.ack' ? [[body.outcome, body.inForce]] : [])),
    journal,
  };
}

test.each([
  ['a request that has no time left', 1, 'EXPIRED'],
  ['one of less than a second', 999, 'EXPIRED'],
  ['one with a second', 1_000, 'ACCEPTED'],
])('%s is answered before a card is asked for', (_, expiresInMs, outcome) => {
  const { start, acks, journal } = switchOn({});
  const paymentId = start(12_500, expiresInMs);
  expect(acks()).toEqual([outcome]);
  expect(journal.payments.has(paymentId)).toBe(outcome === 'ACCEPTED');
});

/** People so slow that a card takes 1.2 s times this. */
const slow = (seconds: number): number => seconds / 1.2;
const { cardMs, paymentMs } = paymentTimers;
test.each([
  ['.51: nobody shows a card, and the terminal waits its whole time', 1, 10_051, paymentMs, cardMs, '93'],
  ['.52: nobody enters a PIN', 1, 10_052, paymentMs, 1_200 + paymentTimers.pinMs, '88'],
  ['a card that comes after its time', slow(61), 10_000, paymentMs, cardMs, '93'],
  ['a request that has 5 seconds left, and a card after 6', slow(6), 10_000, 5_000, 5_000, '93'],
  ['a card in time and a PIN after the whole payment’s', slow(50), 40_000, 100_000, 100_000, '88'],
  [
    'a bank that answers after the whole payment’s time: taken back',
    slow(59),
    10_000,
    100_000,
    100_000,
    '12',
  ],
])('%s', async (_, speed, amountMinor, expiresInMs, afterMs, providerCode) => {
  let passedMs = 0;
  const { start, results } = switchOn({ speed, wait: async (ms) => void (passedMs += ms) });
  start(amountMinor, expiresInMs);
  await expect.poll(() => results().map((body) => body.providerCode)).toEqual([providerCode]);
  expect(passedMs).toBeCloseTo(afterMs, 0);
});

test('settings that a terminal refuses on purpose are not in force, and it says which are', () => {
  const settings = { language: 'ar', ownPurchases: true, ownRefunds: true, cash: false } as const;
  const { hear, settings: said, journal } = switchOn({ fails: ['configure'] });
  hear({ type: 'config.update', version: 1, settings });
  expect(said()).toEqual([['REFUSED', null]]);
  expect(journal.settings).toBeNull();
});

test('a card is waited for a minute, a PIN another one, and a payment two in all', () => {
  expect(paymentTimers).toMatchObject({
    cardMs: 60_000,
    pinMs: 60_000,
    paymentMs: 120_000,
    firstQueryMs: 130_000,
  });
});
