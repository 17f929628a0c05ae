import { randomUUID } from 'node:crypto';
import { addTerminal } from '@mizan/contract/terminal-manage.ts';
import { beforeAll, expect, test } from 'vitest';
import { inPlatform, inTenant, platformRows } from '../../platform/database/database.ts';
import { handTerminal, helloOf, makeKey, resultOf, telemetry } from '../../testing/hand-terminal.ts';
import { openShop } from '../../testing/shop.ts';
import { openWorld } from '../../testing/stand.ts';
import { addFurtherBank } from '../banks/banks.service.ts';
import { listBanks } from '../banks/manage/manage-banks.service.ts';
import { testBank } from '../banks/testing/test-bank.ts';
import { addBranch } from '../branches/branches.service.ts';
import { startPayment } from '../payments/payments.service.ts';
import {
  addNewTerminal,
  assignTerminal,
  retireTerminal,
  returnTerminal,
  terminalChoices,
} from './manage.service.ts';
import { lineLog, terminalByTid, terminalHistory } from './terminal-history.service.ts';
import { getTerminal, listRetiredTerminals, listTerminals, newPairingCode } from './terminals.service.ts';

const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const stand = await world.stand();
const [shop, other] = await Promise.all([openShop(db, 3), openShop(db, 1)]);
const [first, second, third] = shop.terminals;
if (!first || !second || !third) throw new Error('the shop has three terminals');
const { owner, merchantId, branchId } = shop;
let secondBranch = '';
beforeAll(async () => {
  const branch = {
    code: 'B2',
    nameEn: 'Corniche',
    nameAr: 'الكورنيش',
    addressEn: '',
    addressAr: '',
    at: clock.now(),
  };
  secondBranch = await inPlatform(db, (tx) => addBranch(tx, merchantId, branch));
});
const told = async (fact: string) =>
  platformRows<{ before: unknown; after: unknown }>(
    db,
    'SELECT before, after FROM audit_entries WHERE merchant_id = $1 AND action = $2 ORDER BY id',
    [merchantId, fact],
  );
/** As somebody does who has just opened the form. */
async function assign(
  id: string,
  wanted: { label: string | null; branchId: string; cashierId: string | null },
  by = shop,
) {
  const seen = await getTerminal(deps, by.owner, id).then(
    (shown) => ({ label: shown.label, branchId: shown.branchId, cashierId: shown.cashierId }),
    () => ({}),
  );
  return assignTerminal(deps, by.owner, id, { ...wanted, seen });
}
const seatOf = async (userId: string) =>
  (
    await platformRows<{ at: string | null }>(db, 'SELECT terminal_id::text AS at FROM users WHERE id = $1', [
      userId,
    ])
  )[0]?.at;

test('a terminal that is added waits in the list, is with its bank, and its device is paired by a code', async () => {
  const { banks } = await terminalChoices(deps, owner);
  const asked = {
    tid: '77000001',
    model: 'PAX A920Pro',
    branchId,
    bankId: banks[0]?.id ?? '',
    label: 'Front counter',
    isTest: false,
  };
  const { id } = await addNewTerminal(deps, owner, asked);
  expect(await getTerminal(deps, owner, id)).toMatchObject({
    tid: '77000001',
    label: 'Front counter',
    model: 'A920Pro',
    connection: 'NEVER',
    isPaired: false,
  });
  expect(
    await platformRows(
      db,
      'SELECT bank_id::text AS bank FROM terminal_banks WHERE merchant_id = $1 AND terminal_id = $2',
      [merchantId, id],
    ),
  ).toEqual([{ bank: asked.bankId }]);
  const { code } = await newPairingCode(deps, owner, id);
  const terminal = handTerminal(stand.url, '77000001', makeKey());
  await terminal.signIn(code);
  expect(await getTerminal(deps, owner, id)).toMatchObject({
    connection: 'CONNECTED',
    isPaired: true,
    reportedModel: 'A920',
  });
  terminal.drop();
  expect((await told('terminals.added'))[0]?.after).toMatchObject({ tid: '77000001', branchName: 'Olaya' });
});

