import type { NearRecord } from '@mizan/contract/exceptions.ts';
import { findOpenLines, previewHandMatch } from '@mizan/contract/hand-matches.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { exceptionOf, exceptionsOf, matchByHand, undoMatch } from './testing/exception-world.ts';

/** Lines that a person joins to payments. Sunday 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const day = '2026-11-16';
const strange = { rrn: '632116771203', approvalCode: '446812' };

/** One table paid in two parts; the bank wrote one line for both, among lines of other sales. */
async function paidInTwoParts() {
  const own = await anotherMerchant(world);
  const [first, last, one, other] = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 20_000, at: `${day} 21:00` },
    { amountMinor: 25_000, at: `${day} 14:00` },
    { amountMinor: 13_850, at: `${day} 14:01` },
  ])) as [Sold, Sold, Sold, Sold];
  const feeMinor = one.feeMinor + other.feeMinor;
  const vatMinor = one.vatMinor + other.vatMinor;
  const joint = csvLineOf(one, { ...strange, amountMinor: 38_850, feeMinor, vatMinor });
  const file = await reconcile(own, csvOf([csvLineOf(first), joint, csvLineOf(last)]), 'najd.csv');
  return { own, first, last, one, other, file };
}

const preview = async (own: BankWorld, id: string, lines: number[], transactionIds: string[]) =>
  (
    await own.portal.call(
      previewHandMatch,
      { params: { id }, body: { lines, transactionIds } },
      { token: own.token },
    )
  ).json();
const statesOf = async (own: BankWorld) => {
  const found = [];
  for (const state of ['OPEN', 'MATCHED', 'SETTLED', 'WITHDRAWN'])
    for (const each of await exceptionsOf(own, { state }))
      found.push(`${each.outcome} ${each.line ?? 'payment'} ${each.state} ${each.differenceMinor}`);
  return found.sort();
};

test('one line is joined to the two payments that it adds up, and undo brings back what was before, exactly', async () => {
  const { own, one, other, file } = await paidInTwoParts();
  expect(file.verdict).toBe('UNBALANCED');
  const before = { entries: await entriesOf(own, file.id, 'all'), states: await statesOf(own) };
  expect(before.states).toEqual([
    'missingInBank payment OPEN -13850',
    'missingInBank payment OPEN -25000',
    'missingInPortal 3 OPEN 38850',
  ]);
  expect(await preview(own, file.id, [3], [one.id, other.id])).toEqual({
    problem: null,
    currency: 'SAR',
    linesMinor: 38_850,
    paymentsMinor: 38_850,
    fees: 'agree',
    chargeMinor: one.feeMinor + one.vatMinor + other.feeMinor + other.vatMinor,
    agreedChargeMinor: one.feeMinor + one.vatMinor + other.feeMinor + other.vatMinor,
  });
  const { status, id = '' } = await matchByHand(own, file.id, [3], [one.id, other.id]);
  expect(status).toBe(200);
  const matched = await detailOf(own, file.id);
  expect(matched).toMatchObject({
    verdict: 'BALANCED',
    exceptionCount: 0,
    result: { byHand: { lines: 1, transactions: 2 } },
    history: [{ cause: { kind: 'matchedByHand' } }, { verdict: 'UNBALANCED' }],
  });
  const byHand = (await entriesOf(own, file.id, 'all')).filter((each) => each.matchedBy === 'hand');
  // What the line kept back of both stands by itself, before them.
  expect(byHand.map(({ transactionId, lines }) => [transactionId, lines])).toEqual([
    [null, [3]],
    [one.id, [3]],
    [other.id, [3]],
  ]);
  expect(await statesOf(own)).toEqual([
    'missingInBank payment MATCHED -13850',
    'missingInBank payment MATCHED -25000',
    'missingInPortal 3 MATCHED 38850',
  ]);
  const [line] = await exceptionsOf(own, { state: 'MATCHED', outcome: 'missingInPortal' });
  expect(await exceptionOf(own, line?.id ?? '')).toMatchObject({
    entry: null,
    matches: [{ id, lines: [3], transactionIds: [one.id, other.id], holds: true }],
    steps: [{ kind: 'MATCHED' }],
  });

  expect((await undoMatch(own, id)).status).toBe(200);
  expect((await undoMatch(own, id)).status).toBe(200);
  expect({ entries: await entriesOf(own, file.id, 'all'), states: await statesOf(own) }).toEqual(before);
  expect(await detailOf(own, file.id)).toMatchObject({
    verdict: 'UNBALANCED',
    result: { byHand: { lines: 0, transactions: 0 } },
  });
  expect(await rollupDifferences(world.portal.db)).toEqual([]);
  expect(await expectationDifferences(world.portal.db)).toEqual([]);
});

