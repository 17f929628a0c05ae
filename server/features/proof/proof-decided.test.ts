import { changeChargeback } from '@mizan/contract/chargebacks.ts';
import type { Proof, ProofListed } from '@mizan/contract/proof.ts';
import { confirmLayout } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import {
  accept,
  anotherOwner,
  decide,
  exceptionsOf,
  matchByHand,
  reopen,
  undoMatch,
} from '../exceptions/testing/exception-world.ts';
import { asProposed } from '../reconciliation/testing/as-proposed.ts';
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
  upload,
} from '../reconciliation/testing/bank-world.ts';
import { causesOf, close, expectToClose, proofRowsOf } from './testing/proof-world.ts';

/** What people decided stands by its own name and is nowhere called missing; what a host says stands beside its terminal. */
const first = await bankWorld();
const tuesday = '2026-11-17';
const at = (time: string, amountMinor: number, terminal = 0) => ({
  amountMinor,
  at: `${tuesday} ${time}`,
  terminal,
});
const proofOf = (world: BankWorld): Promise<Proof> => expectToClose(world, { day: tuesday });
const lines = (proof: Proof) => causesOf(proof.total.gaps.lines);
const deposit = (proof: Proof) => causesOf(proof.total.gaps.deposit);

/** Of five sales one is in no line, one is paid 10.00 too little, and one line is nobody's. */
async function withDifferences() {
  const world = await anotherMerchant(first);
  const [one, missing, short, large, last] = (await sell(world, [
    at('09:00', 10_000),
    at('10:00', 15_000),
    at('11:00', 30_000),
    at('12:00', 90_000),
    at('13:00', 12_000),
  ])) as [Sold, Sold, Sold, Sold, Sold];
  const strange = csvLineOf(one, {
    rrn: '888888888888',
    approvalCode: '888888',
    lastFour: '8888',
    amountMinor: 2_000,
    feeMinor: 10,
    vatMinor: 2,
  });
  await reconcile(
    world,
    csvOf([csvLineOf(one), csvLineOf(short, { amountMinor: 29_000 }), strange, csvLineOf(last)]),
  );
  const all = await exceptionsOf(world);
  const exceptionOf = (outcome: string, transactionId?: string) => {
    const found = all.find(
      (each) =>
        each.outcome === outcome && (transactionId === undefined || each.transactionId === transactionId),
    );
    if (!found) throw new Error(`no exception ${outcome}`);
    return found;
  };
  return { world, one, missing, short, large, strange, exceptionOf };
}

test('an accepted payment without a line is a cause of its own, with who and when, and is missing no more until reopened', async () => {
  const { world, missing, large, exceptionOf } = await withDifferences();
  const before = await proofOf(world);
  expect(lines(before)['MISSING']).toBe(-missing.amountMinor - large.amountMinor);
  expect(before.missing).toEqual(['lines']);
  const one = exceptionOf('missingInBank', missing.id);
  expect(await accept(world, one)).toMatchObject({ status: 200 });
  const after = await proofOf(world);
  expect(lines(after)).toMatchObject({
    MISSING: -large.amountMinor,
    WRITTEN_OFF: -missing.amountMinor,
  });
  expect(after.total.gaps.lines.differenceMinor).toBe(before.total.gaps.lines.differenceMinor);
  expect(after.mostly).toMatchObject({ count: 1, amountMinor: large.amountMinor });
  const [row] = await proofRowsOf(world, { day: tuesday, cause: 'WRITTEN_OFF' });
  expect(row).toMatchObject({
    transactionId: missing.id,
    exceptionId: one.id,
    decidedBy: world.merchant.owner.fullName,
    approvedBy: null,
    decidedAt: '2026-11-22T09:00:00.000Z',
  } satisfies Partial<ProofListed>);
  expect(await reopen(world, one.id)).toMatchObject({ status: 200 });
  expect(lines(await proofOf(world))).toEqual(lines(before));
});