test('409: a number that anybody has is taken, also from two who ask at once', async () => {
  const { banks } = await terminalChoices(deps, owner);
  const asked = { model: 'PAX A920Pro', branchId, bankId: banks[0]?.id ?? '', label: null, isTest: false };
  const conflict = { code: 'conflict' };
  await expect(addNewTerminal(deps, owner, { ...asked, tid: first.tid })).rejects.toMatchObject(conflict);
  await expect(
    addNewTerminal(deps, owner, { ...asked, tid: other.terminals[0]?.tid ?? '' }),
  ).rejects.toMatchObject(conflict);
  const both = await Promise.allSettled(
    [1, 2].map(() => addNewTerminal(deps, owner, { ...asked, tid: '77000002' })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((each) => each.status === 'rejected')).toMatchObject({ reason: conflict });
});

test('a test terminal is with no bank, also once there are two, and nobody is asked for one', async () => {
  const asked = { model: 'PAX A920Pro', branchId: other.branchId, bankId: null, label: null, isTest: true };
  const { id } = await addNewTerminal(deps, other.owner, { ...asked, tid: '77000009' });
  const second = { ...testBank, nameEn: 'Second Bank', nameAr: 'Second Bank' };
  await inTenant(db, other.merchantId, (tx) => addFurtherBank(tx, other.merchantId, second));
  const banks = await platformRows(
    db,
    'SELECT bank_id FROM terminal_banks WHERE merchant_id = $1 AND terminal_id = $2',
    [other.merchantId, id],
  );
  expect(banks).toEqual([]);
  const { terminals } = await listBanks(deps, other.owner);
  expect(terminals.map(({ tid }) => tid)).toEqual([other.terminals[0]?.tid]);
});

test('a terminal that charges cards is with a bank, and a test terminal with none', () => {
  const example = addTerminal.example?.body;
  const isTaken = (more: object) => addTerminal.body?.safeParse({ ...example, ...more }).success;
  expect([isTaken({}), isTaken({ bankId: null, isTest: true })]).toEqual([true, true]);
  expect([isTaken({ bankId: null }), isTaken({ isTest: true })]).toEqual([false, false]);
});

test('404: a branch or a bank of another merchant', async () => {
  const { banks } = await terminalChoices(deps, owner);
  const asked = {
    tid: '77000003',
    model: 'PAX A920Pro',
    branchId,
    bankId: banks[0]?.id ?? '',
    label: null,
    isTest: false,
  };
  const gone = { code: 'notFound' };
  await expect(addNewTerminal(deps, owner, { ...asked, branchId: other.branchId })).rejects.toMatchObject(
    gone,
  );
  const foreign = (await terminalChoices(deps, other.owner)).banks[0]?.id ?? '';
  await expect(addNewTerminal(deps, owner, { ...asked, bankId: foreign })).rejects.toMatchObject(gone);
});

test('a cashier who gets another terminal leaves the one before, and whoever worked there has none', async () => {
  const [a, b] = [first.cashier.userId, second.cashier.userId];
  await assign(second.id, { label: ' Counter ', branchId, cashierId: a });
  expect([await seatOf(a), await seatOf(b)]).toEqual([second.id, null]);
  expect(await getTerminal(deps, owner, first.id)).toMatchObject({ cashierId: null });
  expect(await getTerminal(deps, owner, second.id)).toMatchObject({ cashierId: a, label: ' Counter ' });
  expect((await told('terminals.assigned'))[0]).toMatchObject({
    before: { label: null, cashierName: 'Sami', branchName: 'Olaya' },
    after: { tid: second.tid, cashierName: 'Sami', branchName: 'Olaya' },
  });
});

test('409: a name that is saved late seats nobody where they sat before', async () => {
  const seen = { label: ' Counter ', branchId, cashierId: first.cashier.userId };
  const to = { ...seen, label: 'Counter' };
  await assignTerminal(deps, owner, second.id, { ...to, cashierId: null, seen });
  await expect(assignTerminal(deps, owner, second.id, { ...to, seen })).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'changedMeanwhile' },
  });
  expect(await getTerminal(deps, owner, second.id)).toMatchObject({ label: 'Counter', cashierId: null });
});

test('a terminal that moves to another branch leaves its cashiers behind', async () => {
  const cashierId = third.cashier.userId;
  await expect(assign(third.id, { label: null, branchId: secondBranch, cashierId })).rejects.toMatchObject({
    code: 'notFound',
  });
  expect(await seatOf(cashierId)).toBe(third.id);
  await assign(third.id, { label: null, branchId: secondBranch, cashierId: null });
  expect(await seatOf(cashierId)).toBeNull();
  expect(await getTerminal(deps, owner, third.id)).toMatchObject({
    branchNameEn: 'Corniche',
    cashierId: null,
  });
});

