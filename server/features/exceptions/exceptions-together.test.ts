import { randomUUID } from 'node:crypto';
import { type ExceptionLimit, getExceptionLimit } from '@mizan/contract/exception-limit.ts';
import type { ExceptionRow } from '@mizan/contract/exceptions.ts';
import * as together from '@mizan/contract/exceptions-together.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { accept, anotherOwner, exceptionOf, exceptionsOf, reopen } from './testing/exception-world.ts';

/** One thing done with several exceptions at once. */
const world = await bankWorld();
const { db } = world.portal;

/** A file with lines that are short by these halalas, the exceptions in that order. */
async function withShort(...shorts: number[]): Promise<{ own: BankWorld; rows: ExceptionRow[] }> {
  const own = await anotherMerchant(world);
  const sales = await sell(
    own,
    shorts.map((_, at) => ({
      amountMinor: 100_000 + at,
      at: `2026-11-16 1${at % 9}:0${Math.floor(at / 9)}`,
    })),
  );
  // No fee in these lines: a difference is exactly what is short.
  const lines = sales.map((sale, at) =>
    csvLineOf(sale, { amountMinor: sale.amountMinor - (shorts[at] ?? 0) }),
  );
  await reconcile(own, csvOf(lines), 'najd.csv');
  const all = await exceptionsOf(own);
  return { own, rows: all.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

const seen = (rows: readonly ExceptionRow[]): together.SeenException[] =>
  rows.map(({ id, outcome, differenceMinor }) => ({ id, outcome, differenceMinor }));

async function work(
  { portal, token }: BankWorld,
  act: together.ActTogether,
  rows: readonly ExceptionRow[],
  { as = token, requestId = randomUUID() }: { as?: string; requestId?: string } = {},
) {
  const answer = await portal.call(
    together.workTogether,
    { body: { requestId, act, rows: seen(rows) } },
    { token: as },
  );
  if (answer.statusCode !== 200)
    return {
      status: answer.statusCode,
      reason: answer.json<{ details?: { reason?: string } }>().details?.reason,
    };
  const told = answer.json<together.TogetherAnswer>();
  return { ...told, rows: told.rows.map(({ state, refused }) => refused ?? state) };
}
const acceptAll = (askPersonId: string | null = null): together.ActTogether => ({
  act: 'ACCEPT',
  note: 'Agreed with the bank',
  askPersonId,
});
const states = async (own: BankWorld, rows: readonly ExceptionRow[]): Promise<string[]> =>
  Promise.all(rows.map(async ({ id }) => (await exceptionOf(own, id)).state));

test('each is done or refused by itself: what changed since it was seen is left as it is, with its reason', async () => {
  const { own, rows } = await withShort(1_000, 2_000, 3_000, 4_000);
  const [first, second, third, fourth] = rows as [ExceptionRow, ExceptionRow, ExceptionRow, ExceptionRow];
  await accept(own, first);
  const old = { ...third, differenceMinor: third.differenceMinor + 1 };
  const told = await work(own, acceptAll(), [first, second, old, fourth]);
  expect(told).toEqual({
    rows: ['state', 'ACCEPTED', 'changed', 'ACCEPTED'],
    sums: [{ currency: 'SAR', count: 2, differenceMinor: second.differenceMinor + fourth.differenceMinor }],
    isAsked: false,
  });
  expect(await states(own, rows)).toEqual(['ACCEPTED', 'ACCEPTED', 'OPEN', 'ACCEPTED']);
  expect(await work(own, { act: 'REOPEN', note: '' }, rows)).toMatchObject({
    rows: ['OPEN', 'OPEN', 'state', 'OPEN'],
  });
  expect((await exceptionOf(own, fourth.id)).steps.map(({ kind }) => kind)).toEqual(['REOPENED', 'ACCEPTED']);
  const entries = await platformRows<{ after: object }>(
    db,
    `SELECT after FROM audit_entries WHERE merchant_id = $1 AND action = 'exceptions.doneTogether' ORDER BY id`,
    [own.merchant.merchantId],
  );
  expect(entries.map(({ after }) => after)).toMatchObject([
    { together: 'ACCEPT', exceptionsCount: 2, exceptionIds: `${second.id}, ${fourth.id}` },
    { together: 'REOPEN', exceptionsCount: 3 },
  ]);
});

test('together they count as one difference: below the limit each, above it in all, a second person approves', async () => {
  const { own, rows } = await withShort(9_000, 8_000, 7_000);
  expect(await work(own, acceptAll(), rows)).toEqual({ status: 409, reason: 'noSecondPerson' });
  const khalid = await anotherOwner(own, 'Khalid');
  expect(await work(own, acceptAll(), rows)).toEqual({ status: 409, reason: 'secondNeeded' });
  expect(await work(own, acceptAll(own.merchant.owner.userId), rows)).toEqual({
    status: 409,
    reason: 'ownRequest',
  });
  expect(await states(own, rows)).toEqual(['OPEN', 'OPEN', 'OPEN']);
  expect(await work(own, acceptAll(khalid.id), rows)).toMatchObject({
    rows: ['ASKED', 'ASKED', 'ASKED'],
    isAsked: true,
  });
  const approve: together.ActTogether = { act: 'APPROVE', note: '' };
  expect(await work(own, approve, rows)).toMatchObject({ rows: ['ownRequest', 'ownRequest', 'ownRequest'] });
  expect(await work(own, approve, rows, { as: khalid.token })).toMatchObject({
    rows: ['ACCEPTED', 'ACCEPTED', 'ACCEPTED'],
  });
  const [first] = rows as [ExceptionRow];
  expect((await exceptionOf(own, first.id)).said).toMatchObject({ approvedByName: 'Khalid' });
});

test('too little and too much do not make up for each other before the limit', () => {
  const of = (differenceMinor: number, currency = 'SAR') => ({ differenceMinor, currency });
  expect(together.needsSecondPerson([of(-15_000), of(14_000)], 20_000, 0)).toBe(true);
  expect(together.needsSecondPerson([of(-10_000), of(10_000)], 20_000, 0)).toBe(false);
  expect(together.needsSecondPerson([of(1, 'USD')], 20_000, 0)).toBe(true);
});

test('what one accepts alone in 24 hours is one sum: not in single pieces, not in several requests, not at once', async () => {
  const { own, rows } = await withShort(9_000, 8_000, 7_000, 4_000, 2_000, 1_000);
  const [a, b, c, d, e, f] = rows as [ExceptionRow, ...ExceptionRow[]] &
    Record<1 | 2 | 3 | 4 | 5, ExceptionRow>;
  const khalid = await anotherOwner(own, 'Khalid');
  expect(await accept(own, a)).toMatchObject({ state: 'ACCEPTED' });
  expect(await work(own, acceptAll(), [b])).toMatchObject({ rows: ['ACCEPTED'] });
  expect(await accept(own, c)).toEqual({ status: 409, reason: 'secondNeeded' });
  expect(await work(own, acceptAll(), [c])).toEqual({ status: 409, reason: 'secondNeeded' });
  // Of what is left two of the three small ones fit, in whatever order they come: never all of them.
  const told = await Promise.all([accept(own, e), accept(own, f), work(own, acceptAll(), [d])]);
  const alone = async () => {
    const answer = await own.portal.call(getExceptionLimit, {}, { token: own.token });
    return answer.json<ExceptionLimit>().aloneMinor;
  };
  expect(told.some(({ status }) => status === 409)).toBe(true);
  expect(await alone()).toBeLessThanOrEqual(20_000);
  // The limit is a person's: another one has the whole of it, and what two agreed on counts for neither.
  const open = await exceptionsOf(own);
  expect(await accept(own, c, khalid.id)).toMatchObject({ state: 'ASKED' });
  expect(await work(own, { act: 'APPROVE', note: '' }, [c], { as: khalid.token })).toMatchObject({
    rows: ['ACCEPTED'],
  });
  for (const one of open.filter(({ id }) => id !== c.id))
    expect(await accept(own, one, null, khalid.token)).toMatchObject({ state: 'ACCEPTED' });
  // What was taken back counts no more.
  expect(await reopen(own, a.id)).toMatchObject({ state: 'OPEN' });
  expect(await accept(own, a)).toMatchObject({ state: 'ACCEPTED' });
});

test('a day later the limit is whole again, not a minute before', async () => {
  const { own, rows } = await withShort(15_000, 14_000);
  const [first, second] = rows as [ExceptionRow, ExceptionRow];
  expect(await accept(own, first)).toMatchObject({ state: 'ACCEPTED' });
  const later = async (minutes: number) => {
    world.portal.clock.advance(minutes * 60_000);
    return accept(own, second, null, await own.portal.tokenOf(own.merchant.owner.userId));
  };
  expect(await later(24 * 60 - 1)).toEqual({ status: 409, reason: 'noSecondPerson' });
  expect(await later(1)).toMatchObject({ state: 'ACCEPTED' });
});

test('the same request again, also at once, is answered as the first time; another question under its id is refused', async () => {
  const { own, rows } = await withShort(1_000, 2_000);
  const requestId = randomUUID();
  const [one, other] = await Promise.all([
    work(own, acceptAll(), rows, { requestId }),
    work(own, acceptAll(), rows, { requestId }),
  ]);
  expect(one).toEqual(other);
  expect(one).toMatchObject({ rows: ['ACCEPTED', 'ACCEPTED'] });
  const [first] = rows as [ExceptionRow];
  expect((await exceptionOf(own, first.id)).steps).toHaveLength(1);
  expect(await work(own, { act: 'REOPEN', note: '' }, rows, { requestId })).toEqual({
    status: 409,
    reason: 'otherRequest',
  });
  expect(await states(own, rows)).toEqual(['ACCEPTED', 'ACCEPTED']);
});

test('one that somebody holds just now is answered as busy and the others are done', async () => {
  const { own, rows } = await withShort(1_000, 2_000);
  const [held] = rows as [ExceptionRow];
  const told = await inTenant(db, own.merchant.merchantId, async (tx) => {
    await tx.rows('SELECT id FROM bank_exceptions WHERE merchant_id = tenant_id() AND id = $1 FOR UPDATE', [
      held.id,
    ]);
    return work(own, acceptAll(), rows);
  });
  expect(told).toMatchObject({ rows: ['busy', 'ACCEPTED'] });
  expect(await states(own, rows)).toEqual(['OPEN', 'ACCEPTED']);
});

test('several are given to one person; people and exceptions of another merchant are unknown', async () => {
  const { own, rows } = await withShort(1_000, 2_000);
  const khalid = await anotherOwner(own, 'Khalid');
  expect(await work(own, { act: 'ASSIGN', personId: khalid.id }, rows)).toMatchObject({
    rows: ['OPEN', 'OPEN'],
  });
  expect((await exceptionsOf(own, { assignee: khalid.id })).map(({ id }) => id).sort()).toEqual(
    rows.map(({ id }) => id).sort(),
  );
  const stranger = world.merchant.owner.userId;
  expect(await work(own, { act: 'ASSIGN', personId: stranger }, rows)).toMatchObject({ status: 404 });
  const theirs = await withShort(500);
  expect(await work(own, { act: 'REOPEN', note: '' }, [...rows, ...theirs.rows])).toMatchObject({
    status: 404,
  });
});

test('whatever is accepted together, alone nobody accepts more than the limit at once (random amounts)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 60_000 }),
      (amounts, limitMinor) => {
        const rows = amounts.map((differenceMinor) => ({ differenceMinor, currency: 'SAR' }));
        const isAlone = !together.needsSecondPerson(rows, limitMinor, 0);
        const most = Math.max(
          amounts.filter((each) => each > 0).reduce((a, b) => a + b, 0),
          -amounts.filter((each) => each < 0).reduce((a, b) => a + b, 0),
        );
        return !isAlone || (most <= limitMinor && amounts.every((each) => Math.abs(each) <= limitMinor));
      },
    ),
  );
});
