import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveBeat, livePath, liveProtocol } from '@mizan/contract/live.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { afterAll, expect, test } from 'vitest';
import { startTerminal } from '../terminal/terminal.ts';
import { anotherOwner } from './features/refunds/testing/another-owner.ts';
import { closeDatabase, inPlatform, openDatabase, platformRows } from './platform/database/database.ts';
import { openSession } from './platform/sessions/sessions.ts';
import { testDatabase } from './platform/testing/database.ts';
import { approvedInJournals, approvedInPortal, refundedBeyondPaid, stillOpen } from './testing/agreement.ts';
import { pause } from './testing/busy-shop.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';
import { randomFrom } from './testing/random-from.ts';
import { openShop, type Shop } from './testing/shop.ts';

/** Two portal processes on one PostgreSQL behave as one. */
const database = await testDatabase();
const environment = portalEnvironment(database.url);
const [one, two] = await Promise.all([runPortal(environment), runPortal(environment)]);
const db = openDatabase(database.roles);
const [shop, other] = await Promise.all([openShop(db, 1), openShop(db, 1)]);
const stateDir = mkdtempSync(join(tmpdir(), 'mizan-two-'));

const [place] = shop.terminals;
if (!place) throw new Error('no terminal');
const terminal = startTerminal({
  tid: place.tid,
  enrolCode: place.enrolCode,
  serial: 'S1',
  model: 'A920',
  url: two.url,
  stateDir,
  speed: 0,
  log: () => {},
});

afterAll(async () => {
  terminal.stop();
  await Promise.all([one.end(), two.end()]);
  await closeDatabase(db);
  rmSync(stateDir, { recursive: true, force: true });
});

const signIn = (who: Shop): Promise<string> => signInAs(who.owner.userId);

const signInAs = (userId: string): Promise<string> =>
  inPlatform(db, (tx) => openSession(tx, { userId, at: new Date(), userAgent: null, ip: '127.0.0.1' }));

/** A window: what it hears on the live channel of one process, the beats of the line apart. */
async function openWindow(url: string, token: string): Promise<string[]> {
  const heard: string[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}${livePath}`, [liveProtocol, token]);
  socket.addEventListener('message', ({ data }) => {
    if (data !== liveBeat) heard.push(String(data));
  });
  await once(socket, 'open');
  return heard;
}

test('a payment asked for on one, the terminal on the other, the result in every window of the merchant alone', async () => {
  const [mine, theirs] = await Promise.all([signIn(shop), signIn(other)]);
  const windows = await Promise.all([openWindow(one.url, mine), openWindow(two.url, mine)]);
  const silent = await Promise.all([openWindow(one.url, theirs), openWindow(two.url, theirs)]);
  await expect.poll(() => terminal.link.isWelcome(), { timeout: 10_000 }).toBe(true);

  const answer = await fetch(`${one.url}${apiBase}/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mine}`, 'content-type': 'application/json' },
    body: JSON.stringify({ paymentId: randomUUID(), terminalId: place.id, amountMinor: 12_500 }),
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };

  const results = () => windows.map((heard) => heard.filter((text) => text.startsWith('PAY')));
  await expect.poll(results, { timeout: 10_000 }).toEqual([[`PAY1${id}`], [`PAY1${id}`]]);
  // A number of the bus, and when it was last heard, say nothing of anybody's payments; nor do the beats of the line.
  expect(silent.flat().filter((text) => !/^(?:SEQ|AGO)/.test(text))).toEqual([]);
});

/** As a client asks that keeps its id: one that was too busy is asked again with the same. */
async function statusOf(url: string, token: string, body: object, path = '/refunds'): Promise<number> {
  for (;;) {
    const answer = await fetch(`${url}${apiBase}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 503) return answer.status;
    await pause(50);
  }
}

/** Up to which refunds go to the terminal without a second person. */
const setLimit = (limitMinor: number): Promise<unknown> =>
  platformRows(
    db,
    `INSERT INTO refund_limits (merchant_id, limit_minor, by_id, by_name, at) VALUES ($1, $2, $3, 'Huda', now())
     ON CONFLICT (merchant_id) DO UPDATE SET limit_minor = $2`,
    [shop.merchantId, limitMinor, shop.owner.userId],
  );

const seed = Number(process.env.MIZAN_SEED ?? Date.now() % 2 ** 31);
/** `npm run test:long` plays more of them. */
const runs = Array.from({ length: process.env.MIZAN_LONG ? 20 : 2 }, (_, at) => at + 1);

