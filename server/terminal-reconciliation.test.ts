import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReconBody } from '@mizan/contract/terminal-link.ts';
import { afterAll, expect, test } from 'vitest';
import { startTerminal, type Terminal } from '../terminal/terminal.ts';
import { askDaily, setTime } from './features/terminal-reconciliation/reconcile-time.service.ts';
import {
  askTerminals,
  reconciliationsOf,
  terminalReconciliation,
  terminalStates,
} from './features/terminal-reconciliation/terminal-reconciliation.service.ts';
import { platformRows } from './platform/database/database.ts';
import { resultOf } from './testing/hand-terminal.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { openWorld } from './testing/stand.ts';
import { openTill, startOn, type Till } from './testing/till.ts';

/** Reconciliation at terminals, from the order to the kept totals, over the real gateway. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const folder = mkdtempSync(join(tmpdir(), 'mizan-reconcile-'));
const running: Terminal[] = [];
afterAll(() => {
  for (const each of running) each.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A shop with one simulated terminal that works as fast as it can. */
async function simulated(): Promise<{ shop: Shop; terminal: Terminal; terminalId: string }> {
  const shop = await openShop(db, 1);
  const [place] = shop.terminals;
  if (!place) throw new Error('no terminal');
  const { tid, enrolCode, id: terminalId } = place;
  const terminal = startTerminal({
    tid,
    enrolCode,
    serial: `S${tid}`,
    model: 'A920',
    url: stand.url,
    stateDir: folder,
    speed: 0,
    log: () => {},
    waits: { firstMs: 5, mostMs: 40, droppedMs: 20 },
  });
  running.push(terminal);
  await expect.poll(() => terminal.link.isWelcome()).toBe(true);
  return { shop, terminal, terminalId };
}

const statesOf = async (shop: Shop) => (await terminalStates({ db, clock }, shop.merchantId)).rows;
const ask = ({ merchantId, owner }: Shop, terminalId: string) =>
  askTerminals({ db, clock }, { ...owner, merchantId }, [terminalId]);
const detail = (shop: Shop, id: string) => terminalReconciliation({ db, clock }, shop.merchantId, { id });

/** Pays, and waits until the portal knows what became of it, as far as it ever will. */
async function pay(shop: Shop, terminalId: string, amountMinor: number): Promise<string> {
  const { id } = await startOn(world, shop, terminalId, amountMinor);
  await expect
    .poll(async () => {
      const [row] = await platformRows<{ isOver: boolean }>(
        db,
        `SELECT status <> 'INITIALIZED' OR result_seq IS NOT NULL OR under_review AS "isOver" FROM transactions WHERE id = $1`,
        [id],
      );
      return row?.isOver;
    })
    .toBe(true);
  return id;
}

/** Asks until the terminal is free, and answers the finished reconciliation. */
async function reconcile(shop: Shop, terminalId: string) {
  const before = (await statesOf(shop))[0]?.last?.id;
  await expect
    .poll(async () => {
      const [state] = await statesOf(shop);
      if (state?.last && state.last.id !== before) return state.last.id;
      if (state?.asked?.state !== 'ASKED' && state?.asked?.state !== 'SENT') await ask(shop, terminalId);
      return before;
    })
    .not.toBe(before);
  const id = (await statesOf(shop))[0]?.last?.id ?? '';
  return detail(shop, id);
}