test('two lines are joined to the one payment that they add up', async () => {
  const own = await anotherMerchant(world);
  const [first, whole] = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 30_000, at: `${day} 10:00` },
  ])) as [Sold, Sold];
  const part = (rrn: string, amountMinor: number, feeMinor: number, vatMinor: number) =>
    csvLineOf(whole, {
      rrn,
      approvalCode: `4${rrn.slice(-5)}`,
      amountMinor,
      feeMinor,
      vatMinor,
      lastFour: '9999',
    });
  const rest = { fee: whole.feeMinor - 80, vat: whole.vatMinor - 12 };
  const file = await reconcile(
    own,
    csvOf([
      csvLineOf(first),
      part('632116000001', 10_000, 80, 12),
      part('632116000002', 20_000, rest.fee, rest.vat),
    ]),
  );
  const { status } = await matchByHand(own, file.id, [3, 4], [whole.id]);
  expect(status).toBe(200);
  expect(await detailOf(own, file.id)).toMatchObject({
    verdict: 'BALANCED',
    linesRead: 3,
    result: { byHand: { lines: 2, transactions: 1 } },
  });
  const entries = (await entriesOf(own, file.id, 'all')).filter((each) => each.matchedBy === 'hand');
  expect(
    entries.map(({ lines, transactionId, bankMinor, chargeMinor }) => [
      lines,
      transactionId,
      bankMinor,
      chargeMinor,
    ]),
  ).toEqual([
    [[3], whole.id, 30_000, whole.feeMinor + whole.vatMinor],
    [[4], null, 0, 0],
  ]);
});

test('a fee that is not the agreed one stays a difference of a line that was joined by hand', async () => {
  const own = await anotherMerchant(world);
  const [first, sale] = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 30_000, at: `${day} 10:00` },
  ])) as [Sold, Sold];
  const wrong = {
    rrn: '632116000009',
    approvalCode: '499999',
    lastFour: '9999',
    feeMinor: sale.feeMinor + 100,
  };
  const file = await reconcile(
    own,
    csvOf([csvLineOf(first), csvLineOf(sale, { ...wrong, at: '2026-11-17 10:00' })]),
  );
  expect(await preview(own, file.id, [3], [sale.id])).toMatchObject({ problem: null, fees: 'differ' });
  await matchByHand(own, file.id, [3], [sale.id]);
  expect(await entriesOf(own, file.id)).toMatchObject([
    { outcome: 'feeDiffers', lines: [3], transactionId: sale.id, matchedBy: 'hand', differenceMinor: -100 },
  ]);
});

test('409: sums that differ by a halala, a payment that a line has, one nobody owes, several on both sides', async () => {
  const { own, one, other, file } = await paidInTwoParts();
  const [held] = await entriesOf(own, file.id, 'confirmed');
  const [declined, near] = (await sell(own, [
    { amountMinor: 38_850, at: `${day} 15:00`, status: 'DECLINED' },
    { amountMinor: 38_851, at: `${day} 15:00` },
  ])) as [Sold, Sold];
  const refused = (lines: number[], ids: string[]) => matchByHand(own, file.id, lines, ids);
  expect(await refused([3], [near.id])).toEqual({ status: 409, reason: 'sumsDiffer' });
  expect(await refused([3], [one.id])).toEqual({ status: 409, reason: 'sumsDiffer' });
  expect(await refused([3], [held?.transactionId ?? ''])).toEqual({ status: 409, reason: 'paymentTaken' });
  expect(await refused([3], [declined.id])).toEqual({ status: 409, reason: 'paymentNotOwed' });
  expect(await refused([2, 3], [one.id, other.id])).toEqual({ status: 409, reason: 'manyToMany' });
  expect(await refused([2], [one.id])).toEqual({ status: 409, reason: 'lineNotOpen' });
  expect(await refused([3, 3], [one.id])).toEqual({ status: 409, reason: 'manyToMany' });
  expect((await matchByHand(own, file.id, [3], [one.id, other.id])).status).toBe(200);
  expect(await refused([3], [one.id, other.id])).toMatchObject({ status: 409 });
});

test('a match goes with its file: another one has the payments then', async () => {
  const { own, first, last, one, other, file } = await paidInTwoParts();
  await matchByHand(own, file.id, [3], [one.id, other.id]);
  await own.portal.call(undoBankFile, { params: { id: file.id } }, { token: own.token });
  await own.runner.idle();
  expect(await statesOf(own)).toEqual([
    'missingInBank payment WITHDRAWN -13850',
    'missingInBank payment WITHDRAWN -25000',
    'missingInPortal 3 WITHDRAWN 38850',
  ]);
  const again = await reconcile(own, csvOf([first, one, other, last].map((sale) => csvLineOf(sale))));
  expect(again.verdict).toBe('BALANCED');
  await own.portal.call(undoBankFile, { params: { id: again.id } }, { token: own.token });
  // The match of the file that was undone has nothing to do with what other files say of its payments.
  await reconcile(own, csvOf([first, other, last].map((sale) => csvLineOf(sale))), 'without.csv');
  await own.runner.idle();
  await reconcile(own, csvOf([csvLineOf(one)]), 'one.csv');
  await own.runner.idle();
  expect(await statesOf(own)).toContain('missingInBank payment SETTLED -25000');
  expect(await expectationDifferences(world.portal.db)).toEqual([]);
});

