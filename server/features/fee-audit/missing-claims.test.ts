import { randomUUID } from 'node:crypto';
import type { FeeClaimDetail } from '@mizan/contract/fee-claims.ts';
import * as claims from '@mizan/contract/fee-claims.ts';
import * as contract from '@mizan/contract/missing-claims.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { drawnTexts } from '../../platform/exports/pdf-trial.ts';
import { depositOf, entered } from '../deposits/testing/deposit-world.ts';
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
import { insertMissingLines, type MissingPayment } from './missing-claims.queries.ts';
import { claimOf } from './testing/claim-world.ts';
import { bankIdOf } from './testing/planted-fees.ts';

/** Claims of payments that a bank never paid. Sunday, 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const { db } = world.portal;
const days = { from: '2026-11-16', to: '2026-11-16' };

/**
 * Monday, due on Tuesday: four sales of which the file has the first and the last. Of the two between, 100.00 and 50.00, at 0.80%
 * and 15% VAT 99.08 and 49.54 are due.
 */
async function unpaid() {
  const own = await anotherMerchant(world);
  const bankId = await bankIdOf(own);
  const sold = (await sell(own, [
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 10_000, at: '2026-11-16 10:00' },
    { amountMinor: 5_000, at: '2026-11-16 11:00' },
    { amountMinor: 30_000, at: '2026-11-16 12:00' },
  ])) as [Sold, Sold, Sold, Sold];
  const file = await reconcile(own, csvOf([csvLineOf(sold[0]), csvLineOf(sold[3])]), 'monday.csv');
  return { own, bankId, sold, file };
}

const netOf = ({ amountMinor, feeMinor, vatMinor }: Sold): number => amountMinor - feeMinor - vatMinor;

type Asked = { from?: string; to?: string; bankId?: string };
async function previewOf({ portal, token }: BankWorld, more: Asked = {}) {
  const query = { ...days, ...more };
  const answer = await portal.call(contract.previewMissingClaim, { query }, { token });
  expect(answer.statusCode).toBe(200);
  return contract.previewMissingClaim.output.parse(answer.json());
}
const make = ({ portal, token }: BankWorld, bankId: string, more: object = {}) =>
  portal.call(
    contract.makeMissingClaim,
    { body: { requestId: randomUUID(), ...days, bankId, count: 2, claimedMinor: 14_862, ...more } },
    { token },
  );
async function made(own: BankWorld, bankId: string, more: object = {}): Promise<FeeClaimDetail> {
  const answer = await make(own, bankId, more);
  expect([answer.statusCode, answer.statusCode === 201 ? null : answer.json()]).toEqual([201, null]);
  return answer.json<FeeClaimDetail>();
}
const withdraw = ({ portal, token }: BankWorld, id: string) =>
  portal.call(claims.withdrawFeeClaim, { params: { id } }, { token });

test('what no file has is claimed: net of what was agreed, with the file that should have it, and once', async () => {
  const { own, bankId, file } = await unpaid();
  const preview = await previewOf(own);
  expect(preview).toMatchObject({
    banks: [{ id: bankId, count: 2, claimedMinor: 14_862 }],
    bank: { id: bankId },
    count: 2,
    claimedMinor: 14_862,
    groups: [
      {
        scheme: 'Mada',
        count: 2,
        firstDay: '2026-11-16',
        dueDay: '2026-11-17',
        grossMinor: 15_000,
        feeMinor: 120,
        vatMinor: 18,
        netMinor: 14_862,
      },
    ],
    fileCount: 1,
    claimedBefore: { count: 0, netMinor: 0, claims: [] },
    mayHaveArrived: { count: 0 },
    withoutFile: { count: 0 },
  });
  const claim = await made(own, bankId);
  expect(claim).toMatchObject({
    name: 'CLM-2026-0001',
    kind: 'MISSING',
    count: 2,
    claimedMinor: 14_862,
    state: 'DRAFTED',
    changedCount: 0,
    missing: preview.groups,
    groups: [],
    files: [{ id: file.id, name: 'monday.csv', isThere: true }],
    missingNow: { openMinor: 14_862, arrivedCount: 0 },
  });
  expect(claim.letters).toEqual(preview.letters);
  expect(claim.letters.en.title).toBe('Claim for payments that no settlement file has: SAR 148.62');
  expect(claim.letters.en.paragraphs[2]).toMatch(/^Mada, sold on Nov 16, 2026, due until /);
  expect(await previewOf(own)).toMatchObject({
    banks: [],
    count: 0,
    claimedBefore: { count: 2, netMinor: 14_862, claims: [{ id: claim.id, name: claim.name }] },
  });
});