test('host, terminal and portal agree where nothing was lost, and the next one finds nothing new', async () => {
  const { shop, terminalId } = await simulated();
  await pay(shop, terminalId, 10_000);
  await pay(shop, terminalId, 5_000);
  await pay(shop, terminalId, 7_005);
  expect((await statesOf(shop))[0]).toMatchObject({ last: null, waiting: { count: 2, totalMinor: 15_000 } });
  const first = await reconcile(shop, terminalId);
  expect(first).toMatchObject({
    actionCode: '500',
    balance: 'BALANCED',
    count: 2,
    totalMinor: 15_000,
    fromAt: null,
    differences: [],
  });
  for (const { host, terminal, portal } of first.schemes) expect([terminal, portal]).toEqual([host, host]);
  expect((await statesOf(shop))[0]?.waiting).toEqual({ count: 0, totalMinor: 0, since: null });
  const second = await reconcile(shop, terminalId);
  expect(second).toMatchObject({ balance: 'BALANCED', isEmpty: true, fromAt: first.at });
  const heard = (await world.messages(shop.merchantId)).filter((text) => text.startsWith('FRC'));
  expect(heard).toEqual([`FRC${first.tid}`]);
});

test('a charge whose answer was lost: the host has it, the terminal has not, and it is named', async () => {
  const { shop, terminalId } = await simulated();
  await pay(shop, terminalId, 10_000);
  await reconcile(shop, terminalId);
  await pay(shop, terminalId, 4_000);
  const lost = await pay(shop, terminalId, 19_882);
  const found = await reconcile(shop, terminalId);
  expect(found).toMatchObject({
    actionCode: '501',
    balance: 'UNBALANCED',
    discrepancyMinor: -19_882,
    openCount: 1,
    differences: [
      {
        who: 'terminal',
        side: 'debit',
        count: -1,
        minor: -19_882,
        found: 'ONE',
        transactions: [{ transactionId: lost, host: 'HAS', terminal: 'NO_ANSWER', portal: 'UNKNOWN' }],
      },
    ],
  });
});

test('a charge that the bank never heard of: the terminal has it, and it is named', async () => {
  const { shop, terminalId } = await simulated();
  await pay(shop, terminalId, 10_000);
  await reconcile(shop, terminalId);
  await pay(shop, terminalId, 4_000);
  const unheard = await pay(shop, terminalId, 5_083);
  const found = await reconcile(shop, terminalId);
  expect(found).toMatchObject({
    balance: 'UNBALANCED',
    discrepancyMinor: 5_083,
    differences: [
      {
        who: 'terminal',
        found: 'ONE',
        transactions: [{ transactionId: unheard, host: 'LACKS', terminal: 'HAS' }],
      },
    ],
  });
});

test('one that somebody begins at the terminal is kept as any other', async () => {
  const { shop, terminal, terminalId } = await simulated();
  await pay(shop, terminalId, 10_000);
  await expect.poll(() => terminal.device.reconcile() !== null).toBe(true);
  await expect.poll(async () => (await statesOf(shop))[0]?.last?.origin).toBe('TERMINAL');
  const page = await reconciliationsOf({ db, clock }, shop.merchantId, terminalId, { limit: 5 });
  expect(page.rows).toMatchObject([
    { origin: 'TERMINAL', balance: 'BALANCED', count: 1, totalMinor: 10_000 },
  ]);
});

test('the daily time: asked once by two processes, also after it was missed; SRC where the three are equal', async () => {
  const { shop, terminalId } = await simulated();
  await pay(shop, terminalId, 10_000);
  const later = new Date(clock.now().getTime() + 5 * 60_000 + 3 * 3_600_000).toISOString().slice(11, 16);
  await setTime({ db, clock }, shop.owner, later);
  await askDaily({ db, clock });
  expect((await statesOf(shop))[0]?.asked).toBe(null);
  // Three days without a portal: one reconciliation makes up for them.
  clock.advance(3 * 86_400_000 + 6 * 60_000);
  await Promise.all([askDaily({ db, clock }), askDaily({ db, clock })]);
  await askDaily({ db, clock });
  await expect
    .poll(async () => {
      clock.advance(61_000);
      await stand.gateway.tick();
      return (await statesOf(shop))[0]?.last;
    })
    .toMatchObject({ origin: 'DAILY', balance: 'BALANCED', totalMinor: 10_000 });
  const page = await reconciliationsOf({ db, clock }, shop.merchantId, terminalId, { limit: 5 });
  expect(page.rows).toHaveLength(1);
  expect(await world.messages(shop.merchantId)).toContain(`SRC${shop.terminals[0]?.tid}`);
  await setTime({ db, clock }, shop.owner, null);
  clock.advance(86_400_000);
  await askDaily({ db, clock });
  expect((await statesOf(shop))[0]?.asked).toBe(null);
});