test('what is joined by hand says nothing of what the file covers', async () => {
  const own = await anotherMerchant(world);
  const [first, later, unnamed] = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 30_000, at: '2026-11-18 10:00' },
    { amountMinor: 5_000, at: '2026-11-18 09:00' },
  ])) as [Sold, Sold, Sold];
  const line = csvLineOf(later, { ...strange, lastFour: '9999', at: `${day} 08:00` });
  const file = await reconcile(own, csvOf([line, csvLineOf(first)]));
  const { status } = await matchByHand(own, file.id, [2], [later.id]);
  expect(status).toBe(200);
  const { verdict, result } = await detailOf(own, file.id);
  // The sale of the 18th that no line has lies after all that the file's own keys found: this file claims nothing of it.
  expect(verdict).toBe('BALANCED');
  const all = await entriesOf(own, file.id, 'all');
  expect(all.filter(({ transactionId }) => transactionId === unnamed.id)).toEqual([]);
  expect(result?.byHand).toEqual({ lines: 1, transactions: 1, entries: 1 });
});

/** Two parts of one sale without a card, of which neither number nor code nor amount is the sale's. */
async function soldOnceInTwoLines() {
  const own = await anotherMerchant(world);
  const [first, last, one] = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 20_000, at: `${day} 21:00` },
    { amountMinor: 25_000, at: `${day} 14:00` },
  ])) as [Sold, Sold, Sold];
  const part = (amountMinor: number, key: number): string =>
    csvLineOf(one, {
      rrn: `63211677120${key}`,
      approvalCode: `44681${key}`,
      amountMinor,
      feeMinor: 0,
      vatMinor: 0,
    }).replace(/484783\*+\d+/, '');
  const lines = [csvLineOf(first), part(15_000, 1), part(10_000, 2), csvLineOf(last)];
  return { own, one, file: await reconcile(own, csvOf(lines), 'najd.csv') };
}

test('lines that nothing brings near a payment are found by file and row, or by their amount, and joined to it', async () => {
  const { own, one, file } = await soldOnceInTwoLines();
  const [missing] = await exceptionsOf(own, { outcome: 'missingInBank' });
  expect((await exceptionOf(own, missing?.id ?? '')).near).toEqual([]);
  const found = async (query: { line?: number; amountMinor?: number }, of = own) => {
    const answer = await own.portal.call(
      findOpenLines,
      { params: { id: file.id }, query },
      { token: of.token },
    );
    if (answer.statusCode !== 200) return answer.statusCode;
    const { rows, hasMore } = answer.json<{ rows: NearRecord[]; hasMore: boolean }>();
    expect(hasMore).toBe(false);
    return rows.map(({ fileName, line, amountMinor }) => [fileName, line, amountMinor]);
  };
  expect(await found({})).toEqual([
    ['najd.csv', 3, 15_000],
    ['najd.csv', 4, 10_000],
  ]);
  expect(await found({ line: 4 })).toEqual([['najd.csv', 4, 10_000]]);
  expect(await found({ amountMinor: 15_000 })).toEqual([['najd.csv', 3, 15_000]]);
  // A line that has its payment is not to be joined, nor one of another amount, nor is a stranger told of any.
  expect(await found({ line: 2 })).toEqual([]);
  expect(await found({ line: 4, amountMinor: 15_000 })).toEqual([]);
  expect(await found({}, await anotherMerchant(world))).toBe(404);
  expect((await matchByHand(own, file.id, [3, 4], [one.id])).status).toBe(200);
  expect(await found({})).toEqual([]);
  expect((await entriesOf(own, file.id, 'missingInBank')).length).toBe(0);
});

test('once a match is parted, what another file has a line of is missing nowhere, whichever file is judged first', async () => {
  const { own, one, other, file } = await paidInTwoParts();
  const { id = '' } = await matchByHand(own, file.id, [3], [one.id, other.id]);
  const [later] = (await sell(own, [{ amountMinor: 40_000, at: '2026-11-17 09:00' }])) as [Sold];
  const lines = [one, other, later].map((each) => csvLineOf(each));
  const second = await reconcile(own, csvOf(lines), 'second.csv');
  expect((await entriesOf(own, second.id)).map(({ outcome }) => outcome)).toEqual([
    'sameAsBefore',
    'sameAsBefore',
  ]);
  await undoMatch(own, id);
  const open = (await exceptionsOf(own)).map(({ outcome, bankFileId }) => [outcome, bankFileId]);
  expect(open).toEqual([['missingInPortal', file.id]]);
  // And the other way round: taken back, they are missing again.
  await own.portal.call(undoBankFile, { params: { id: second.id } }, { token: own.token });
  await own.runner.idle();
  expect((await exceptionsOf(own)).filter(({ outcome }) => outcome === 'missingInBank')).toHaveLength(2);
});