test('a payment whose line could not be read, or may be one of two alike, waits: it is in no claim, and said beside it', async () => {
  const own = await anotherMerchant(world);
  const [first, unread, missing, last] = (await sell(own, [
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 10_000, at: '2026-11-16 10:00' },
    { amountMinor: 5_000, at: '2026-11-16 11:00' },
    { amountMinor: 30_000, at: '2026-11-16 12:00' },
  ])) as [Sold, Sold, Sold, Sold];
  const broken = csvLineOf(unread).replace('2026-11-16', '2026-13-16');
  await reconcile(own, csvOf([csvLineOf(first), broken, csvLineOf(last)]), 'monday.csv');
  expect(await previewOf(own)).toMatchObject({
    count: 1,
    claimedMinor: netOf(missing),
    waits: { count: 1, netMinor: netOf(unread) },
  });
});

test('a payment is claimed once: six at the same time, and by the table itself; other figures are refused', async () => {
  const { own, bankId, sold } = await unpaid();
  for (const other of [{ count: 1 }, { claimedMinor: 14_861 }])
    expect((await make(own, bankId, other)).json()).toMatchObject({ details: { reason: 'changed' } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(own, bankId)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201, 409, 409, 409, 409, 409,
  ]);
  const line: MissingPayment = {
    transactionId: sold[1].id,
    bankId,
    day: '2026-11-16',
    dueDay: '2026-11-17',
    scheme: 'Mada',
    tid: '1',
    rrn: null,
    approvalCode: null,
    lastFour: null,
    grossMinor: 1,
    feeMinor: 0,
    vatMinor: 0,
    netMinor: 1,
    bankFileId: null,
    isWaiting: false,
    claimId: null,
    claimName: null,
  };
  await expect(
    inTenant(db, own.merchant.merchantId, (tx) => insertMissingLines(tx, '999999', [line])),
  ).rejects.toThrow('missing_claim_lines_once');
});

test('the same request again is the same claim; its id with another body is refused', async () => {
  const { own, bankId } = await unpaid();
  const requestId = randomUUID();
  const first = await make(own, bankId, { requestId });
  const again = await make(own, bankId, { requestId });
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(first.json());
  expect((await make(own, bankId, { requestId, scheme: 'Mada' })).json()).toMatchObject({
    details: { reason: 'otherRequest' },
  });
});

test('a payment that arrives after its claim: the claim says so, keeps what it said, and lets go when it is withdrawn', async () => {
  const { own, bankId, sold } = await unpaid();
  const claim = await made(own, bankId);
  await reconcile(own, csvOf([csvLineOf(sold[1])]), 'late.csv');
  const now = await claimOf(own, claim.id);
  expect(now).toMatchObject({
    count: 2,
    claimedMinor: 14_862,
    changedCount: 1,
    missingNow: { arrivedCount: 1, arrivedMinor: 9_908, openMinor: 4_954 },
  });
  expect(now.letters).toEqual(claim.letters);
  expect((await withdraw(own, claim.id)).statusCode).toBe(200);
  const preview = await previewOf(own);
  expect(preview).toMatchObject({ count: 1, claimedMinor: 4_954, claimedBefore: { count: 0 } });
  expect((await made(own, bankId, { count: 1, claimedMinor: 4_954 })).name).toBe('CLM-2026-0002');
});

test('what may have arrived without a line is not claimed: more came than the lines of the day come to', async () => {
  const { own, bankId } = await unpaid();
  const share = (amountMinor: number) =>
    depositOf(bankId, {
      amountMinor,
      shares: [{ day: '2026-11-16', scheme: 'Mada', amountMinor }],
    });
  // 198.16 and 297.24 have lines; 49.53 more is less than the smaller of the two that have none.
  await entered(own, share(49_540 + 4_953));
  expect(await previewOf(own)).toMatchObject({ count: 2, mayHaveArrived: { count: 0 } });
  await entered(own, { ...share(1), valueDate: '2026-11-19' });
  expect(await previewOf(own)).toMatchObject({
    count: 0,
    banks: [],
    mayHaveArrived: { count: 2, netMinor: 14_862 },
  });
  expect((await make(own, bankId)).json()).toMatchObject({ details: { reason: 'changed' } });
});

test('what an unmatched deposit comes to is not claimed: of one payment, of the whole day, and not of another sum', async () => {
  for (const [amountMinor, free] of [
    [9_908, 1],
    [14_862, 0],
    [14_861, 2],
  ] as const) {
    const { own, bankId } = await unpaid();
    await entered(own, depositOf(bankId, { amountMinor, valueDate: '2026-11-19' }));
    const left = 2 - free;
    expect(await previewOf(own)).toMatchObject({
      count: free,
      mayHaveArrived: { count: left, netMinor: left === 0 ? 0 : amountMinor },
    });
  }
  // Beside what has lines (198.16 and 297.24) and did not arrive: with all of it, with one, and with less than either.
  for (const [amountMinor, free] of [
    [49_540 + 14_862, 0],
    [49_540 + 9_908, 1],
    [49_540 + 14_861, 2],
  ] as const) {
    const { own, bankId } = await unpaid();
    await entered(own, depositOf(bankId, { amountMinor, valueDate: '2026-11-19' }));
    expect(await previewOf(own)).toMatchObject({ count: free, mayHaveArrived: { count: 2 - free } });
  }
  // Before the sale nothing of it came.
  const { own, bankId } = await unpaid();
  await entered(own, depositOf(bankId, { amountMinor: 14_862, valueDate: '2026-11-15' }));
  expect(await previewOf(own)).toMatchObject({ count: 2 });
});

