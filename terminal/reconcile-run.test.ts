import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orders } from '@mizan/contract/orders.ts';
import {
  type GatewayFrame,
  type ReconBody,
  readGatewayFrame,
  type SchemeTotals,
  type TerminalFrameBody,
  terminalFrame,
  writeFrame,
} from '@mizan/contract/terminal-link.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Device, makeDevice } from './device.ts';
import type { FailureName } from './device-state.ts';
import { type Journal, openJournal } from './journal.ts';

/** What a simulated terminal and its host have of the same payments. */
const tid = '88501158';
const folder = mkdtempSync(join(tmpdir(), 'mizan-recon-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let file: string;
let journal: Journal;
let device: Device;
let sent: TerminalFrameBody[];
let power: AbortController;
let before: SchemeTotals[];
let fails: FailureName[];

function switchOn(): void {
  journal = openJournal(file);
  sent = [];
  power = new AbortController();
  device = makeDevice({
    tid,
    journal,
    send: (body) => {
      terminalFrame.parse(JSON.parse(writeFrame(tid, body)));
      sent.push(body);
    },
    drop: () => {},
    speed: 0,
    before,
    fails,
    stopping: power.signal,
  });
}
function powerCut(): void {
  power.abort();
  journal.close();
}
beforeEach(() => {
  before = [];
  fails = [];
  file = join(folder, `${randomUUID()}.jsonl`);
  switchOn();
});

function hear(body: Omit<Extract<GatewayFrame, { type: 'recon.start' }>, 'v' | 'id' | 'tid' | 'ts'>): void {
  const read = readGatewayFrame(writeFrame(tid, body));
  if (read.ok) device.receive(read.frame);
}
const give = (reconciliationId: string): void => hear({ type: 'recon.start', reconciliationId });
const results = (): ReconBody[] => sent.flatMap((body) => (body.type === 'recon.result' ? [body.body] : []));
const acks = (): string[] => sent.flatMap((body) => (body.type === 'recon.ack' ? [body.outcome] : []));

async function sell(amountMinor: number): Promise<void> {
  let paymentId: string | null = null;
  await expect.poll(() => (paymentId = device.sell(amountMinor))).not.toBe(null);
  await expect.poll(() => journal.payments.get(paymentId ?? '')?.results.length).toBe(1);
}
/** Gives one until the terminal is free, and answers its result. */
async function reconcile(): Promise<ReconBody> {
  const reconciliationId = randomUUID();
  await expect
    .poll(() => {
      if (!journal.recons.has(reconciliationId)) give(reconciliationId);
      return journal.recons.get(reconciliationId)?.body ?? null;
    })
    .not.toBe(null);
  return journal.recons.get(reconciliationId)?.body as ReconBody;
}
const totalOf = ({ schemes }: ReconBody, who: 'host' | 'terminal'): number =>
  schemes.reduce((sum, row) => sum + row[who].debitMinor - row[who].creditMinor, 0);

test('what both have is equal, and the next one begins at nothing', async () => {
  await sell(10_000);
  await sell(2_505);
  const first = await reconcile();
  expect([first.actionCode, totalOf(first, 'host'), totalOf(first, 'terminal')]).toEqual([
    '500',
    10_000,
    10_000,
  ]);
  expect(await reconcile()).toMatchObject({ actionCode: '500', schemes: [] });
});

test('what both had counted before the journal began is in the first one alone, also after a power cut', async () => {
  powerCut();
  const side = { debitCount: 3, debitMinor: 7_000, creditCount: 1, creditMinor: 500 };
  before = [{ scheme: 'Jcb', host: side, terminal: side }];
  switchOn();
  await sell(10_000);
  const first = await reconcile();
  expect([totalOf(first, 'host'), totalOf(first, 'terminal')]).toEqual([16_500, 16_500]);
  powerCut();
  switchOn();
  expect(await reconcile()).toMatchObject({ actionCode: '500', schemes: [] });
});

test.each([
  ['82', 'an answer that was lost: the host alone has it', [10_082, 0]],
  ['83', 'what the bank never heard of: the terminal alone has it', [0, 10_083]],
])('.%s: %s', async (halalas, _, [host, terminal]) => {
  await sell(10_000 + Number(halalas));
  const said = await reconcile();
  expect([said.actionCode, totalOf(said, 'host'), totalOf(said, 'terminal')]).toEqual([
    '501',
    host,
    terminal,
  ]);
});

test('one that fails on purpose is 501 whatever was paid, and the next one counts nothing of it again', async () => {
  powerCut();
  fails = ['reconcile'];
  switchOn();
  expect(await reconcile()).toMatchObject({ actionCode: '501', schemes: [] });
  await sell(10_000);
  const said = await reconcile();
  expect([said.actionCode, totalOf(said, 'host'), totalOf(said, 'terminal')]).toEqual(['501', 0, 10_000]);
  powerCut();
  fails = [];
  switchOn();
  expect(await reconcile()).toMatchObject({ actionCode: '500', schemes: [] });
});

test('the same id again is never done twice; while one is on the screen another is answered BUSY', async () => {
  const first = randomUUID();
  give(first);
  give(randomUUID());
  expect(device.sell(10_000)).toBe(null);
  await expect.poll(() => results().length).toBe(1);
  give(first);
  expect(acks()).toEqual(['ACCEPTED', 'BUSY', 'DUPLICATE']);
  expect(results()).toHaveLength(2);
  expect(journal.ended).toHaveLength(1);
});

test('a power cut in the middle: it is ended when the terminal wakes up, and said on each line until it is acknowledged', async () => {
  await sell(10_000);
  const reconciliationId = randomUUID();
  await expect
    .poll(() => {
      give(reconciliationId);
      return journal.recons.has(reconciliationId);
    })
    .toBe(true);
  powerCut();
  switchOn();
  device.resend();
  // What ended first is said first: the payment, then the reconciliation that has it.
  expect(sent.map(({ type }) => type).slice(-2)).toEqual(['sale.report', 'recon.result']);
  expect(results().at(-1)).toMatchObject({ reconciliationId, actionCode: '500' });
  const read = readGatewayFrame(writeFrame(tid, { type: 'recon.result.ack', reconciliationId }));
  if (read.ok) device.receive(read.frame);
  powerCut();
  switchOn();
  device.resend();
  expect(results()).toEqual([]);
  expect(await reconcile()).toMatchObject({ actionCode: '500', schemes: [] });
});

test('the journal of one that went its whole way has what the table of orders says', async () => {
  const entries: string[] = [];
  const whole = journal;
  const append = whole.append.bind(whole);
  journal.append = (entry) => {
    if ('reconciliationId' in entry) entries.push(entry.entry);
    append(entry);
  };
  const { reconciliationId } = await reconcile();
  const read = readGatewayFrame(writeFrame(tid, { type: 'recon.result.ack', reconciliationId }));
  if (read.ok) device.receive(read.frame);
  expect(entries).toEqual(orders.reconcile.journal);
});
