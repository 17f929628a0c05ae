import * as contract from '@mizan/contract/fee-claims.ts';
import {
  getSettlementCell,
  getSettlementMonth,
  listSettlementPayments,
  type SettlementCell,
} from '@mizan/contract/settlement.ts';
import { getSettlementTable, type SettlementTable } from '@mizan/contract/settlement-table.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { migrateAgain, runAsOwner } from '../../platform/testing/migrated-again.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import { depositOf, entered, firstBankOf } from '../deposits/testing/deposit-world.ts';
import { causesOf, expectToClose, proofRowsOf } from '../proof/testing/proof-world.ts';
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
  undoFile,
} from './testing/exception-world.ts';
import {
  claimableOf,
  claimOfMissing,
  expectOneState,
  statesOfOwed,
  withdrawClaim,
} from './testing/written-off-world.ts';

/** A payment that its bank never paid, and of which somebody accepts that. Sunday, 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const { db } = world.portal;
const day = '2026-11-16';

/** Monday: of four sales the file has the first and the last; 100.00 and 50.00 are missing, of which 99.08 and 49.54 are due. */
async function unpaid() {
  const own = await anotherMerchant(world);
  const sold = (await sell(own, [
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 10_000, at: `${day} 10:00` },
    { amountMinor: 5_000, at: `${day} 11:00` },
    { amountMinor: 30_000, at: `${day} 12:00` },
  ])) as [Sold, Sold, Sold, Sold];
  const content = csvOf([csvLineOf(sold[0]), csvLineOf(sold[3])]);
  const file = await reconcile(own, content, 'monday.csv');
  const found = (await exceptionsOf(own)).find(({ transactionId }) => transactionId === sold[1].id);
  if (!found) throw new Error('the verdict does not name the payment');
  return { own, sold, file, content, found };
}

const lists = async ({ portal, token }: BankWorld, bank: string): Promise<string[]> => {
  const query = { bank, from: day, to: day } as object;
  const answer = await portal.call(listTransactions, { query }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ rows: { id: string }[] }>().rows.map(({ id }) => id);
};

const partsOf = async ({ portal, token }: BankWorld) => {
  const answer = await portal.call(getSettlementMonth, { query: { month: '2026-11' } }, { token });
  const [total] = getSettlementMonth.output.parse(answer.json()).totals;
  return Object.fromEntries(
    total?.parts.map(({ state, count, netMinor }) => [state, [count, netMinor]]) ?? [],
  );
};

test('what is accepted of a payment that was never paid is written off on every side, and claimed no more, until it is reopened', async () => {
  const { own, sold, file, found } = await unpaid();
  const before = { verdict: (await detailOf(own, file.id)).verdict, parts: await partsOf(own) };
  expect(before.parts).toMatchObject({ OVERDUE: [2, 14_862] });
  expect(await claimableOf(own)).toMatchObject({ count: 2, claimedMinor: 14_862 });
  expect(await accept(own, found)).toMatchObject({ status: 200, state: 'ACCEPTED' });
  expect(await statesOfOwed(own)).toEqual(
    new Map([
      [sold[0].id, 'confirmed'],
      [sold[1].id, 'writtenOff'],
      [sold[2].id, 'open'],
      [sold[3].id, 'confirmed'],
    ]),
  );
  expect(await expectationDifferences(db)).toEqual([]);
  expect(await partsOf(own)).toMatchObject({ OVERDUE: [1, 4_954], WRITTEN_OFF: [1, 9_908] });
  expect(await lists(own, 'WRITTEN_OFF')).toEqual([sold[1].id]);
  expect(await lists(own, 'NOT_CONFIRMED')).toEqual([sold[2].id]);
  expect(await lists(own, 'OVERDUE')).toEqual([sold[2].id]);
  expect(await claimableOf(own)).toMatchObject({ count: 1, claimedMinor: 4_954 });
  const proof = await expectToClose(own, { day });
  expect(causesOf(proof.total.gaps.lines)).toMatchObject({ WRITTEN_OFF: -10_000, MISSING: -5_000 });
  expect(await proofRowsOf(own, { day, cause: 'WRITTEN_OFF' })).toMatchObject([
    { transactionId: sold[1].id, exceptionId: found.id, decidedBy: own.merchant.owner.fullName },
  ]);
  expect((await detailOf(own, file.id)).verdict).toBe(before.verdict);
  expect(await reopen(own, found.id)).toMatchObject({ status: 200 });
  expect(await partsOf(own)).toEqual(before.parts);
  expect(await claimableOf(own)).toMatchObject({ count: 2, claimedMinor: 14_862 });
  expect(await expectationDifferences(db)).toEqual([]);
});