test('a purchase and its reversal that are both in no file are neither of them claimed; a refund is taken off', async () => {
  const own = await anotherMerchant(world);
  const bankId = await bankIdOf(own);
  const sold = (await sell(own, [
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 10_000, at: '2026-11-16 10:00' },
    { amountMinor: 10_000, at: '2026-11-16 10:01', type: 'REVERSAL' },
    { amountMinor: 5_000, at: '2026-11-16 11:00' },
    { amountMinor: 1_000, at: '2026-11-16 11:30', type: 'REFUND' },
    { amountMinor: 30_000, at: '2026-11-16 12:00' },
  ])) as [Sold, Sold, Sold, Sold, Sold, Sold];
  await platformRows(db, 'UPDATE transactions SET original_id = $1 WHERE id = $2', [sold[1].id, sold[2].id]);
  await reconcile(own, csvOf([csvLineOf(sold[0]), csvLineOf(sold[5])]), 'monday.csv');
  // 49.54 less 10.00, which the bank has not taken back either.
  expect(await previewOf(own)).toMatchObject({ count: 2, claimedMinor: 3_954 });
  const claim = await made(own, bankId, { count: 2, claimedMinor: 3_954 });
  expect(claim.missing).toMatchObject([{ grossMinor: 4_000, netMinor: 3_954 }]);
});

test('what no file has come for is said and not claimed; nothing is claimed before it is due', async () => {
  const own = await anotherMerchant(world);
  await sell(own, [
    { amountMinor: 10_000, at: '2026-11-17 09:00' },
    { amountMinor: 10_000, at: '2026-11-19 09:00' },
  ]);
  expect(await previewOf(own, { from: '2026-11-16', to: '2026-11-19' })).toMatchObject({
    banks: [],
    count: 0,
    letters: null,
    withoutFile: { count: 1, netMinor: 9_908 },
  });
});

test('the pack: the letter in both languages names the payments that are due, and the workbook each', async () => {
  const { own, bankId } = await unpaid();
  const claim = await made(own, bankId);
  const pack = async (format: 'pdf' | 'xlsx' | 'zip', token = own.token) =>
    own.portal.call(claims.packFeeClaim, { params: { id: claim.id }, query: { format } }, { token });
  const pdf = await pack('pdf');
  expect(pdf.statusCode).toBe(200);
  const drawn = drawnTexts(pdf.rawPayload)
    .flat()
    .map(({ text }) => text.replaceAll('|', ''))
    .join(' ');
  expect(drawn).toContain('CLM-2026-0001');
  expect(drawn).toContain('Claim for payments that no settlement file has');
  for (const format of ['xlsx', 'zip'] as const)
    expect((await pack(format)).rawPayload.subarray(0, 2).toString()).toBe('PK');
  const stranger = await anotherMerchant(world);
  expect((await pack('zip', stranger.token)).statusCode).toBe(404);
});

/** A small generator, so that a failure is found again by its seed. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test.each([1, 2, 3])(
  'random claims, withdrawals and files (seed %i): no payment stands in two live claims',
  async (seed) => {
    const { own, bankId, sold } = await unpaid();
    const next = numbers(seed);
    const live = new Set<string>();
    let late: string | null = null;
    for (let step = 0; step < 14; step += 1) {
      const dice = next();
      if (dice < 0.5) {
        const { count, claimedMinor } = await previewOf(own, { bankId });
        if (count > 0) live.add((await made(own, bankId, { count, claimedMinor })).id);
        else expect((await make(own, bankId)).statusCode).toBe(409);
      } else if (dice < 0.75) {
        const [id] = live;
        if (id) expect((await withdraw(own, id)).statusCode).toBe(200);
        live.delete(id ?? '');
      } else if (late === null)
        late = (await reconcile(own, `${csvOf([csvLineOf(sold[1])])}${'\n'.repeat(step)}`, `late${step}.csv`))
          .id;
      else {
        const answer = await own.portal.call(undoBankFile, { params: { id: late } }, { token: own.token });
        expect(answer.statusCode).toBe(200);
        await own.runner.idle();
        late = null;
      }
      const lines = await platformRows<{ id: string; times: number }>(
        db,
        `SELECT l.transaction_id::text AS id, count(*) AS times FROM missing_claim_lines l
         JOIN fee_claims c ON c.merchant_id = l.merchant_id AND c.id = l.claim_id AND c.state <> 'WITHDRAWN'
        WHERE l.merchant_id = $1 GROUP BY 1 ORDER BY 1`,
        [own.merchant.merchantId],
      );
      expect(lines.every(({ times }) => times === 1)).toBe(true);
      for (const id of live) {
        const { missingNow, claimedMinor } = await claimOf(own, id);
        expect((missingNow?.arrivedMinor ?? 0) + (missingNow?.openMinor ?? 0)).toBe(claimedMinor);
      }
    }
  },
);