test('the daily one waits for a terminal that is away, and is done when it is back', async () => {
  const till = await openTill(world, stand);
  await paid(till);
  till.terminal.drop();
  await setTime({ db, clock }, till.shop.owner, '00:00');
  clock.advance(86_400_000);
  await askDaily({ db, clock });
  for (const _ of [1, 2, 3]) {
    clock.advance(120_000);
    await stand.gateway.tick();
  }
  expect((await statesOf(till.shop))[0]?.asked).toMatchObject({ state: 'ASKED', failure: null });
  await till.reconnect(stand);
  const { reconciliationId } = await till.terminal.next('recon.start');
  till.terminal.send({ type: 'recon.result', body: saying(reconciliationId) });
  await till.terminal.next('recon.result.ack');
  expect((await statesOf(till.shop))[0]).toMatchObject({ last: { origin: 'DAILY' }, asked: null });
  await setTime({ db, clock }, till.shop.owner, null);
});

/** What a terminal says that has one mada payment of 100.00, as its host has. */
function saying(reconciliationId: string, more: Partial<ReconBody> = {}): ReconBody {
  const side = { debitCount: 1, debitMinor: 10_000, creditCount: 0, creditMinor: 0 };
  const at = new Date().toISOString();
  const schemes = [{ scheme: 'Mada' as const, host: side, terminal: side }];
  return { reconciliationId, actionCode: '500', schemes, startAt: at, endAt: at, ...more };
}

async function given(till: Till): Promise<string> {
  expect(await ask(till.shop, till.place.id)).toMatchObject({ rows: [{ outcome: 'ASKED' }] });
  return (await till.terminal.next('recon.start')).reconciliationId;
}
async function paid(till: Till, amountMinor = 10_000): Promise<string> {
  const { id } = await startOn(world, till.shop, till.place.id, amountMinor);
  const { paymentId } = await till.terminal.next('pay.start');
  till.terminal.send({ type: 'pay.ack', paymentId, outcome: 'ACCEPTED' });
  till.terminal.send({ type: 'pay.result', body: resultOf(paymentId, amountMinor) });
  await till.terminal.next('result.ack');
  return id;
}

test('the result said twice, and on a new line, is written once and acknowledged each time', async () => {
  const till = await openTill(world, stand);
  await paid(till);
  const reconciliationId = await given(till);
  till.terminal.send({ type: 'recon.ack', reconciliationId, outcome: 'ACCEPTED' });
  till.terminal.send({ type: 'recon.result', body: saying(reconciliationId) });
  till.terminal.send({ type: 'recon.result', body: saying(reconciliationId) });
  await till.terminal.next('recon.result.ack');
  await till.terminal.next('recon.result.ack');
  till.terminal.drop();
  await till.reconnect(stand);
  till.terminal.send({ type: 'recon.result', body: saying(reconciliationId) });
  await till.terminal.next('recon.result.ack');
  const page = await reconciliationsOf({ db, clock }, till.shop.merchantId, till.place.id, { limit: 5 });
  expect(page.rows).toMatchObject([{ balance: 'BALANCED', totalMinor: 10_000 }]);
});

test('a line that is lost with it: it is asked for, never given again, and its answer is the result', async () => {
  const till = await openTill(world, stand);
  await paid(till);
  const reconciliationId = await given(till);
  till.terminal.drop();
  await till.reconnect(stand);
  expect((await till.terminal.next('recon.query')).reconciliationId).toBe(reconciliationId);
  expect(till.terminal.waiting('recon.start')).toBe(0);
  till.terminal.send({
    type: 'recon.status',
    reconciliationId,
    state: 'FINAL',
    body: saying(reconciliationId),
  });
  await till.terminal.next('recon.result.ack');
  expect((await statesOf(till.shop))[0]?.last).toMatchObject({ balance: 'BALANCED' });
});

