import { randomUUID } from 'node:crypto';
import { undoDeposit } from '@mizan/contract/deposits.ts';
import * as claims from '@mizan/contract/fee-claims.ts';
import { makeMissingClaim } from '@mizan/contract/missing-claims.ts';
import { expect, test } from 'vitest';
import { depositOf, entered } from '../deposits/testing/deposit-world.ts';
import { exceptionsOf } from '../exceptions/testing/exception-world.ts';
import { tableOf } from '../proof/testing/one-book.ts';
import { causesOf, expectToClose } from '../proof/testing/proof-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { claimOf } from './testing/claim-world.ts';
import { auditOf } from './testing/figures-open.ts';
import { bankIdOf } from './testing/planted-fees.ts';

/**
 * From a claim to the money: what exceptions, claim, proof, settlement and fee audit say at each step. Sunday, 22 November 2026,
 * noon in Riyadh.
 */
const world = await bankWorld();
const day = '2026-11-16';

/** Monday, due on Tuesday: 100.00 and 50.00 are in no file, and of 200.00 the bank keeps 5.00 too much. It pays what it says. */
async function monday() {
  const own = await anotherMerchant(world);
  const bankId = await bankIdOf(own);
  const sold = (await sell(own, [
    { amountMinor: 20_000, at: `${day} 09:00` },
    { amountMinor: 10_000, at: `${day} 10:00` },
    { amountMinor: 5_000, at: `${day} 11:00` },
    { amountMinor: 30_000, at: `${day} 12:00` },
  ])) as [Sold, Sold, Sold, Sold];
  const lines = [csvLineOf(sold[0], { feeMinor: sold[0].feeMinor + 500 }), csvLineOf(sold[3])];
  await reconcile(own, csvOf(lines), 'monday.csv');
  const pays = (amountMinor: number, valueDate: string) =>
    entered(
      own,
      depositOf(bankId, {
        amountMinor,
        valueDate,
        isAnother: true,
        shares: [{ day, scheme: 'Mada', amountMinor }],
      }),
    );
  await pays(19_816 - 500 + 29_724, '2026-11-17');
  return { own, bankId, sold, pays };
}

/** Of what is looked at, each as a reader of its screen would say it. */
async function said(own: BankWorld, claim: { missing: string; fees: string } | null = null) {
  const [named, table, proof, audit] = await Promise.all([
    exceptionsOf(own),
    tableOf(own, '2026-11'),
    expectToClose(own, { day }),
    auditOf(own, { from: day, to: day }),
  ]);
  const [row] = table.rows;
  const { FEES: _, ...deposit } = causesOf(proof.total.gaps.deposit);
  const missing = claim && (await claimOf(own, claim.missing));
  const fees = claim && (await claimOf(own, claim.fees));
  return {
    exceptions: named.map(({ outcome, differenceMinor }) => `${outcome} ${differenceMinor}`).toSorted(byText),
    settlement: [row?.state, row?.arrivedMinor, row?.differenceMinor],
    lines: causesOf(proof.total.gaps.lines),
    deposit,
    certain: proof.missing,
    tooMuch: audit.totals.map(({ overMinor }) => overMinor),
    // What of the claimed is in no file, and what the bank still charges too much.
    claims:
      missing && fees ? [missing.state, missing.missingNow?.openMinor, fees.state, fees.now.overMinor] : [],
  };
}
const byText = (a: string, b: string): number => a.localeCompare(b);

/** Both are claimed of the bank, and sent. */
async function claimed(own: BankWorld, bankId: string) {
  const { portal, token } = own;
  const of = { from: day, to: day, bankId };
  const missing = await portal.call(
    makeMissingClaim,
    { body: { requestId: randomUUID(), ...of, count: 2, claimedMinor: 14_862 } },
    { token },
  );
  const fees = await portal.call(
    claims.makeFeeClaim,
    { body: { requestId: randomUUID(), ...of, count: 1, claimedMinor: 500 } },
    { token },
  );
  const ids = { missing: missing.json<{ id: string }>().id, fees: fees.json<{ id: string }>().id };
  for (const id of Object.values(ids)) {
    const body = { sentOn: '2026-11-18', bankReference: 'NB-4471' };
    const sent = await portal.call(claims.sendFeeClaim, { params: { id }, body }, { token });
    expect(sent.statusCode).toBe(200);
  }
  return ids;
}