test('the rows of a cell are its sums, with what was written off; the net keeps it, and a deposit without it is short by exactly that', async () => {
  const { own, found } = await unpaid();
  await accept(own, found);
  const { portal, token } = own;
  const bankId = await firstBankOf(own);
  const params = { bankId, scheme: 'Mada', currency: 'SAR', day } as const;
  const cell = (await portal.call(getSettlementCell, { params }, { token })).json<SettlementCell>();
  const listed = await portal.call(listSettlementPayments, { params, query: {} }, { token });
  const { rows } = listSettlementPayments.output.parse(listed.json());
  const unconfirmed = cell.parts.filter(({ state }) => state !== 'CONFIRMED');
  expect(unconfirmed.map(({ state }) => state)).toEqual(['OVERDUE', 'WRITTEN_OFF']);
  for (const part of unconfirmed) {
    const own = rows.filter(({ state }) => state === part.state);
    expect([own.length, own.reduce((sum, { netMinor }) => sum + (netMinor ?? 0), 0)]).toEqual([
      part.count,
      part.netMinor,
    ]);
  }
  expect(rows).toHaveLength(2);
  expect(cell.parts.reduce((sum, { netMinor }) => sum + netMinor, 0)).toBe(cell.netMinor);
  // The bank pays everything else.
  const amountMinor = cell.netMinor - 9_908;
  const shares = [{ day, scheme: 'Mada' as const, amountMinor }];
  await entered(own, depositOf(bankId, { amountMinor, valueDate: '2026-11-19', shares }));
  const answer = await portal.call(getSettlementTable, { query: { month: '2026-11' } }, { token });
  const table = answer.json<SettlementTable>();
  expect(table.rows).toMatchObject([{ netMinor: cell.netMinor, differenceMinor: -9_908, state: 'SHORT' }]);
  expect(table.writtenOff).toEqual([
    { bankId, scheme: 'Mada', currency: 'SAR', day, count: 1, netMinor: 9_908 },
  ]);
  expect(table.explained).toEqual([
    { bankId, scheme: 'Mada', currency: 'SAR', day, kind: 'WRITTEN_OFF', takenOn: null },
  ]);
});

test('two persons: it is written off when the second one agrees, and not before', async () => {
  const own = await anotherMerchant(world);
  const sold = (await sell(own, [
    { amountMinor: 30_000, at: `${day} 09:00` },
    { amountMinor: 90_000, at: `${day} 10:00` },
    { amountMinor: 30_000, at: `${day} 11:00` },
  ])) as [Sold, Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(sold[0]), csvLineOf(sold[2])]), 'large.csv');
  const [found] = await exceptionsOf(own);
  if (!found) throw new Error('nothing is missing');
  const maha = await anotherOwner(own, 'Maha');
  expect(await accept(own, found, maha.id)).toMatchObject({ state: 'ASKED' });
  expect((await statesOfOwed(own)).get(sold[1].id)).toBe('open');
  expect(await decide(own, found, maha.token)).toMatchObject({ state: 'ACCEPTED' });
  expect((await statesOfOwed(own)).get(sold[1].id)).toBe('writtenOff');
});