test('above the limit it is missing until the second person has agreed, and then both stand behind it', async () => {
  const { world, missing, large, exceptionOf } = await withDifferences();
  const colleague = await anotherOwner(world, 'Reem');
  const one = exceptionOf('missingInBank', large.id);
  expect(await accept(world, one, colleague.id)).toMatchObject({ status: 200 });
  const asked = await proofOf(world);
  expect(asked.missing).toEqual(['lines']);
  expect(lines(asked)['MISSING']).toBe(-missing.amountMinor - large.amountMinor);
  expect(await decide(world, one, colleague.token)).toMatchObject({ status: 200 });
  expect(await accept(world, exceptionOf('missingInBank', missing.id))).toMatchObject({ status: 200 });
  const agreed = await proofOf(world);
  expect(lines(agreed)['MISSING']).toBeUndefined();
  expect(agreed).toMatchObject({ missing: [], doubts: [], mostly: null });
  const rows = await proofRowsOf(world, { day: tuesday, cause: 'WRITTEN_OFF' });
  expect(rows.map(({ decidedBy, approvedBy }) => [decidedBy, approvedBy])).toEqual([
    [world.merchant.owner.fullName, 'Reem'],
    [world.merchant.owner.fullName, null],
  ]);
});

test('accepted lines stand apart, what they kept back at the deposit', async () => {
  const { world, exceptionOf } = await withDifferences();
  const before = await proofOf(world);
  expect(lines(before)).toMatchObject({ AMOUNT_DIFFERS: -1_000, MISSING_IN_PORTAL: 2_000 });
  expect(deposit(before)).toMatchObject({ LINE_CHARGES: -12 });
  for (const outcome of ['amountDiffers', 'missingInPortal'])
    expect(await accept(world, exceptionOf(outcome))).toMatchObject({ status: 200 });
  const after = await proofOf(world);
  expect(lines(after)).toMatchObject({ ACCEPTED_LINES: 1_000, MISSING: lines(before)['MISSING'] });
  expect(lines(after)).not.toHaveProperty('AMOUNT_DIFFERS');
  expect(lines(after)).not.toHaveProperty('MISSING_IN_PORTAL');
  expect(deposit(after)['ACCEPTED_CHARGES']).toBe(
    (deposit(before)['LINE_CHARGES'] ?? 0) + (deposit(before)['FEE_DIFFERS'] ?? 0),
  );
  expect(after.total.gaps.deposit?.differenceMinor).toBe(before.total.gaps.deposit?.differenceMinor);
});

test('an accepted difference with other figures since is open again', async () => {
  const { world, exceptionOf } = await withDifferences();
  await accept(world, exceptionOf('amountDiffers'));
  expect(lines(await proofOf(world))).toMatchObject({ ACCEPTED_LINES: -1_000 });
  const { merchantId } = world.merchant;
  await platformRows(
    world.portal.db,
    `UPDATE bank_exceptions SET difference_minor = difference_minor - 1 WHERE merchant_id = $1 AND outcome = 'amountDiffers' RETURNING id`,
    [merchantId],
  );
  expect(lines(await proofOf(world))).toMatchObject({ AMOUNT_DIFFERS: -1_000 });
});

test('matched by hand: the payments are confirmed and named as joined by whom; undone they are missing again', async () => {
  const world = await anotherMerchant(first);
  const sales = (await sell(world, [
    at('09:00', 10_000),
    at('10:00', 15_000),
    at('11:00', 25_000),
    at('12:00', 12_000),
  ])) as [Sold, Sold, Sold, Sold];
  const [one, two, three, last] = sales;
  const both = csvLineOf(two, {
    rrn: '777777777777',
    approvalCode: '777777',
    lastFour: '7777',
    amountMinor: two.amountMinor + three.amountMinor,
    feeMinor: two.feeMinor + three.feeMinor,
    vatMinor: two.vatMinor + three.vatMinor,
  });
  const file = await reconcile(world, csvOf([csvLineOf(one), both, csvLineOf(last)]));
  const before = await proofOf(world);
  expect(lines(before)).toMatchObject({ MISSING: -40_000, MISSING_IN_PORTAL: 40_000 });
  const made = await matchByHand(world, file.id, [3], [two.id, three.id]);
  expect(made.status).toBe(200);
  const joined = await proofOf(world);
  expect(lines(joined)).toEqual({ MATCHED_BY_HAND: 0 });
  expect(joined.total.lines.amountMinor).toBe(joined.total.transactions.amountMinor);
  const rows = await proofRowsOf(world, { day: tuesday, cause: 'MATCHED_BY_HAND' });
  expect(
    rows.map(({ transactionId, decidedBy, decidedAt }) => [transactionId, decidedBy, decidedAt]),
  ).toEqual([three, two].map(({ id }) => [id, world.merchant.owner.fullName, '2026-11-22T09:00:00.000Z']));
  await undoMatch(world, made.id ?? '');
  expect(lines(await proofOf(world))).toEqual(lines(before));
});

