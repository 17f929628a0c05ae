import { setExceptionLimit } from '@mizan/contract/exception-limit.ts';
import * as contract from '@mizan/contract/exceptions.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  detailOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import {
  accept,
  anotherOwner,
  decide,
  exceptionOf,
  exceptionsOf,
  reopen,
  toldBy,
} from './testing/exception-world.ts';

/** What people do with exceptions. Sunday 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const { db, clock } = world.portal;
const day = '2026-11-16';

/** A file with 150.00 too little on one line, 250.00 too little on another, and one line that nobody sold. */
async function withExceptions() {
  const own = await anotherMerchant(world);
  const sales = (await sell(
    own,
    [10_000, 50_000, 60_000].map((amountMinor, index) => ({ amountMinor, at: `${day} 1${index}:00` })),
  )) as [Sold, Sold, Sold];
  const [first, short, shorter] = sales;
  const less = (sale: Sold, minor: number) => csvLineOf(sale, { amountMinor: sale.amountMinor - minor });
  const strange = csvLineOf(first, {
    rrn: '632116771203',
    approvalCode: '446812',
    lastFour: '6106',
    amountMinor: 38_850,
  });
  const lines = [csvLineOf(first), less(short, 15_000), less(shorter, 25_000), strange];
  const file = await reconcile(own, csvOf(lines), 'najd.csv');
  const all = await exceptionsOf(own);
  const of = (line: number) => all.find((each) => each.line === line) as contract.ExceptionRow;
  return { own, sales, file, small: of(3), large: of(4), strange: of(5) };
}

const facts = (own: BankWorld) =>
  platformRows<{ action: string }>(
    db,
    `SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'exceptions.%' ORDER BY id`,
    [own.merchant.merchantId],
  ).then((rows) => rows.map(({ action }) => action.replace('exceptions.', '')));

const stateOf = async (own: BankWorld, id: string) => (await exceptionOf(own, id)).state;

test('the list has every exception of every file, the oldest first, narrowed by state, outcome, file and person', async () => {
  const { own, file, small, large, strange } = await withExceptions();
  expect(small).toMatchObject({
    state: 'OPEN',
    outcome: 'amountDiffers',
    fileName: 'najd.csv',
    line: 3,
    transactionId: null,
    since: { day: '2026-11-17', kind: 'DUE' },
    age: { workingDays: 3, days: ['2026-11-18', '2026-11-19', '2026-11-22'] },
  });
  expect(strange).toMatchObject({
    since: { day: '2026-11-22', kind: 'NAMED' },
    age: { workingDays: 0, days: [] },
  });
  clock.advance(25 * 3_600_000);
  const tomorrow = { ...own, token: await own.portal.tokenOf(own.merchant.owner.userId) };
  expect((await exceptionsOf(tomorrow)).map(({ id, age }) => [id, age])).toEqual(
    [large, small, strange]
      .toSorted((a, b) => Number(a.id) - Number(b.id))
      .map(({ id }) => [
        id,
        id === strange.id
          ? { workingDays: 1, days: ['2026-11-23'] }
          : { workingDays: 4, days: ['2026-11-18', '2026-11-19', '2026-11-22', '2026-11-23'] },
      ]),
  );
  clock.advance(-25 * 3_600_000);
  const ids = async (query: Parameters<typeof exceptionsOf>[1]) =>
    (await exceptionsOf(own, query)).map(({ id }) => id);
  expect(await ids({ outcome: 'missingInPortal' })).toEqual([strange.id]);
  expect(await ids({ bankFileId: file.id })).toHaveLength(3);
  expect(await ids({ state: 'ACCEPTED' })).toEqual([]);
  expect(await ids({ assignee: own.merchant.owner.userId })).toEqual([]);
  expect(await ids({ assignee: 'none' })).toHaveLength(3);
});

test('an age counts from the day on which the money was due, or from the settlement day of the line, whenever it was judged', async () => {
  const own = await anotherMerchant(world);
  const [first, , last] = (await sell(
    own,
    [10_000, 20_000, 30_000].map((amountMinor, index) => ({ amountMinor, at: `2026-11-10 1${index}:00` })),
  )) as [Sold, Sold, Sold];
  const settled = csvOf([csvLineOf(first), csvLineOf(last, { amountMinor: 29_000 })])
    .split('\n')
    .map((line, at) => (line === '' ? line : `${line},${at === 0 ? 'Settlement Date' : '2026-11-12'}`))
    .join('\n');
  await reconcile(own, settled, 'old.csv');
  const of = Object.fromEntries((await exceptionsOf(own)).map((each) => [each.outcome, each]));
  // Sold on a Tuesday and due on Wednesday the 11th, however new the verdict is.
  expect(of['missingInBank']).toMatchObject({
    since: { day: '2026-11-11', kind: 'DUE' },
    age: { workingDays: 7 },
  });
  expect(of['amountDiffers']).toMatchObject({
    since: { day: '2026-11-12', kind: 'SETTLEMENT' },
    age: { workingDays: 6 },
  });
  const page = async (cursor?: string) =>
    (
      await own.portal.call(
        contract.listExceptions,
        { query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) } },
        { token: own.token },
      )
    ).json<{ rows: contract.ExceptionRow[]; nextCursor: string | null }>();
  const one = await page();
  const two = await page(one.nextCursor ?? '');
  expect([...one.rows, ...two.rows].map(({ outcome }) => outcome)).toEqual([
    'missingInBank',
    'amountDiffers',
  ]);
  expect(two.nextCursor).toBe(null);
});