test('409: what a claim asks the bank for is not accepted, by one, by the second one or with others, before it is withdrawn or answered', async () => {
  const { own, found } = await unpaid();
  const maha = await anotherOwner(own, 'Maha');
  const claim = await claimOfMissing(own, { count: 2, claimedMinor: 14_862 });
  expect(claim.status).toBe(201);
  expect(await accept(own, found)).toMatchObject({ status: 409, reason: 'claimed' });
  expect(await withdrawClaim(own, claim.id ?? '')).toBe(200);
  expect(await accept(own, found, null, maha.token)).toMatchObject({ status: 200 });
  await reopen(own, found.id);
  const again = await claimOfMissing(own, { count: 2, claimedMinor: 14_862 });
  const params = { id: again.id ?? '' };
  const { token } = own;
  const said = [
    await own.portal.call(
      contract.sendFeeClaim,
      { params, body: { sentOn: '2026-11-22', bankReference: '' } },
      { token },
    ),
    await own.portal.call(
      contract.answerFeeClaim,
      { params, body: { answeredOn: '2026-11-22', paidMinor: 0, depositId: null, note: 'Refused' } },
      { token },
    ),
  ];
  expect(said.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  // The bank refused it: it may be given up now, and stands in no second claim.
  expect(await accept(own, found)).toMatchObject({ status: 200 });
  await expectOneState(own);
  expect(await claimableOf(own)).toMatchObject({ count: 0 });
});

test('a line that comes later confirms it, with what was decided before; that file undone, it is open again', async () => {
  const { own, sold, found } = await unpaid();
  await accept(own, found);
  const late = await reconcile(own, csvOf([csvLineOf(sold[1])]), 'late.csv');
  expect((await statesOfOwed(own)).get(sold[1].id)).toBe('confirmed');
  const settled = await exceptionOf(own, found.id);
  expect([settled.state, settled.steps.map(({ kind }) => kind)]).toEqual(['SETTLED', ['ACCEPTED']]);
  expect(settled.said).toMatchObject({ kind: 'ACCEPTED', note: 'Agreed with the bank' });
  await undoFile(own, late.id);
  expect((await statesOfOwed(own)).get(sold[1].id)).toBe('open');
  expect((await exceptionOf(own, found.id)).state).toBe('OPEN');
  expect(await expectationDifferences(db)).toEqual([]);
});

test('the file that named it is undone: nothing is written off; it comes again: what was accepted holds again', async () => {
  const { own, sold, file, content, found } = await unpaid();
  await accept(own, found);
  await undoFile(own, file.id);
  expect((await statesOfOwed(own)).get(sold[1].id)).toBe('open');
  await reconcile(own, `${content}\n`, 'monday-again.csv');
  expect((await statesOfOwed(own)).get(sold[1].id)).toBe('writtenOff');
  await expectOneState(own);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('accepted before, and claimed while its file was undone: the claim stands first, and it is written off when that is withdrawn', async () => {
  const own = await anotherMerchant(world);
  const sold = (await sell(own, [
    { amountMinor: 3_000, at: `${day} 08:00` },
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 10_000, at: `${day} 10:00` },
    { amountMinor: 30_000, at: `${day} 12:00` },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(sold[0])]), 'early.csv');
  const content = csvOf([csvLineOf(sold[1]), csvLineOf(sold[3])]);
  const file = await reconcile(own, content, 'rest.csv');
  const [found] = await exceptionsOf(own, { outcome: 'missingInBank' });
  expect(found && (await accept(own, found))).toMatchObject({ status: 200 });
  await undoFile(own, file.id);
  const seen = await claimableOf(own);
  expect(seen.count).toBe(3);
  const claim = await claimOfMissing(own, seen);
  expect(claim.status).toBe(201);
  await reconcile(own, `${content}\n`, 'rest-again.csv');
  expect((await statesOfOwed(own)).get(sold[2].id)).toBe('claimed');
  const causes = async () => causesOf((await expectToClose(own, { day })).total.gaps.lines);
  expect(await causes()).toEqual({ ACCEPTED_MISSING: -10_000 });
  expect(await withdrawClaim(own, claim.id ?? '')).toBe(200);
  expect((await statesOfOwed(own)).get(sold[2].id)).toBe('writtenOff');
  expect(await causes()).toEqual({ WRITTEN_OFF: -10_000 });
  await expectOneState(own);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('claimed and accepted at the same time: one of the two comes about', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { own, found } = await unpaid();
    const [claim, accepted] = await Promise.all([
      claimOfMissing(own, { count: 2, claimedMinor: 14_862 }),
      accept(own, found),
    ]);
    expect([claim.status, accepted.status].toSorted((a, b) => a - b)).toEqual([
      Math.min(claim.status, accepted.status),
      409,
    ]);
    await expectOneState(own);
  }
});

/** As it was until somebody accepted something with the portal of before: nothing is written off. */
const before = `
  ALTER TABLE expectations NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE expectation_days NO FORCE ROW LEVEL SECURITY;
  UPDATE expectations SET line = 'none' WHERE line = 'writtenOff';
  UPDATE expectation_days d
     SET count = d.count + w.count, gross_minor = d.gross_minor + w.gross_minor, fee_minor = d.fee_minor + w.fee_minor,
         vat_minor = d.vat_minor + w.vat_minor, net_minor = d.net_minor + w.net_minor
    FROM expectation_days w
   WHERE w.line = 'writtenOff' AND d.line = 'none' AND d.merchant_id = w.merchant_id AND d.bank_id = w.bank_id
     AND d.business_day = w.business_day AND d.branch_id = w.branch_id AND d.scheme = w.scheme AND d.type = w.type
     AND d.currency = w.currency AND d.due_day = w.due_day AND d.is_missing = w.is_missing AND d.deposit = w.deposit;
  DELETE FROM expectation_days WHERE line = 'writtenOff'`;

test('what was accepted before there was this is written off by the migration, with its sums', async () => {
  const { own, sold, found } = await unpaid();
  await accept(own, found);
  const { url } = world.portal.database;
  await runAsOwner(url, before);
  expect(await expectationDifferences(db)).toEqual([]);
  expect((await statesOfOwed(own)).get(sold[1].id)).toBe('open');
  await migrateAgain(url, 240);
  expect((await statesOfOwed(own)).get(sold[1].id)).toBe('writtenOff');
  await expectOneState(own);
  expect(await expectationDifferences(db)).toEqual([]);
});