test('a terminal that knows nothing of it: the start was lost, or its journal was', async () => {
  const till = await openTill(world, stand);
  const lost = await given(till);
  till.terminal.drop();
  await till.reconnect(stand);
  await till.terminal.next('recon.query');
  till.terminal.send({ type: 'recon.status', reconciliationId: lost, state: 'NOT_FOUND' });
  await expect.poll(async () => (await statesOf(till.shop))[0]?.asked?.failure).toBe('NOT_FOUND');
  const forgotten = await given(till);
  till.terminal.send({ type: 'recon.ack', reconciliationId: forgotten, outcome: 'ACCEPTED' });
  const taken = 'SELECT 1 FROM terminal_reconciliations WHERE uuid = $1 AND acked_at IS NOT NULL';
  await expect.poll(async () => (await platformRows(db, taken, [forgotten])).length).toBe(1);
  till.terminal.drop();
  await till.reconnect(stand);
  await till.terminal.next('recon.query');
  till.terminal.send({ type: 'recon.status', reconciliationId: forgotten, state: 'NOT_FOUND' });
  await expect.poll(async () => (await statesOf(till.shop))[0]?.asked?.failure).toBe('JOURNAL_LOST');
  // And it says after all that it was done: its host has closed, so it counts.
  till.terminal.send({ type: 'recon.result', body: saying(forgotten, { schemes: [] }) });
  await till.terminal.next('recon.result.ack');
  expect((await statesOf(till.shop))[0]).toMatchObject({ last: { isEmpty: true }, asked: null });
});

test('while a payment is under way: refused with the reason, by the portal and by the terminal', async () => {
  const till = await openTill(world, stand);
  const begun = await till.begin(10_000);
  expect(await ask(till.shop, till.place.id)).toMatchObject({ rows: [{ outcome: 'PAYMENT' }] });
  till.terminal.send({ type: 'pay.ack', paymentId: begun.uuid, outcome: 'ACCEPTED' });
  till.terminal.send({ type: 'pay.result', body: resultOf(begun.uuid, 10_000) });
  await till.terminal.next('result.ack');
  const reconciliationId = await given(till);
  expect(await ask(till.shop, till.place.id)).toMatchObject({ rows: [{ outcome: 'UNDER_WAY' }] });
  till.terminal.send({ type: 'recon.ack', reconciliationId, outcome: 'BUSY' });
  await expect.poll(async () => (await statesOf(till.shop))[0]?.asked?.failure).toBe('BUSY');
});

test('a terminal without a line is not asked, and said so', async () => {
  const shop = await openShop(db, 1);
  expect(await ask(shop, shop.terminals[0]?.id ?? '')).toMatchObject({
    rows: [{ outcome: 'NOT_CONNECTED' }],
  });
});

test('a code that contradicts its totals is no balance, and totals that agree without the portal are said apart', async () => {
  const till = await openTill(world, stand);
  await paid(till);
  const first = await given(till);
  till.terminal.send({ type: 'recon.result', body: saying(first) });
  await till.terminal.next('recon.result.ack');
  const contradicting = await given(till);
  const nothing = saying(contradicting, { actionCode: '501', schemes: [] });
  till.terminal.send({ type: 'recon.result', body: nothing });
  await till.terminal.next('recon.result.ack');
  expect((await statesOf(till.shop))[0]?.last?.balance).toBe('UNBALANCED');
  expect((await world.messages(till.shop.merchantId)).filter((text) => text.startsWith('FRC'))).toEqual([]);
  // Host and terminal have a payment of which the portal knows nothing.
  const unknown = await given(till);
  till.terminal.send({ type: 'recon.result', body: saying(unknown) });
  await till.terminal.next('recon.result.ack');
  const last = (await statesOf(till.shop))[0]?.last;
  expect(last?.balance).toBe('PORTAL_DIFFERS');
  expect((await detail(till.shop, last?.id ?? '')).differences).toMatchObject([
    { who: 'portal', count: -1, minor: -10_000, found: 'NONE', transactions: [] },
  ]);
});