test('what comes near is what the engine found so, with the field that fails', async () => {
  const { own, sales, strange, large } = await withExceptions();
  const line = await exceptionOf(own, strange.id);
  expect(line.own).toMatchObject({
    line: 5,
    rrn: '632116771203',
    authCode: '446812',
    lastFour: '6106',
    amountMinor: 38_850,
  });
  expect(line.entry?.reason).toBe('noRrn');
  const pair = await exceptionOf(own, large.id);
  expect(pair.near).toMatchObject([
    {
      transactionId: sales[2].id,
      amountMinor: 60_000,
      differs: [{ field: 'amount', value: '60000' }],
      isFree: true,
    },
  ]);
  // What agrees stands on both sides: no '=' beside nothing.
  expect(pair.near[0]?.agrees).toContain('authCode');
  expect(pair.own.authCode).toBe(pair.near[0]?.authCode);
  expect(pair.own.authCode).not.toBe(null);
});

test('one person accepts up to the limit, with a note; the verdict stays, and it is opened again', async () => {
  const { own, file, small } = await withExceptions();
  const before = await detailOf(own, file.id);
  expect(await accept(own, small)).toEqual({ status: 200, state: 'ACCEPTED' });
  expect(await accept(own, small)).toEqual({ status: 200, state: 'ACCEPTED' });
  expect(await detailOf(own, file.id)).toEqual(before);
  const answer = await own.portal.call(
    contract.sumExceptions,
    { query: { bankFileId: file.id } },
    { token: own.token },
  );
  expect(answer.json<{ sums: contract.StateSum[] }>().sums).toEqual([
    {
      state: 'ACCEPTED',
      currency: 'SAR',
      count: 1,
      differenceMinor: small.differenceMinor,
      byName: own.merchant.owner.fullName,
    },
    { state: 'OPEN', currency: 'SAR', count: 2, differenceMinor: expect.any(Number), byName: null },
  ]);
  expect(await reopen(own, small.id)).toEqual({ status: 200, state: 'OPEN' });
  expect(await reopen(own, small.id)).toEqual({ status: 409, reason: 'state' });
  expect((await exceptionOf(own, small.id)).steps.map(({ kind }) => kind)).toEqual(['REOPENED', 'ACCEPTED']);
  expect(await facts(own)).toEqual(['accepted', 'reopened']);
});

test('above the limit one user alone stops, and the owner may raise it with a fresh sign-in', async () => {
  const { own, large } = await withExceptions();
  expect(await accept(own, large)).toEqual({ status: 409, reason: 'noSecondPerson' });
  const set = () =>
    own.portal.call(setExceptionLimit, { body: { limitMinor: 30_000 } }, { token: own.token });
  clock.advance(16 * 60_000);
  expect((await set()).json<{ code: string }>().code).toBe('freshSignInNeeded');
  clock.advance(-16 * 60_000);
  expect((await set()).json()).toMatchObject({ limitMinor: 30_000, isDefault: false });
  expect(await accept(own, large)).toEqual({ status: 200, state: 'ACCEPTED' });
  expect(await facts(own)).toEqual(['limitSet', 'accepted']);
  // Open windows of the merchant, that they ask for the limit anew.
  const heard = `SELECT text FROM live_messages WHERE merchant_id = $1 AND text = 'SET'`;
  expect(await platformRows(db, heard, [own.merchant.merchantId])).toHaveLength(1);
});

test('two persons are two: who asked never approves, in no session of theirs, and takes it back alone', async () => {
  const { own, large } = await withExceptions();
  const khalid = await anotherOwner(own, 'Khalid');
  const { userId } = own.merchant.owner;
  expect(await accept(own, large)).toEqual({ status: 409, reason: 'secondNeeded' });
  expect(await accept(own, large, userId)).toEqual({ status: 409, reason: 'ownRequest' });
  expect(await accept(own, large, khalid.id)).toEqual({ status: 200, state: 'ASKED' });
  expect(await decide(own, large, own.token)).toEqual({ status: 409, reason: 'ownRequest' });
  expect(await decide(own, large, await own.portal.tokenOf(userId))).toEqual({
    status: 409,
    reason: 'ownRequest',
  });
  expect(await decide(own, large, own.token, 'REFUSE')).toEqual({ status: 200, state: 'OPEN' });
  expect(await decide(own, large, khalid.token)).toEqual({ status: 409, reason: 'decided' });
  await accept(own, large, khalid.id);
  expect(await decide(own, large, khalid.token)).toEqual({ status: 200, state: 'ACCEPTED' });
  expect((await exceptionOf(own, large.id)).said).toMatchObject({
    kind: 'ACCEPTED',
    holds: true,
    askedOfName: 'Khalid',
    approvedByName: 'Khalid',
  });
  await expect(
    platformRows(db, 'UPDATE bank_exceptions SET approved_by_id = asked_by_id WHERE id = $1', [large.id]),
  ).rejects.toThrow(/check/);
  expect(await facts(own)).toEqual([
    'acceptanceAsked',
    'acceptanceRefused',
    'acceptanceAsked',
    'acceptanceApproved',
  ]);
});

