import { randomUUID } from 'node:crypto';
import * as contract from '@mizan/contract/fee-claims.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { fromBuffer } from 'yauzl';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { drawnTexts } from '../../platform/exports/pdf-trial.ts';
import { depositOf, entered } from '../deposits/testing/deposit-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  reconcile,
} from '../reconciliation/testing/bank-world.ts';
import { insertClaimLines } from './claims.queries.ts';
import {
  claimOf,
  made,
  make,
  overcharged as overchargedIn,
  previewOf,
  since,
} from './testing/claim-world.ts';
import { chargesBy, fileOf } from './testing/planted-fees.ts';

/** Claims of what a bank charged too much. Sunday, 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const { db } = world.portal;

const overcharged = (more: { apart?: boolean } = {}) => overchargedIn(world, more);
const overEach = [230, 460] as const;

test('a claim keeps what it said: figures, rate with its dates, cause, and the hash of its file', async () => {
  const { own, bankId, file } = await overcharged();
  const preview = await previewOf(own, bankId);
  expect(preview).toMatchObject({ count: 2, claimedMinor: 690, claimedBeforeCount: 0, fileCount: 1 });
  const claim = await made(own, bankId);
  // 1,000.00 at 2.00% and 0.25 is 20.25 and 3.04; at 2.20% 22.25 and 3.34. 2,000.00: 40.25, 6.04; 44.25, 6.64.
  expect(overEach[0] + overEach[1]).toBe(690);
  expect(claim).toMatchObject({
    name: 'CLM-2026-0001',
    count: 2,
    feeMinor: 600,
    vatMinor: 90,
    claimedMinor: 690,
    state: 'DRAFTED',
    changedCount: 0,
    groups: [
      {
        scheme: 'Visa',
        count: 2,
        differenceMinor: 690,
        rate: { mdrBps: 200, validFrom: '2026-11-08', validTo: null },
        cause: { kind: 'otherRate', rate: { mdrBps: 220, validTo: '2026-11-07' } },
      },
    ],
    files: [{ id: file.id, name: 'najd_november.csv', isThere: true }],
  });
  expect(claim.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(claim.letters.en.title).toBe('Claim for overcharged fees: SAR 6.90');
  // Both were charged on one day, which is said once.
  expect(claim.letters.en.paragraphs[1]).toMatch(/^Visa, on Nov 16, 2026 \(transactions: 2\): /);
  expect(claim.letters.ar.paragraphs[1]).toMatch(/^فيزا، يوم ١٦ نوفمبر ٢٠٢٦، عدد العمليات ٢: /);
  expect(claim.letters).toEqual(preview.letters);
  expect((await previewOf(own, bankId)).claimedBeforeCount).toBe(2);
});

test('the same request again is the same claim; other figures than those on the screen are refused', async () => {
  const { own, bankId } = await overcharged();
  expect((await make(own, bankId, { claimedMinor: 691 })).statusCode).toBe(409);
  expect((await make(own, bankId, { count: 3 })).statusCode).toBe(409);
  const requestId = randomUUID();
  const first = await make(own, bankId, { requestId });
  const again = await make(own, bankId, { requestId });
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(first.json());
});

test('409: the id of an earlier attempt with another body', async () => {
  const { own, bankId } = await overcharged();
  const requestId = randomUUID();
  expect((await make(own, bankId, { requestId })).statusCode).toBe(201);
  for (const other of [{ claimedMinor: 460, count: 1 }, { from: '2026-11-02' }, { scheme: 'Visa' as const }])
    expect((await make(own, bankId, { requestId, ...other })).json()).toMatchObject({
      code: 'conflict',
      details: { reason: 'otherRequest' },
    });
});

test('a line is claimed once: two at the same time, and by the table itself', async () => {
  const { own, bankId, sales } = await overcharged();
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(own, bankId)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201, 409, 409, 409, 409, 409,
  ]);
  const lines = await platformRows<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM fee_claim_lines WHERE merchant_id = $1 AND is_live',
    [own.merchant.merchantId],
  );
  expect(lines).toEqual([{ count: 2 }]);
  const line = {
    transactionId: sales[0]?.sold.id,
    bankFileId: '1',
    day: '2026-11-16',
    scheme: 'Visa',
    cause: { key: 'unexplained' },
    tid: '1',
    rrn: null,
    approvalCode: null,
    lastFour: null,
    amountMinor: 1,
    agreedFeeMinor: 0,
    agreedVatMinor: 0,
    chargedMinor: 1,
    chargedFeeMinor: null,
    chargedVatMinor: null,
  } as unknown as Parameters<typeof insertClaimLines>[2][number];
  await expect(
    inTenant(db, own.merchant.merchantId, (tx) => insertClaimLines(tx, '999999', [line])),
  ).rejects.toThrow('fee_claim_lines_once');
});

test('a claim says when its file is undone, and is not changed by it; nothing of it is claimed meanwhile', async () => {
  const { own, bankId, file } = await overcharged();
  const claim = await made(own, bankId);
  const preview = await overcharged();
  await preview.own.portal.call(
    undoBankFile,
    { params: { id: preview.file.id } },
    { token: preview.own.token },
  );
  await preview.own.runner.idle();
  // Undone between the preview and the claim.
  expect((await make(preview.own, preview.bankId)).statusCode).toBe(409);
  await own.portal.call(undoBankFile, { params: { id: file.id } }, { token: own.token });
  await own.runner.idle();
  const now = await claimOf(own, claim.id);
  expect(now).toEqual({
    ...claim,
    changedCount: 2,
    now: { ...claim.now, goneCount: 2, overMinor: 0 },
    files: [{ ...claim.files[0], isThere: false }],
  });
});

test('what a later file of the bank gave back is claimed no more, and a claim of before says so', async () => {
  const { own, bankId, sales } = await overcharged();
  const claimed = await overcharged();
  const claim = await made(claimed.own, claimed.bankId);
  const correct = async (to: BankWorld, of: typeof sales) => {
    const [first] = of.map((sale) => ({ ...sale, charged: chargesBy(sale.amountMinor, since) }));
    if (!first) throw new Error('it was sold');
    await reconcile(to, fileOf([first]), 'najd_corrected.csv');
  };
  await correct(own, sales);
  expect(await previewOf(own, bankId)).toMatchObject({ count: 1, claimedMinor: 460 });
  expect((await make(own, bankId)).statusCode).toBe(409);
  await correct(claimed.own, claimed.sales);
  expect(await claimOf(claimed.own, claim.id)).toMatchObject({ claimedMinor: 690, changedCount: 1 });
});

test('sent, answered, withdrawn: each in its turn, with its facts', async () => {
  const { own, bankId } = await overcharged();
  const claim = await made(own, bankId);
  const { portal, token } = own;
  const params = { id: claim.id };
  const send = (sentOn: string) =>
    portal.call(contract.sendFeeClaim, { params, body: { sentOn, bankReference: 'NB-4471' } }, { token });
  const reply = (answeredOn: string, more = {}) =>
    portal.call(
      contract.answerFeeClaim,
      { params, body: { answeredOn, paidMinor: 600, ...more } },
      { token },
    );
  expect((await reply('2026-11-22')).statusCode).toBe(409);
  expect((await send('2026-11-23')).statusCode).toBe(409);
  expect((await send('2026-11-20')).json()).toMatchObject({ state: 'SENT', bankReference: 'NB-4471' });
  expect((await send('2026-11-20')).statusCode).toBe(200);
  expect((await reply('2026-11-19')).statusCode).toBe(409);
  expect((await reply('2026-11-22', { depositId: '999999' })).statusCode).toBe(404);
  const dollars = await entered(own, depositOf(bankId, { currency: 'USD' }));
  expect((await reply('2026-11-22', { depositId: dollars.id })).statusCode).toBe(404);
  expect((await reply('2026-11-22')).json()).toMatchObject({ state: 'ANSWERED', paidMinor: 600 });
  const withdrawal = await portal.call(contract.withdrawFeeClaim, { params }, { token });
  expect(withdrawal.statusCode).toBe(409);
  const facts = await platformRows<{ action: string }>(
    db,
    `SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'feeClaims.%' ORDER BY id`,
    [own.merchant.merchantId],
  );
  expect(facts.map(({ action }) => action)).toEqual([
    'feeClaims.made',
    'feeClaims.sent',
    'feeClaims.answered',
  ]);
});

test('a withdrawn claim lets its lines go, and the next one has the next number', async () => {
  const { own, bankId } = await overcharged();
  const first = await made(own, bankId);
  const withdraw = () =>
    own.portal.call(contract.withdrawFeeClaim, { params: { id: first.id } }, { token: own.token });
  expect((await withdraw()).json()).toMatchObject({ state: 'WITHDRAWN' });
  expect((await withdraw()).statusCode).toBe(200);
  expect((await made(own, bankId)).name).toBe('CLM-2026-0002');
});

test('404: a claim of another merchant, and a claim for the bank of another one', async () => {
  const { own, bankId } = await overcharged();
  const claim = await made(own, bankId);
  const stranger = await anotherMerchant(world);
  for (const route of [contract.getFeeClaim, contract.packFeeClaim]) {
    const answer = await stranger.portal.call(
      route,
      { params: { id: claim.id }, query: {} },
      { token: stranger.token },
    );
    expect(answer.statusCode).toBe(404);
  }
  expect((await make(stranger, bankId)).statusCode).toBe(404);
});

const packOf = async ({ portal, token }: BankWorld, id: string, format: 'zip' | 'pdf') => {
  const answer = await portal.call(contract.packFeeClaim, { params: { id }, query: { format } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

const namesIn = (zip: Buffer): Promise<string[]> =>
  new Promise((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: false }, (error, file) => {
      if (error) return reject(error);
      const names: string[] = [];
      file.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName));
      file.on('end', () => resolve(names));
    }),
  );

test('the pack: the letter in both languages, each on pages of its own, and every transaction', async () => {
  const { own, bankId } = await overcharged();
  const claim = await made(own, bankId);
  expect(await namesIn(await packOf(own, claim.id, 'zip'))).toEqual([
    'CLM-2026-0001.pdf',
    'CLM-2026-0001.xlsx',
  ]);
  const pages = drawnTexts(await packOf(own, claim.id, 'pdf'));
  expect(pages).toHaveLength(2);
  const [arabic = '', english = ''] = pages.map((page) =>
    page.map(({ text }) => text.replaceAll('|', '')).join(' '),
  );
  expect(english).toContain('overcharged fees: SAR 6.90');
  expect(english).toContain(claim.files[0]?.sha256.slice(0, 20));
  expect(arabic).toContain('٦٫٩٠');
  // Identifiers stand as they do on the bank's own papers.
  expect(arabic).toContain('CLM-2026-0001');
});

test('where the line says fee and VAT together, the cause gives both', async () => {
  const { own, bankId } = await overcharged({ apart: false });
  expect(await made(own, bankId)).toMatchObject({ feeMinor: 600, vatMinor: 90, claimedMinor: 690 });
});
