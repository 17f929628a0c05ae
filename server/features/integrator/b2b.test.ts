import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integratorLogin, makeCredential } from '@mizan/contract/integrator.ts';
import { integratorPurchase } from '@mizan/contract/integrator-calls.ts';
import {
  addCashier,
  associateTerminal,
  b2bPageSize,
  deassociateTerminal,
  filterB2bTransactions,
  getB2bTransaction,
  runTerminalReconciliation,
} from '@mizan/contract/integrator-systems.ts';
import { afterAll, expect, test } from 'vitest';
import { startTerminal, type Terminal } from '../../../terminal/terminal.ts';
import { platformRows } from '../../platform/database/database.ts';
import { handTerminal, makeKey } from '../../testing/hand-terminal.ts';
import { livePortal } from '../../testing/live-portal.ts';
import { openShop, type Shop, type ShopTerminal } from '../../testing/shop.ts';

const waitMs = 5_000;
const portal = await livePortal(waitMs);
const { db, stand, clock } = portal;
const folder = mkdtempSync(join(tmpdir(), 'mizan-b2b-'));
const simulated: Terminal[] = [];
afterAll(() => {
  for (const each of simulated) each.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A shop with two terminals and software that is signed in by a credential of its owner. */
async function openSystem() {
  const shop = await openShop(db, 2);
  await platformRows(db, 'UPDATE users SET email_verified_at = now() WHERE id = $1', [shop.owner.userId]);
  const owner = await portal.tokenOf(shop.owner.userId);
  const made = await portal.call(makeCredential, { body: { name: 'Books' } }, { token: owner });
  const { username, password } = made.json();
  const signIn = async (): Promise<string> =>
    (await portal.call(integratorLogin, { body: { username, password } })).json().accessToken;
  const [place, second] = shop.terminals as [ShopTerminal, ShopTerminal];
  return { shop, place, second, token: await signIn(), signIn };
}

/** So many payments of a shop, one a minute, the newest at `until`; straight into the table. */
const addPayments = (shop: Shop, place: ShopTerminal, count: number, until: Date) =>
  platformRows(
    db,
    `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, terminal_id, tid, branch_id,
       created_at, decided_at, business_day, scheme, rrn, acquirer_code, action_code, provider_code, mdr_minor, fee_minor, vat_minor,
       net_minor, processing_fee_minor)
     SELECT $1, gen_random_uuid(), 'PURCHASE', 'APPROVED', 1000 + i, 'SAR', $2, $3, $4,
       $5::timestamptz - i * interval '1 minute', $5, '2026-11-20', 'Mada', '632609000123', '588847', '000', '00', 8, 11, 2,
       987 + i, 3
       FROM generate_series(0, $6 - 1) AS i RETURNING 1`,
    [shop.merchantId, place.id, place.tid, shop.branchId, until, count],
  );

test('counted pages of 15, newest first, of whole days in Riyadh, of this merchant alone', async () => {
  const { shop, place, token } = await openSystem();
  const other = await openSystem();
  await addPayments(other.shop, other.place, 3, new Date('2026-11-20T10:00:00Z'));
  // 23:59 in Riyadh on the 20th, and one minute into the 21st.
  await addPayments(shop, place, 31, new Date('2026-11-20T20:59:00Z'));
  await addPayments(shop, place, 1, new Date('2026-11-20T21:00:00Z'));
  const filter = async (page?: number) =>
    (
      await portal.call(
        filterB2bTransactions,
        { query: { startDate: '2026-11-20', endDate: '2026-11-20', page } },
        { token },
      )
    ).json();
  const [first, last, beyond] = [await filter(), await filter(2), await filter(3)];
  expect(first).toMatchObject({ totalPages: 3, totalElements: 31, currentPage: 0, pageSize: b2bPageSize });
  expect(first.content.map(({ amount }: { amount: number }) => amount)).toEqual(
    Array.from({ length: 15 }, (_, index) => 1000 + index),
  );
  expect(first.content[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    uuid: expect.any(String),
    amount: 1000,
    status: 'APPROVED',
    terminalId: place.tid,
    date: '2026-11-20T20:59:00.000Z',
    rrn: '632609000123',
    cardType: 'Mada',
    acquirerCode: '588847',
    type: 'PURCHASE',
    vat: 2,
    mdr: 8,
    procFee: 3,
    netAmount: 987,
    switch_response_code: '000',
    provider_response_code: '00',
  });
  expect(last.content.map(({ amount }: { amount: number }) => amount)).toEqual([1030]);
  expect([beyond.content, beyond.totalElements]).toEqual([[], 31]);
});

test('400: a window of 367 days, one that ends before it begins, and one without an end; 366 days are taken', async () => {
  const { token } = await openSystem();
  const status = async (query: object) =>
    (await portal.call(filterB2bTransactions, { query } as never, { token })).statusCode;
  expect(await status({ startDate: '2025-01-01', endDate: '2026-01-01' })).toBe(200);
  expect(await status({ startDate: '2025-01-01', endDate: '2026-01-02' })).toBe(400);
  expect(await status({ startDate: '2026-01-02', endDate: '2026-01-01' })).toBe(400);
  expect(await status({ startDate: '2026-01-02' })).toBe(400);
});

test('one transaction by its number and by its uuid; another merchant’s by neither', async () => {
  const { shop, place, token } = await openSystem();
  const other = await openSystem();
  await addPayments(shop, place, 1, clock.now());
  const [row] = await platformRows<{ id: string; uuid: string }>(
    db,
    'SELECT id::text, uuid FROM transactions WHERE merchant_id = $1',
    [shop.merchantId],
  );
  const { id, uuid } = row ?? expect.fail('no payment');
  const get = (which: string, as: string) =>
    portal.call(getB2bTransaction, { params: { id: which } }, { token: as });
  const byId = await get(id, token);
  expect(byId.json()).toMatchObject({ id, uuid });
  expect((await get(uuid, token)).json()).toEqual(byId.json());
  expect((await get(id, other.token)).statusCode).toBe(404);
  expect((await get(uuid, other.token)).statusCode).toBe(404);
});

const reconcile = (tid: string, token: string) =>
  portal.call(runTerminalReconciliation, { params: { terminalId: tid } }, { token });

test('a terminal reconciles and its totals are answered, host and terminal by scheme, in balance', async () => {
  const { shop, place, token } = await openSystem();
  const terminal = startTerminal({
    tid: place.tid,
    enrolCode: place.enrolCode,
    serial: 'S1',
    model: 'A920',
    url: stand.url,
    stateDir: folder,
    speed: 0,
    log: () => {},
    waits: { firstMs: 5, mostMs: 40, droppedMs: 20 },
  });
  simulated.push(terminal);
  await expect.poll(() => terminal.link.isWelcome()).toBe(true);
  const till = await portal.tillToken(place.cashier, `recon${place.tid}`);
  const bought = await portal.call(
    integratorPurchase,
    { body: { amount: '12000', refNumber: 'R-1' } },
    { token: till },
  );
  const { status, receipt } = bought.json();
  expect(status).toBe('APPROVED');
  const answer = await reconcile(place.tid, token);
  const { success, message, data } = answer.json();
  expect([answer.statusCode, success, message]).toEqual([200, true, 'Reconciled: host and terminal agree.']);
  expect(data).toMatchObject({
    madaTerminalId: place.tid,
    bankId: receipt.acquirerCode,
    merchantId: receipt.merchantId,
    mcc: receipt.merchantCategoryCode,
    stan: null,
    rrn: null,
    transactionTypeEn: 'RECONCILIATION',
    status: 'COMPLETED IN BALANCE',
    scheduledTime: null,
  });
  expect(data.reconTotals).toEqual([
    {
      cardSchemeId: receipt.cardSchemeId,
      cardSchemeEn: receipt.cardSchemeEn,
      cardSchemeAr: receipt.cardSchemeAr,
      hostDebitCount: 1,
      hostDebitTotal: 12_000,
      hostCreditCount: 0,
      hostCreditTotal: 0,
      terminalDebitCount: 1,
      terminalDebitTotal: 12_000,
      terminalCreditCount: 0,
      terminalCreditTotal: 0,
    },
  ]);
  expect((await reconcile(place.tid, till)).statusCode).toBe(403);
  expect([receipt.acquirerCode, receipt.merchantId, receipt.merchantCategoryCode]).toEqual([
    '588847',
    expect.stringMatching(/^\d+$/),
    expect.stringMatching(/^\d{4}$/),
  ]);
  // Of two acquirers on one terminal it is not known which one reconciled.
  await addPayments(shop, place, 1, clock.now());
  const change =
    "UPDATE transactions SET acquirer_code = '601000' WHERE merchant_id = $1 AND amount_minor = 1000";
  await platformRows(db, change, [shop.merchantId]);
  const again = (await reconcile(place.tid, token)).json();
  expect(again.data).toMatchObject({ bankId: null, merchantId: receipt.merchantId });
});

test('not done: a terminal without a line, one that is busy, one that does not answer in time; then the same one is waited for', async () => {
  const { place, token } = await openSystem();
  expect((await reconcile(place.tid, token)).json()).toEqual({
    success: false,
    message: 'The terminal is not connected.',
    data: null,
  });
  const terminal = handTerminal(stand.url, place.tid, makeKey());
  await terminal.signIn(place.enrolCode);
  const waited = (await reconcile(place.tid, token)).json();
  expect([waited.success, waited.data, waited.message]).toEqual([
    false,
    null,
    expect.stringContaining('has not answered yet'),
  ]);
  const { reconciliationId } = await terminal.next('recon.start');
  const again = reconcile(place.tid, token);
  await expect.poll(() => portal.waitingCalls()).toBe(1);
  const askedAt = clock.now();
  // One that its daily time had done, which this call waits for as well.
  await platformRows(db, "UPDATE terminal_reconciliations SET origin = 'DAILY' WHERE uuid = $1", [
    reconciliationId,
  ]);
  clock.set(new Date(askedAt.getTime() + 2_000));
  const at = new Date().toISOString();
  const host = { debitCount: 7, debitMinor: 70_500, creditCount: 2, creditMinor: 1_200 };
  const onTerminal = { debitCount: 6, debitMinor: 60_400, creditCount: 1, creditMinor: 900 };
  terminal.send({
    type: 'recon.result',
    body: {
      reconciliationId,
      actionCode: '501',
      schemes: [{ scheme: 'MasterCard', host, terminal: onTerminal }],
      startAt: at,
      endAt: at,
    },
  });
  const { success, message, data } = (await again).json();
  expect([success, message]).toEqual([true, 'Reconciled: host and terminal differ.']);
  expect(data).toEqual({
    id: expect.stringMatching(/^\d+$/),
    bankId: null,
    merchantId: null,
    madaTerminalId: place.tid,
    mcc: null,
    stan: null,
    version: '1.4.2',
    rrn: null,
    transactionTypeEn: 'RECONCILIATION',
    transactionTypeAr: 'الموازنة',
    status: 'COMPLETED OUT OF BALANCE',
    startDateTime: askedAt.toISOString(),
    endDateTime: clock.now().toISOString(),
    scheduledTime: askedAt.toISOString(),
    executionTime: askedAt.toISOString(),
    reconTotals: [
      {
        cardSchemeId: 'MC',
        cardSchemeEn: 'Mastercard',
        cardSchemeAr: 'ماستركارد',
        hostDebitCount: 7,
        hostDebitTotal: 70_500,
        hostCreditCount: 2,
        hostCreditTotal: 1_200,
        terminalDebitCount: 6,
        terminalDebitTotal: 60_400,
        terminalCreditCount: 1,
        terminalCreditTotal: 900,
      },
    ],
  });
  expect(terminal.waiting('recon.start')).toBe(0);
  const other = await openSystem();
  expect((await reconcile(place.tid, other.token)).statusCode).toBe(404);
});

const person = { fullName: 'Omar Khaled', password: 'Qahwa-Diyar#2026' };

test('the same POST /cashiers under one Idempotency-Key makes one cashier and gets the first answer, by a later token, too', async () => {
  const { shop, place, token, signIn } = await openSystem();
  const body = { ...person, username: `once${place.tid}`, branchId: shop.branchId };
  const add = (more: object, by = token, idempotencyKey = 'till-4711') =>
    portal.call(addCashier, { body: { ...body, ...more } }, { token: by, idempotencyKey });
  // What was refused used no Idempotency-Key.
  expect((await add({ branchId: '1' })).statusCode).toBe(404);
  const first = await add({});
  expect(first.statusCode).toBe(201);
  for (const again of [await add({}), await add({}, await signIn())]) {
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
  }
  const cashiers = await platformRows(db, 'SELECT 1 FROM users WHERE username = $1', [body.username]);
  expect(cashiers).toHaveLength(1);
  // Another request under it, and the same one under none or another, are told apart.
  expect((await add({ password: 'Another-Diyar#2026' })).statusCode).toBe(409);
  expect((await add({}, token, 'till-4712')).statusCode).toBe(409);
  expect((await portal.call(addCashier, { body }, { token })).statusCode).toBe(409);
  expect((await add({}, token, 'two words')).statusCode).toBe(400);
  // A password stands nowhere, and another shop's key of the same words is another one.
  const kept = 'SELECT asked_hash AS hash, answer FROM integrator_requests WHERE merchant_id = $1';
  const rows = await platformRows<{ hash: Buffer; answer: string }>(db, kept, [shop.merchantId]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(person.password);
  const other = await openSystem();
  const elsewhere = { username: `once${other.place.tid}`, branchId: other.shop.branchId };
  expect((await add(elsewhere, other.token)).statusCode).toBe(201);
});

test('a purchase is told apart by its refNumber: an Idempotency-Key beside it keeps no answer that a payment outgrows', async () => {
  const { shop, place, token } = await openSystem();
  const username = `till${place.tid}`;
  const body = { ...person, username, branchId: shop.branchId, terminalId: place.tid };
  expect((await portal.call(addCashier, { body }, { token })).statusCode).toBe(201);
  const login = await portal.call(integratorLogin, { body: { username, password: person.password } });
  await portal.call(
    integratorPurchase,
    { body: { amount: '100', refNumber: `${username}-1` } },
    { token: login.json().accessToken, idempotencyKey: 'till-1' },
  );
  const kept = 'SELECT 1 FROM integrator_requests WHERE merchant_id = $1';
  expect(await platformRows(db, kept, [shop.merchantId])).toEqual([]);
});

test('a cashier is added, signs in, is bound to another terminal and taken off it; each takes effect at once', async () => {
  const { shop, place, second, token } = await openSystem();
  const username = `omar${place.tid}`;
  const body = { ...person, username, branchId: shop.branchId, terminalId: place.tid };
  const added = await portal.call(addCashier, { body }, { token });
  expect([added.statusCode, added.json()]).toEqual([
    201,
    {
      id: expect.stringMatching(/^\d+$/),
      fullName: 'Omar Khaled',
      username,
      role: 'CASHIER',
      branchId: shop.branchId,
      terminalId: place.tid,
    },
  ]);
  const login = await portal.call(integratorLogin, { body: { username, password: person.password } });
  const till = login.json().accessToken as string;
  let bought = 0;
  const buysOn = async () => {
    bought += 1;
    const answer = await portal.call(
      integratorPurchase,
      { body: { amount: String(bought * 100), refNumber: `${username}-${bought}` } },
      { token: till },
    );
    if (answer.statusCode !== 200) return answer.statusCode;
    const [row] = await platformRows<{ tid: string }>(db, 'SELECT tid FROM transactions WHERE id = $1', [
      answer.json().transactionId,
    ]);
    return row?.tid;
  };
  expect(await buysOn()).toBe(place.tid);
  const move = { terminalId: second.tid, cashierUsername: username.toUpperCase() };
  const moved = await portal.call(associateTerminal, { body: move }, { token });
  expect(moved.json()).toEqual({ terminalId: second.tid, cashierUsername: username });
  expect(await buysOn()).toBe(second.tid);
  const off = { terminalId: second.tid, cashierUsername: username };
  expect((await portal.call(deassociateTerminal, { body: off }, { token })).json()).toEqual(off);
  expect(await buysOn()).toBe(404);
  expect((await portal.call(deassociateTerminal, { body: off }, { token })).statusCode).toBe(404);
});

test('without a name everybody is taken off a terminal, and nobody is named there any more', async () => {
  const { place, token } = await openSystem();
  const answer = await portal.call(deassociateTerminal, { body: { terminalId: place.tid } }, { token });
  expect(answer.statusCode).toBe(200);
  const rows = await platformRows<{ named: string | null; working: number }>(
    db,
    `SELECT cashier_id AS named, (SELECT count(*) FROM users WHERE terminal_id = t.id) AS working
       FROM terminals t WHERE id = $1`,
    [place.id],
  );
  expect(rows).toEqual([{ named: null, working: 0 }]);
});

test('refused: a taken username, a password that is guessed first, another merchant’s terminal or cashier', async () => {
  const { shop, place, token } = await openSystem();
  const other = await openSystem();
  const body = { ...person, username: `sara${place.tid}`, branchId: shop.branchId };
  const add = async (more: object) =>
    (await portal.call(addCashier, { body: { ...body, ...more } }, { token })).statusCode;
  expect(await add({})).toBe(201);
  expect(await add({ username: body.username.toUpperCase() })).toBe(409);
  expect(await add({ username: 'new-one', password: 'Password#2026' })).toBe(400);
  expect(await add({ username: 'new-one', terminalId: other.place.tid })).toBe(404);
  const theirs = { terminalId: other.place.tid, cashierUsername: body.username };
  expect((await portal.call(associateTerminal, { body: theirs }, { token })).statusCode).toBe(404);
  const { cashier } = other.place;
  await platformRows(db, 'UPDATE users SET username = $2 WHERE id = $1', [cashier.userId, `ali${place.tid}`]);
  const foreign = { terminalId: place.tid, cashierUsername: `ali${place.tid}` };
  expect((await portal.call(associateTerminal, { body: foreign }, { token })).statusCode).toBe(404);
});