test.each(runs)(
  `two hundred refunds at once on both processes, run %i: up to what was paid and not a halala more (seed ${seed})`,
  { timeout: 120_000 },
  async (run) => {
    const { merchantId, branchId } = shop;
    await setLimit(0);
    const second = await anotherOwner(db, shop);
    const paid = 100_000 + run;
    const [purchase] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, terminal_id, tid, branch_id,
         created_at, business_day, decided_at, sent_at, rrn, first_six, last_four, scheme)
       VALUES ($1, gen_random_uuid(), 'PURCHASE', 'APPROVED', $2, 'SAR', $3, $4, $5, now(), current_date, now(), now(),
         '632609000123', '588845', '3421', 'Mada') RETURNING id::text`,
      [merchantId, paid, place.id, place.tid, branchId],
    );
    const tokens = await Promise.all([signIn(shop), signInAs(second.userId)]);
    // Amounts that a seed repeats: small and large ones, of which at most about a third fits.
    const random = randomFrom(seed + run);
    const amounts = Array.from({ length: 200 }, () => 1 + Math.floor(random() * 3_000));
    const answers = await Promise.all(
      amounts.map(async (amountMinor, at) => {
        const { url } = at % 2 === 0 ? one : two;
        const token = tokens[at % 3 === 0 ? 1 : 0] ?? '';
        const body = { refundId: randomUUID(), originalId: purchase?.id, amountMinor, reason: 'RETURNED' };
        return { amountMinor, status: await statusOf(url, token, body) };
      }),
    );
    const taken = answers.filter(({ status }) => status === 201);
    const refusals = answers.filter(({ status }) => status !== 201);
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([409]));
    const held = taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(held).toBeLessThanOrEqual(paid);
    // Nothing that would still fit was refused: the last word names the same remainder.
    const left = paid - held;
    expect(Math.min(...refusals.map(({ amountMinor }) => amountMinor))).toBeGreaterThan(left);
    const [kept] = await platformRows<{ sum: number }>(
      db,
      `SELECT sum(amount_minor)::bigint AS sum FROM refunds WHERE merchant_id = $1 AND original_id = $2`,
      [merchantId, purchase?.id],
    );
    expect(kept?.sum).toBe(held);
  },
);

/** A purchase that the terminal took and the bank approved. */
async function purchaseOf(token: string, amountMinor: number): Promise<string> {
  await expect.poll(() => terminal.link.isWelcome(), { timeout: 10_000 }).toBe(true);
  const answer = await fetch(`${one.url}${apiBase}/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ paymentId: randomUUID(), terminalId: place?.id, amountMinor }),
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  await expect.poll(() => stillOpen(db), { timeout: 20_000 }).toEqual([]);
  return id;
}

/** What the bank gave back of a purchase, as the portal knows it once nothing is under way any more. */
async function givenBackOf(originalId: string): Promise<number[]> {
  await expect.poll(() => stillOpen(db), { timeout: 20_000 }).toEqual([]);
  const tids = [place?.tid ?? ''];
  expect(await approvedInPortal(db, tids)).toEqual(
    expect.arrayContaining(approvedInJournals(stateDir, tids)),
  );
  expect(await refundedBeyondPaid(db)).toEqual([]);
  const rows = await platformRows<{ minor: number }>(
    db,
    `SELECT amount_minor::bigint AS minor FROM transactions
      WHERE merchant_id = $1 AND original_id = $2 AND status = 'APPROVED'`,
    [shop.merchantId, originalId],
  );
  return rows.map(({ minor }) => minor);
}

test('two hundred refunds at once without a second person: one reaches the bank, the others would be more than was paid', {
  timeout: 120_000,
}, async () => {
  await setLimit(100_000_000);
  const token = await signIn(shop);
  const originalId = await purchaseOf(token, 12_500);
  const wave = (): Promise<number[]> =>
    Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        statusOf((at % 2 === 0 ? one : two).url, token, {
          refundId: randomUUID(),
          originalId,
          amountMinor: 7_000,
          reason: 'RETURNED',
        }),
      ),
    );
  const first = await wave();
  expect(first.filter((status) => status === 201)).toHaveLength(1);
  expect(new Set(first)).toEqual(new Set([201, 409]));
  expect(await givenBackOf(originalId)).toEqual([7_000]);
  // With the terminal free again the remainder alone refuses.
  expect(new Set(await wave())).toEqual(new Set([409]));
  expect(await givenBackOf(originalId)).toEqual([7_000]);
});

test('two hundred approvals of one refund at once: it reaches the bank once', {
  timeout: 120_000,
}, async () => {
  await setLimit(0);
  const [asking, second] = await Promise.all([signIn(shop), anotherOwner(db, shop)]);
  const approving = await signInAs(second.userId);
  const originalId = await purchaseOf(asking, 12_500);
  const refundId = randomUUID();
  const body = { refundId, originalId, amountMinor: 5_000, reason: 'RETURNED' };
  expect(await statusOf(one.url, asking, body)).toBe(201);
  const [row] = await platformRows<{ id: string; state: string }>(
    db,
    'SELECT id::text, state FROM refunds WHERE merchant_id = $1 AND original_id = $2',
    [shop.merchantId, originalId],
  );
  expect(row?.state).toBe('WAITING');
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      statusOf((at % 2 === 0 ? one : two).url, approving, {}, `/refunds/${row?.id}/approve`),
    ),
  );
  expect(answers.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set([200, 409]));
  expect(await givenBackOf(originalId)).toEqual([5_000]);
});