test('two answers at once: one of them holds, and the other is told that it was decided', async () => {
  const { own, large } = await withExceptions();
  const [khalid, maha] = [await anotherOwner(own, 'Khalid'), await anotherOwner(own, 'Maha')];
  await accept(own, large, khalid.id);
  const answers = await Promise.all([
    decide(own, large, khalid.token),
    decide(own, large, maha.token, 'REFUSE'),
    decide(own, large, own.token),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const { state, said, steps } = await exceptionOf(own, large.id);
  expect(steps.filter(({ kind }) => kind === 'APPROVED' || kind === 'REFUSED')).toHaveLength(1);
  expect([state, said?.approvedByName]).toEqual(
    answers[0]?.status === 200 ? ['ACCEPTED', 'Khalid'] : ['OPEN', undefined],
  );
});

test('an acceptance is of the figures that were seen: with others the exception is open again', async () => {
  const { own, file, small } = await withExceptions();
  expect(await accept(own, { ...small, differenceMinor: -1 })).toEqual({ status: 409, reason: 'changed' });
  await accept(own, small);
  await platformRows(
    db,
    'UPDATE bank_exceptions SET difference_minor = difference_minor - 10000 WHERE id = $1 RETURNING id',
    [small.id],
  );
  expect(await exceptionOf(own, small.id)).toMatchObject({
    state: 'OPEN',
    said: { kind: 'ACCEPTED', holds: false, differenceMinor: small.differenceMinor },
  });
  await own.portal.call(undoBankFile, { params: { id: file.id } }, { token: own.token });
  expect(await stateOf(own, small.id)).toBe('WITHDRAWN');
  expect(await accept(own, small)).toEqual({ status: 409, reason: 'state' });
});

test('an exception is assigned to somebody of the merchant, and commented on', async () => {
  const { own, small } = await withExceptions();
  const khalid = await anotherOwner(own, 'Khalid');
  const assign = (personId: string | null) =>
    toldBy(
      own.portal.call(
        contract.assignException,
        { params: { id: small.id }, body: { personId } },
        { token: own.token },
      ),
    );
  expect(await assign(world.merchant.owner.userId)).toEqual({ status: 404 });
  expect(await assign(khalid.id)).toEqual({ status: 200, state: 'OPEN' });
  expect(await exceptionsOf(own, { assignee: khalid.id })).toMatchObject([
    { id: small.id, assignee: { id: khalid.id, name: 'Khalid' } },
  ]);
  await own.portal.call(
    contract.commentException,
    { params: { id: small.id }, body: { note: 'The bank will pay it' } },
    { token: khalid.token },
  );
  expect((await exceptionOf(own, small.id)).steps).toMatchObject([
    { kind: 'COMMENT', byName: 'Khalid', note: 'The bank will pay it' },
    { kind: 'ASSIGNED', otherName: 'Khalid' },
  ]);
  expect(await assign(null)).toEqual({ status: 200, state: 'OPEN' });
  expect(await facts(own)).toEqual(['assigned', 'commented', 'assigned']);
});

test('what a later file brings settles the exception; it is open anew where that file is undone', async () => {
  const own = await anotherMerchant(world);
  const [first, lost, last, next] = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 14_725, at: `${day} 10:00` },
    { amountMinor: 12_000, at: `${day} 11:00` },
    { amountMinor: 900, at: '2026-11-17 09:00' },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, csvOf([first, last].map((sale) => csvLineOf(sale))), 'monday.csv');
  const [missing] = await exceptionsOf(own);
  expect(missing).toMatchObject({ outcome: 'missingInBank', transactionId: lost.id });
  expect(await accept(own, missing as contract.ExceptionRow, null)).toEqual({
    status: 200,
    state: 'ACCEPTED',
  });
  const later = await reconcile(own, csvOf([lost, next].map((sale) => csvLineOf(sale))), 'tuesday.csv');
  await own.runner.idle();
  expect(await stateOf(own, missing?.id ?? '')).toBe('SETTLED');
  await own.portal.call(undoBankFile, { params: { id: later.id } }, { token: own.token });
  await own.runner.idle();
  // That it was accepted once, before the bank had paid it, is no answer to where the money is now.
  expect(await exceptionOf(own, missing?.id ?? '')).toMatchObject({ state: 'OPEN', said: null });
});
