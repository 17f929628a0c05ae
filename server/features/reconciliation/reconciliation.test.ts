import { readdir } from 'node:fs/promises';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { describe, expect, test } from 'vitest';
import { tenantRows } from '../../platform/database/database.ts';
import { threadEngine } from './bank-file-runner.deps.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld(threadEngine);

/** The part of each day's totals that the bank has confirmed, and the same summed over the payments. */
async function confirmedTotals({ portal, merchant }: BankWorld) {
  const [kept] = await tenantRows<{ count: number; minor: number }>(
    portal.db,
    merchant.merchantId,
    `SELECT coalesce(sum(count), 0) AS count, coalesce(sum(amount_minor), 0) AS minor FROM transaction_rollups
      WHERE merchant_id = tenant_id() AND bank_confirmed`,
  );
  const [summed] = await tenantRows<{ count: number; minor: number }>(
    portal.db,
    merchant.merchantId,
    `SELECT count(*) AS count, coalesce(sum(amount_minor), 0) AS minor FROM transactions
      WHERE merchant_id = tenant_id() AND bank_confirmed_at IS NOT NULL`,
  );
  return { kept, summed };
}

const lines = (sales: readonly Sold[]): string[] => sales.map((sale) => csvLineOf(sale));

/** Every bridge of a bank file must close to the halala. */
function expectClosed({ result }: BankFileDetail): void {
  for (const { steps, differenceMinor, expectedMinor, bankMinor, groups } of result?.currencies ?? []) {
    const hanging = steps.filter(({ isTotal }) => !isTotal).reduce((sum, step) => sum + step.amountMinor, 0);
    expect((steps[0]?.amountMinor ?? 0) + hanging).toBe(bankMinor);
    expect(expectedMinor + differenceMinor).toBe(bankMinor);
    expect(groups.toClaim + groups.notDueYet + groups.paidTooMuch).toBe(differenceMinor);
  }
}

test('a file that pays everything is balanced, and its payments are confirmed by the bank', async () => {
  const own = await anotherMerchant(world);
  const sales = await sell(own, [
    { amountMinor: 10_000 },
    { amountMinor: 25_050 },
    { amountMinor: 4_500, type: 'REFUND' },
  ]);
  const detail = await reconcile(own, csvOf(lines(sales)));
  expect(detail).toMatchObject({ state: 'DONE', verdict: 'BALANCED', linesRead: 3, exceptionCount: 0 });
  expect(detail).toMatchObject({ firstDay: '2026-11-20', lastDay: '2026-11-20', bankName: 'Najd Bank' });
  expect(detail.result).toMatchObject({ portalCount: 3, matchedCount: 3, absent: [] });
  expect(await entriesOf(own, detail.id, 'matched')).toHaveLength(3);
  const { kept, summed } = await confirmedTotals(own);
  expect(summed).toEqual({ count: 3, minor: 39_550 });
  expect(kept).toEqual(summed);
});

test('each planted difference is found once, with its amount, its reason and the field that failed', async () => {
  const own = await anotherMerchant(world);
  // Its due day has passed.
  const at = '2026-11-18 14:05';
  const [fits, missing, less, dear, declined] = (await sell(own, [
    { amountMinor: 10_000, at },
    { amountMinor: 51_250, at },
    { amountMinor: 124_000, at },
    { amountMinor: 451_300, at },
    { amountMinor: 41_500, status: 'DECLINED', at },
  ])) as [Sold, Sold, Sold, Sold, Sold];
  const stranger = csvLineOf(fits, {
    rrn: '999000111222',
    approvalCode: '777777',
    lastFour: '0001',
    amountMinor: 3_300,
    feeMinor: 26,
    vatMinor: 4,
  });
  const detail = await reconcile(
    own,
    csvOf([
      csvLineOf(fits),
      csvLineOf(less, { amountMinor: 115_000, feeMinor: 920, vatMinor: 138 }),
      csvLineOf(dear, { feeMinor: dear.feeMinor + 314, vatMinor: dear.vatMinor + 47 }),
      csvLineOf(declined),
      stranger,
    ]),
  );
  expect(detail.verdict).toBe('UNBALANCED');
  expectClosed(detail);
  const entries = await entriesOf(own, detail.id);
  expect(
    entries.map(({ outcome, transactionId, differenceMinor }) => [outcome, transactionId, differenceMinor]),
  ).toEqual(
    expect.arrayContaining([
      ['missingInBank', missing.id, -51_250],
      ['amountDiffers', less.id, -9_000],
      ['feeDiffers', dear.id, -361],
      ['statusConflict', declined.id, 41_500],
      ['missingInPortal', null, 3_300],
    ]),
  );
  expect(entries).toHaveLength(5);
  const wrong = entries.find(({ outcome }) => outcome === 'amountDiffers');
  expect(wrong).toMatchObject({
    reason: 'amount',
    group: 'toClaim',
    portalMinor: 124_000,
    bankMinor: 115_000,
    lines: [3],
  });
  expect(wrong?.candidates[0]?.differs).toContainEqual({ field: 'amount', value: '115000' });
});