test('a chargeback that was lost or won stands by that name, one that was won with the line that gave it back', async () => {
  const world = await anotherMerchant(first);
  const [one, two] = (await sell(world, [at('09:00', 10_000), at('10:00', 20_000)])) as [Sold, Sold];
  const taken = (sale: Sold) => csvLineOf(sale, { amountMinor: -sale.amountMinor, feeMinor: 0, vatMinor: 0 });
  const given = csvLineOf(two, { feeMinor: 0, vatMinor: 0 });
  const typed: [string, string][] = [
    [csvLineOf(one), 'Purchase'],
    [csvLineOf(two), 'Purchase'],
    [taken(one), 'Chargeback'],
    [taken(two), 'Chargeback'],
    [given, 'Chargeback Reversal'],
  ];
  const text = csvOf(typed.map(([line]) => line)).split('\n');
  await reconcile(
    world,
    text
      .map((line, row) =>
        line === '' ? line : `${line},${row === 0 ? 'Transaction Type' : typed[row - 1]?.[1]}`,
      )
      .join('\n'),
  );
  expect(deposit(await proofOf(world))).toMatchObject({ CHARGEBACK: -10_000 });
  const all = await exceptionsOf(world, { outcome: 'chargeback' });
  const stage = async (line: number, to: 'WON' | 'LOST') => {
    const id = all.find((each) => each.line === line)?.id ?? '';
    const body = { stage: to, answeredOn: tuesday, deadlineDay: null, note: '' };
    const answer = await world.portal.call(
      changeChargeback,
      { params: { id }, body },
      { token: world.token },
    );
    expect([answer.statusCode, answer.json().details]).toEqual([200, undefined]);
  };
  await stage(4, 'LOST');
  await stage(5, 'WON');
  const proof = await proofOf(world);
  expect(deposit(proof)).toMatchObject({ CHARGEBACK_LOST: -10_000, CHARGEBACK_WON: 0 });
  expect(deposit(proof)).not.toHaveProperty('CHARGEBACK');
  // The line that took the money and the line that gave it back are settled, each once.
  expect(await exceptionsOf(world, { outcome: 'chargeback', state: 'SETTLED' })).toMatchObject([
    { line: 5, differenceMinor: -20_000 },
    { line: 6, differenceMinor: 20_000 },
  ]);
  expect(await proofRowsOf(world, { day: tuesday, cause: 'CHARGEBACK_WON' })).toMatchObject([
    { amountMinor: 20_000, decidedBy: null },
    { amountMinor: -20_000, decidedBy: world.merchant.owner.fullName },
  ]);
});