const missingTwo = ['missingInBank -10000', 'missingInBank -5000'];

test('a missing payment, from the claim to the deposit and the file that names it: each screen says what it knows', async () => {
  const { own, bankId, sold, pays } = await monday();
  const before = await said(own);
  expect(before).toEqual({
    exceptions: ['feeDiffers -500', ...missingTwo],
    settlement: ['SHORT', 49_040, -15_362],
    lines: { MISSING: -15_000 },
    deposit: { FEE_DIFFERS: -500 },
    certain: ['lines'],
    tooMuch: [500],
    claims: [],
  });
  const ids = await claimed(own, bankId);
  // A claim asks for money; nothing has come by it.
  const asked = { ...before, claims: ['SENT', 14_862, 'SENT', 500] };
  expect(await said(own, ids)).toEqual(asked);
  const deposit = await pays(14_862, '2026-11-19');
  // The money is there, and no file says for what: nobody is certain that anything is missing.
  const paid = {
    ...asked,
    settlement: ['SHORT', 63_902, -500],
    deposit: { WITHOUT_LINES: 14_862, FEE_DIFFERS: -500 },
    certain: [],
  };
  expect(await said(own, ids)).toEqual(paid);
  const body = { answeredOn: '2026-11-19', paidMinor: 14_862, depositId: deposit.id };
  const answered = await own.portal.call(
    claims.answerFeeClaim,
    { params: { id: ids.missing }, body },
    { token: own.token },
  );
  expect(answered.json()).toMatchObject({ paidMinor: 14_862, depositId: deposit.id });
  expect(await said(own, ids)).toEqual({ ...paid, claims: ['ANSWERED', 14_862, 'SENT', 500] });
  await reconcile(own, csvOf([csvLineOf(sold[1]), csvLineOf(sold[2])]), 'late.csv');
  expect(await said(own, ids)).toEqual({
    ...paid,
    exceptions: ['feeDiffers -500'],
    lines: {},
    deposit: { FEE_DIFFERS: -500 },
    claims: ['ANSWERED', 0, 'SENT', 500],
  });
});

test('a fee that was too much, from the claim to the deposit: it is paid back, the line still says what was charged', async () => {
  const { own, bankId, sold, pays } = await monday();
  const ids = await claimed(own, bankId);
  await reconcile(own, csvOf([csvLineOf(sold[1]), csvLineOf(sold[2])]), 'late.csv');
  await pays(14_862, '2026-11-19');
  const owed = await said(own, ids);
  expect(owed).toMatchObject({ settlement: ['SHORT', 63_902, -500], claims: ['SENT', 0, 'SENT', 500] });
  const back = await pays(500, '2026-11-20');
  expect(await said(own, ids)).toEqual({
    ...owed,
    settlement: ['PAID', 64_402, 0],
    deposit: { MORE_ARRIVED: 500, FEE_DIFFERS: -500 },
  });
  await reconcile(own, csvOf([csvLineOf(sold[0])]), 'corrected.csv');
  // The last word of the bank counts: nothing is too much any more, and what came back is what its files say.
  const corrected = {
    ...owed,
    exceptions: [],
    deposit: { CORRECTED_CHARGES: 0 },
    tooMuch: [0],
    claims: ['SENT', 0, 'SENT', 0],
  };
  expect(await said(own, ids)).toEqual({ ...corrected, settlement: ['PAID', 64_402, 0] });
  // The deposit was somebody else's: what files say was given back has not come.
  const undone = await own.portal.call(undoDeposit, { params: { id: back.id } }, { token: own.token });
  expect(undone.statusCode).toBe(200);
  expect(await said(own, ids)).toEqual({
    ...corrected,
    deposit: { SHORT: -500, CORRECTED_CHARGES: 0 },
    certain: ['deposit'],
  });
});