test('a payment after the cut-off is not due yet and no claim', async () => {
  const own = await anotherMerchant(world);
  await tenantRowsAsPlatform(own, "UPDATE merchants SET cutoff = '22:00' WHERE id = $1");
  const [early, late] = (await sell(own, [
    { amountMinor: 10_000 },
    { amountMinor: 98_000, at: '2026-11-20 22:40' },
  ])) as [Sold, Sold];
  await tenantRowsAsPlatform(
    own,
    "UPDATE transactions SET business_day = '2026-11-21' WHERE merchant_id = $1 AND amount_minor = 98000",
  );
  const detail = await reconcile(own, csvOf([csvLineOf(early)]));
  expect(detail.verdict).toBe('BALANCED');
  expect(detail.result?.currencies[0]?.groups).toEqual({ toClaim: 0, notDueYet: -98_000, paidTooMuch: 0 });
  expect(await entriesOf(own, detail.id, 'timing')).toMatchObject([
    { transactionId: late.id, reason: 'notDue' },
  ]);
});

async function tenantRowsAsPlatform({ portal, merchant }: BankWorld, sql: string): Promise<void> {
  await portal.db.platform.query(sql, [merchant.merchantId]);
}

test('the same bytes again answer the first bank file, and nothing doubles', async () => {
  const own = await anotherMerchant(world);
  const content = csvOf(lines(await sell(own, [{ amountMinor: 10_000 }])));
  const first = await reconcile(own, content);
  const again = await upload(own, content, 'renamed.csv');
  expect(again.json()).toMatchObject({ same: true, bankFile: { id: first.id, fileName: 'najd_pos.csv' } });
  await own.runner.idle();
  const list = await own.portal.call(contract.listBankFiles, { query: {} }, { token: own.token });
  expect(list.json<{ rows: unknown[] }>().rows).toHaveLength(1);
});

test('a payment that an earlier file has is claimed once; without a date or batch its second line is asked about', async () => {
  const own = await anotherMerchant(world);
  const [once, other] = (await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 20_000 }])) as [Sold, Sold];
  const first = await reconcile(own, csvOf([csvLineOf(once)]));
  const second = await reconcile(own, csvOf([csvLineOf(once), csvLineOf(other)]));
  expect(second.verdict).toBe('INCOMPLETE');
  expect(await entriesOf(own, second.id, 'sameAsBefore')).toMatchObject([
    { reason: 'sameAsBefore', params: { bankFileId: first.id, line: 2 }, differenceMinor: 0 },
  ]);
  expect((await confirmedTotals(own)).summed).toEqual({ count: 2, minor: 30_000 });
});

test('undo opens the payments again, and the same file may come anew', async () => {
  const own = await anotherMerchant(world);
  const content = csvOf(lines(await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 7_700 }])));
  const first = await reconcile(own, content);
  const undone = await own.portal.call(
    contract.undoBankFile,
    { params: { id: first.id } },
    { token: own.token },
  );
  expect(undone.json()).toMatchObject({ id: first.id, state: 'UNDONE' });
  await own.runner.idle();
  const open = await confirmedTotals(own);
  expect(open.summed).toEqual({ count: 0, minor: 0 });
  expect(open.kept).toEqual(open.summed);
  const second = await reconcile(own, content);
  expect(second.id).not.toBe(first.id);
  expect(second).toMatchObject({ verdict: 'BALANCED', exceptionCount: 0 });
  expect((await confirmedTotals(own)).summed).toEqual({ count: 2, minor: 17_700 });
});

test('undo opens a payment as well that stood as confirmed before any file named it', async () => {
  const own = await anotherMerchant(world);
  const sold = await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 7_700 }]);
  const { id } = await reconcile(own, csvOf(lines(sold)));
  // As one of the demo's, which its bank confirmed without a file: the line is the file's, the mark is nobody's.
  await tenantRows(
    own.portal.db,
    own.merchant.merchantId,
    'UPDATE transactions SET bank_file_id = NULL WHERE merchant_id = tenant_id() AND id = $1 RETURNING id',
    [sold[0]?.id],
  );
  await own.portal.call(contract.undoBankFile, { params: { id } }, { token: own.token });
  await own.runner.idle();
  const none = { count: 0, minor: 0 };
  expect(await confirmedTotals(own)).toEqual({ kept: none, summed: none });
});