test('409: not taken out of service while the outcome of a payment is not known; then its device is refused', async () => {
  const key = makeKey();
  const terminal = handTerminal(stand.url, first.tid, key);
  await terminal.signIn(first.enrolCode);
  const paymentId = randomUUID();
  const started = await startPayment(deps, owner, { paymentId, terminalId: first.id, amountMinor: 1_500 });
  await terminal.next('pay.start');
  await expect(retireTerminal(deps, owner, first.id)).rejects.toMatchObject({
    code: 'terminalBusy',
    details: { transactionId: started.id },
  });
  terminal.send({ type: 'pay.ack', paymentId, outcome: 'ACCEPTED' });
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, 1_500) });
  await terminal.next('result.ack');

  await retireTerminal(deps, owner, first.id);
  expect((await terminal.closed).code).toBe(4001);
  const again = handTerminal(stand.url, first.tid, key);
  await again.next('challenge');
  again.send({
    type: 'enrol',
    code: first.enrolCode,
    serial: 'S1',
    model: 'A920',
    publicKey: key.publicText,
  });
  expect(await again.next('reject')).toMatchObject({ reason: 'BAD_CODE' });
  expect((await listTerminals(deps, owner)).map(({ tid }) => tid)).not.toContain(first.tid);
  expect((await listRetiredTerminals(deps, owner)).map(({ tid }) => tid)).toEqual([first.tid]);
  await expect(
    startPayment(deps, owner, { paymentId: randomUUID(), terminalId: first.id, amountMinor: 100 }),
  ).rejects.toMatchObject({ code: 'notFound' });
  expect(await terminalByTid(deps, owner, first.tid)).toMatchObject({
    status: 'RETIRED',
    connection: 'DISCONNECTED',
  });
  const history = await terminalHistory(deps, owner, { params: { id: first.id }, query: { hours: '24' } });
  expect(history.payments.reduce((sum, { approved }) => sum + approved, 0)).toBe(1);
  const { rows } = await lineLog(deps, owner, { params: { id: first.id }, query: { limit: 10 } });
  expect(rows.slice(0, 2).map(({ event }) => event)).toEqual(['RETIRED', 'LOST']);
  again.drop();
});

test('one that comes back is paired anew; its old key stays refused', async () => {
  await returnTerminal(deps, owner, first.id);
  expect(await listRetiredTerminals(deps, owner)).toEqual([]);
  expect(await getTerminal(deps, owner, first.id)).toMatchObject({ connection: 'NEVER', isPaired: false });
  const { code } = await newPairingCode(deps, owner, first.id);
  const terminal = handTerminal(stand.url, first.tid, makeKey());
  await terminal.signIn(code);
  expect(await getTerminal(deps, owner, first.id)).toMatchObject({ connection: 'CONNECTED', isPaired: true });
  terminal.drop();
  expect([(await told('terminals.retired')).length, (await told('terminals.returned')).length]).toEqual([
    1, 1,
  ]);
});

test('a new device under the same number: the history stays, the old device is refused', async () => {
  const oldKey = makeKey();
  const old = handTerminal(stand.url, second.tid, oldKey);
  await old.signIn(second.enrolCode);
  old.send({ type: 'telemetry', body: telemetry });
  await old.next('ack');
  const paymentId = randomUUID();
  await startPayment(deps, owner, { paymentId, terminalId: second.id, amountMinor: 2_500 });
  await old.next('pay.start');
  old.send({ type: 'pay.ack', paymentId, outcome: 'ACCEPTED' });
  old.send({ type: 'pay.result', body: resultOf(paymentId, 2_500) });
  await old.next('result.ack');
  const { code } = await newPairingCode(deps, owner, second.id);
  const next = handTerminal(stand.url, second.tid, makeKey());
  await next.signIn(code);
  expect((await old.closed).code).toBe(4001);
  const back = handTerminal(stand.url, second.tid, oldKey);
  const { nonce } = await back.next('challenge');
  back.send(helloOf(oldKey, nonce, second.tid));
  expect(await back.next('reject')).toMatchObject({ reason: 'BAD_SIGNATURE' });
  const { rows } = await lineLog(deps, owner, { params: { id: second.id }, query: { limit: 20 } });
  expect(rows.filter(({ event }) => event === 'PAIRED')).toHaveLength(2);
  // What the old device said of itself and what it took stay with the number.
  const { health, payments } = await terminalHistory(deps, owner, {
    params: { id: second.id },
    query: { hours: '24' },
  });
  expect(health.map(({ batteryPercent }) => batteryPercent)).toContain(telemetry.battery);
  expect(payments.map(({ approved }) => approved)).toEqual([1]);
  next.drop();
  back.drop();
});

test('404: of another merchant', async () => {
  const gone = { code: 'notFound' };
  await expect(retireTerminal(deps, other.owner, first.id)).rejects.toMatchObject(gone);
  await expect(returnTerminal(deps, other.owner, first.id)).rejects.toMatchObject(gone);
  await expect(
    assign(first.id, { label: null, branchId: other.branchId, cashierId: null }, other),
  ).rejects.toMatchObject(gone);
});