test('a missing purchase and a missing refund of one amount both stand, and nothing is called missing for certain', async () => {
  const world = await anotherMerchant(first);
  const [one, sale, refund, last] = (await sell(world, [
    at('09:00', 10_000),
    at('10:00', 4_000),
    { ...at('11:00', 4_000), type: 'REFUND' },
    at('12:00', 12_000),
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(world, csvOf([csvLineOf(one), csvLineOf(last)]));
  const proof = await proofOf(world);
  expect(lines(proof)).toEqual({ MISSING: -4_000, MISSING_REFUND: 4_000 });
  expect(proof).toMatchObject({ missing: [], doubts: [{ level: 'lines', doubt: 'REFUNDS_TOO' }] });
  expect((await proofRowsOf(world, { day: tuesday, cause: 'MISSING' }))[0]?.transactionId).toBe(sale.id);
  expect((await proofRowsOf(world, { day: tuesday, cause: 'MISSING_REFUND' }))[0]?.transactionId).toBe(
    refund.id,
  );
});

test('a host that disagrees where terminal and portal agree: its sum, its gap and its reconciliations stand', async () => {
  const world = await anotherMerchant(first);
  for (const terminal of [0, 1, 2]) await close(world, terminal, '2026-11-16 23:55');
  await sell(world, [at('09:00', 10_000), at('10:00', 20_000, 1), at('11:00', 5_000, 2)]);
  await close(world, 0, `${tuesday} 23:55`, undefined, { moreCount: 1, moreMinor: 2_500 });
  // The same sums, and the host says that it is not balanced.
  await close(world, 1, `${tuesday} 23:56`, undefined, { isBalanced: false });
  await close(world, 2, `${tuesday} 23:57`);
  const { total, rows } = await proofOf(world);
  expect(total.host).toEqual({ count: 4, amountMinor: 37_500 });
  expect(total.terminals).toEqual({ count: 3, amountMinor: 35_000 });
  expect(total.gaps.terminals?.causes).toEqual([]);
  expect(causesOf(total.gaps.host)).toEqual({ HOST_DIFFERS: -2_500, HOST_UNBALANCED: 0 });
  expect(total.gaps.host?.tone).toBe('differs');
  expect(rows.flatMap(({ below }) => below.map(({ gaps }) => gaps.host?.tone))).toEqual([
    'differs',
    'quiet',
    'differs',
  ]);
});

test('a terminal that counts a purchase and a refund more than the portal differs, though the sums agree', async () => {
  const world = await anotherMerchant(first);
  await close(world, 0, '2026-11-16 23:55');
  await sell(world, [at('09:00', 10_000)]);
  await close(world, 0, `${tuesday} 23:55`, { count: 1, minor: 0 });
  expect((await proofOf(world)).total.gaps.terminals?.causes).toMatchObject([
    { cause: 'TERMINAL_DIFFERS', tone: 'differs', count: 1, amountMinor: 0 },
  ]);
});

test('what several files say the same of without a payment is counted as often as one of them has it', async () => {
  const { world, strange, exceptionOf } = await withDifferences();
  const before = await proofOf(world);
  const [next] = (await sell(world, [{ amountMinor: 4_000, at: '2026-11-18 09:00' }])) as [Sold];
  await reconcile(world, csvOf([strange, csvLineOf(next)]), 'wednesday.csv');
  expect(lines(await proofOf(world))).toEqual(lines(before));
  const rows = await proofRowsOf(world, { day: tuesday, cause: 'MISSING_IN_PORTAL' });
  expect(rows.map(({ amountMinor }) => amountMinor)).toEqual([2_000]);
  expect(await accept(world, exceptionOf('missingInPortal'))).toMatchObject({ status: 200 });
});

test('what a column that nobody read explains is a cause of its own, and in no claim', async () => {
  const world = await anotherMerchant(first);
  const [one, less] = (await sell(world, [at('09:00', 10_000), at('10:00', 30_000)])) as [Sold, Sold];
  const net = less.amountMinor - less.feeMinor - less.vatMinor - 5_000;
  const short = csvLineOf(less).replace(/[^,]*$/, (net / 100).toFixed(2));
  const file = csvOf([`${csvLineOf(one)},0.00`, `${short},50.00`]);
  const sent = await upload(world, file.replace('Net Amount', 'Net Amount,Rolling Reserve'));
  const { id } = sent.json<{ bankFile: { id: string } }>().bankFile;
  await world.runner.idle();
  const { proposal } = await detailOf(world, id);
  if (!proposal) throw new Error('nothing is asked');
  const words = { column: { 'rolling reserve': 'ASIDE' as const } };
  const body = { ...asProposed(proposal, 'Najd Bank', true), words };
  const { portal, token } = world;
  const answer = await portal.call(confirmLayout, { params: { id }, body }, { token });
  expect(answer.statusCode).toBe(200);
  await world.runner.idle();
  const named = await exceptionsOf(world);
  expect(named.map(({ outcome, differenceMinor }) => [outcome, differenceMinor])).toEqual([
    ['undecidedCharge', -5_000],
  ]);
  const before = await proofOf(world);
  expect(deposit(before)).toMatchObject({ UNDECIDED_CHARGE: -5_000 });
  expect(deposit(before)).not.toHaveProperty('FEE_DIFFERS');
  expect(lines(before)).not.toHaveProperty('AMOUNT_DIFFERS');
  expect((await proofRowsOf(world, { day: tuesday, cause: 'UNDECIDED_CHARGE' })).length).toBe(1);
});