test('undo of a file whose columns nobody confirmed: the portal keeps none of it', async () => {
  const own = await anotherMerchant(world);
  const kept = async () => readdir(own.portal.bankFiles);
  const before = await kept();
  const content = csvOf(lines(await sell(own, [{ amountMinor: 4_200 }])));
  const { id } = (await upload(own, content)).json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  expect(await kept()).toHaveLength(before.length + 1);
  const undone = await own.portal.call(contract.undoBankFile, { params: { id } }, { token: own.token });
  expect(undone.json()).toMatchObject({ id, state: 'UNDONE' });
  expect(await kept()).toEqual(before);
});

test('entries come in pages by their own number', async () => {
  const own = await anotherMerchant(world);
  const [anchor] = await sell(own, [
    { amountMinor: 500 },
    ...Array.from({ length: 7 }, () => ({ amountMinor: 1_000 })),
  ]);
  const { id } = await reconcile(own, csvOf([csvLineOf(anchor as Sold)]));
  const page = async (after: number) => {
    const answer = await own.portal.call(
      contract.listEntries,
      { params: { id }, query: { outcome: 'waits', limit: 3, after } },
      { token: own.token },
    );
    return answer.json<{ rows: { seq: number }[]; nextAfter: number | null }>();
  };
  const first = await page(0);
  const second = await page(first.nextAfter ?? -1);
  const third = await page(second.nextAfter ?? -1);
  expect([...first.rows, ...second.rows, ...third.rows].map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(third.nextAfter).toBeNull();
});

test("404: another merchant's bank file, on every route, and it stays as it was", async () => {
  const own = await anotherMerchant(world);
  const { id } = await reconcile(own, csvOf(lines(await sell(own, [{ amountMinor: 10_000 }]))));
  const { portal } = world;
  const foreign = { token: world.token };
  const body = {
    columns: [
      { key: 'a', field: 'amount' as const },
      { key: 'b', field: 'date' as const },
    ],
    readings: {},
    bankName: '',
    remember: true,
  };
  const answers = await Promise.all([
    portal.call(contract.getBankFile, { params: { id } }, foreign),
    portal.call(contract.listEntries, { params: { id }, query: {} }, foreign),
    portal.call(contract.listRejectedLines, { params: { id }, query: {} }, foreign),
    portal.call(contract.exportEntries, { params: { id }, query: { format: 'csv' } }, foreign),
    portal.call(contract.confirmLayout, { params: { id }, body }, foreign),
    portal.call(contract.undoBankFile, { params: { id } }, foreign),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
  const kept = await portal.call(contract.getBankFile, { params: { id } }, { token: own.token });
  expect(kept.json()).toMatchObject({ state: 'DONE', verdict: 'BALANCED' });
});

/** A payment without an answer, which holds its amount on its terminal until somebody decides. */
async function lostPayment(own: BankWorld): Promise<Sold> {
  const [lost] = (await sell(own, [{ amountMinor: 64_500, status: 'TIMEOUT' }])) as [Sold];
  await own.portal.db.platform.query(
    `WITH held AS (UPDATE transactions SET under_review = true, holds_lock = true WHERE merchant_id = $1 AND id = $2)
     INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at) VALUES ($1, $2, 'NO_ANSWER', now())`,
    [own.merchant.merchantId, lost.id],
  );
  return lost;
}
async function stateOf(own: BankWorld, { id }: Sold) {
  const rows = await tenantRows(
    own.portal.db,
    own.merchant.merchantId,
    `SELECT status, under_review, holds_lock, fee_minor::integer, bank_file_id::text AS file, r.decision,
            r.decided_by_bank_file::text AS decider
       FROM transactions t JOIN reviews r ON r.merchant_id = t.merchant_id AND r.transaction_id = t.id
      WHERE t.merchant_id = tenant_id() AND t.id = $1`,
    [id],
  );
  return rows[0];
}
/** The totals of approved payments, and the same summed over the payments. */
async function approvedTotals({ portal, merchant }: BankWorld) {
  const read = (text: string) =>
    tenantRows<{ count: number; fees: number }>(portal.db, merchant.merchantId, text);
  const [kept] = await read(
    `SELECT coalesce(sum(count), 0)::integer AS count, coalesce(sum(fee_minor), 0)::integer AS fees
       FROM transaction_rollups WHERE merchant_id = tenant_id() AND status = 'APPROVED'`,
  );
  const [summed] = await read(
    `SELECT count(*)::integer AS count, coalesce(sum(fee_minor), 0)::integer AS fees FROM transactions
      WHERE merchant_id = tenant_id() AND status = 'APPROVED'`,
  );
  expect(kept).toEqual(summed);
  return kept;
}
const undo = async (own: BankWorld, id: string) => {
  await own.portal.call(contract.undoBankFile, { params: { id } }, { token: own.token });
  await own.runner.idle();
};
const open = {
  status: 'TIMEOUT',
  under_review: true,
  file: null,
  decision: null,
  decider: null,
  fee_minor: 0,
};

test('a payment whose outcome nobody knew, paid by the bank to the halala, is decided by the file', async () => {
  const own = await anotherMerchant(world);
  const [known] = (await sell(own, [{ amountMinor: 10_000 }])) as [Sold];
  const lost = await lostPayment(own);
  const { id } = await reconcile(own, csvOf([csvLineOf(known), csvLineOf(lost)]));
  expect(await stateOf(own, lost)).toMatchObject({
    status: 'APPROVED',
    under_review: false,
    holds_lock: false,
    file: id,
    decision: 'APPROVED',
    decider: id,
  });
  const { kept, summed } = await confirmedTotals(own);
  expect(summed).toEqual({ count: 2, minor: 74_500 });
  expect(kept).toEqual(summed);
});

describe('the file that decided a payment is taken back', () => {
  test('the payment is undecided as before, and the same file decides it again', async () => {
    const own = await anotherMerchant(world);
    const lost = await lostPayment(own);
    const content = csvOf([csvLineOf(lost)]);
    const { id } = await reconcile(own, content);
    const approved = await approvedTotals(own);
    expect(approved).toMatchObject({ count: 1 });
    await undo(own, id);
    expect(await stateOf(own, lost)).toEqual({ ...open, holds_lock: true });
    expect(await approvedTotals(own)).toEqual({ count: 0, fees: 0 });
    await reconcile(own, content);
    expect(await stateOf(own, lost)).toMatchObject({ status: 'APPROVED', under_review: false });
    expect(await approvedTotals(own)).toEqual(approved);
  });

  test('where the same amount was begun again meanwhile, that payment keeps the lock', async () => {
    const own = await anotherMerchant(world);
    const lost = await lostPayment(own);
    const { id } = await reconcile(own, csvOf([csvLineOf(lost)]));
    await lostPayment(own);
    await undo(own, id);
    expect(await stateOf(own, lost)).toEqual({ ...open, holds_lock: false });
  });

  test('what its terminal approved since stays approved, and a person has to look', async () => {
    const own = await anotherMerchant(world);
    const lost = await lostPayment(own);
    const { id } = await reconcile(own, csvOf([csvLineOf(lost)]));
    const body = {
      providerCode: '00',
      actionCode: '000',
      kind: 'PURCHASE',
      amountMinor: 64_500,
      currency: 'SAR',
    };
    await own.portal.db.platform.query(
      `INSERT INTO terminal_results (merchant_id, transaction_id, result_seq, received_at, body)
       VALUES ($1, $2, 1, now() + interval '1 year', $3)`,
      [own.merchant.merchantId, lost.id, JSON.stringify(body)],
    );
    await undo(own, id);
    expect(await stateOf(own, lost)).toMatchObject({
      status: 'APPROVED',
      under_review: true,
      decision: null,
    });
    expect(await approvedTotals(own)).toMatchObject({ count: 1 });
  });
});

test('a purchase with cash back is balanced with the fee on the rest alone, and not with one on all of it', async () => {
  const own = await anotherMerchant(world);
  const [right, dear] = (await sell(own, [
    { amountMinor: 15_000, cashMinor: 5_000 },
    { amountMinor: 25_000, cashMinor: 5_000, at: '2026-11-20 15:00' },
  ])) as [Sold, Sold];
  expect(right).toMatchObject({ feeMinor: 80, vatMinor: 12 });
  const balanced = await reconcile(own, csvOf([csvLineOf(right)]));
  expect(balanced).toMatchObject({ verdict: 'BALANCED', exceptionCount: 0 });
  const whole = await reconcile(own, csvOf([csvLineOf(dear, { feeMinor: 200, vatMinor: 30 })]), 'dear.csv');
  expect(await entriesOf(own, whole.id)).toMatchObject([
    { outcome: 'feeDiffers', params: { expectedMinor: 184, bankMinor: 230 }, differenceMinor: -46 },
  ]);
});