test('two payments that would explain the difference alike: neither is named', async () => {
  const till = await openTill(world, stand);
  const first = await given(till);
  till.terminal.send({ type: 'recon.result', body: saying(first, { schemes: [] }) });
  await till.terminal.next('recon.result.ack');
  await paid(till);
  await paid(till);
  const side = { debitCount: 1, debitMinor: 10_000, creditCount: 0, creditMinor: 0 };
  const second = await given(till);
  const terminal = { ...side, debitCount: 2, debitMinor: 20_000 };
  const body = saying(second, { actionCode: '501', schemes: [{ scheme: 'Mada', host: side, terminal }] });
  till.terminal.send({ type: 'recon.result', body });
  await till.terminal.next('recon.result.ack');
  const last = (await statesOf(till.shop))[0]?.last;
  expect((await detail(till.shop, last?.id ?? '')).differences).toMatchObject([
    { count: 1, minor: 10_000, found: 'SEVERAL', transactions: [] },
  ]);
});

function sayUnreadable(till: Till, reconciliationId: string): void {
  const body = { ...saying(reconciliationId), schemes: 'none' };
  const frame = { v: 1, type: 'recon.result', id: randomUUID(), tid: till.place.tid };
  till.terminal.sendText(JSON.stringify({ ...frame, ts: new Date().toISOString(), body }));
}

test('a result that cannot be read is an end with its reason, and the line stands', async () => {
  const till = await openTill(world, stand);
  const reconciliationId = await given(till);
  sayUnreadable(till, reconciliationId);
  await till.terminal.next('recon.result.ack');
  expect((await statesOf(till.shop))[0]?.asked).toMatchObject({ state: 'FAILED', failure: 'UNREADABLE' });
});

test('after one that could not be read nobody knows where the next begins: the portal is not held against it', async () => {
  const till = await openTill(world, stand);
  const close = async (more: Partial<ReconBody>) => {
    const reconciliationId = await given(till);
    till.terminal.send({ type: 'recon.result', body: saying(reconciliationId, more) });
    await till.terminal.next('recon.result.ack');
    return (await statesOf(till.shop))[0]?.last;
  };
  await close({ schemes: [] });
  await paid(till);
  sayUnreadable(till, randomUUID());
  await till.terminal.next('recon.result.ack');
  expect((await statesOf(till.shop))[0]?.asked).toMatchObject({ state: 'FAILED', failure: 'UNREADABLE' });
  // Host and terminal count from there; the payment before it is not one that they lack.
  const next = await close({ schemes: [] });
  expect(next).toMatchObject({ balance: 'BALANCED' });
  expect(await detail(till.shop, next?.id ?? '')).toMatchObject({ fromAt: null, differences: [] });
  await paid(till);
  expect(await close({})).toMatchObject({ balance: 'BALANCED' });
  expect(await close({})).toMatchObject({ balance: 'PORTAL_DIFFERS' });
});

test('another terminal’s reconciliation is not written, whatever somebody says of it', async () => {
  const [till, other] = [await openTill(world, stand), await openTill(world, stand)];
  const reconciliationId = await given(till);
  other.terminal.send({ type: 'recon.result', body: saying(reconciliationId) });
  till.terminal.send({ type: 'recon.result', body: saying(reconciliationId, { schemes: [] }) });
  await till.terminal.next('recon.result.ack');
  expect((await statesOf(till.shop))[0]?.last).toMatchObject({ isEmpty: true });
});
