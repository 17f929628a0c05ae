import * as discounts from '@mizan/contract/discounts.ts';
import { replaceFile } from '@mizan/contract/earlier-files.ts';
import { type FeeAudit, getFeeAudit } from '@mizan/contract/fee-audit.ts';
import type { Rate } from '@mizan/contract/money.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { afterAll, expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createLog } from '../../platform/log.ts';
import { discountsJobs } from '../discounts/discounts.jobs.ts';
import { accept, exceptionsOf } from '../exceptions/testing/exception-world.ts';
import { reconciliationJobs } from '../reconciliation/reconciliation.jobs.ts';
import { type BankWorld, bankWorld, reconcile } from '../reconciliation/testing/bank-world.ts';
import {
  claimOf,
  made,
  make,
  november,
  overcharged,
  previewOf,
  since,
  until,
} from './testing/claim-world.ts';
import { chargesBy, fileOf, type PlantedSale } from './testing/planted-fees.ts';

/** What becomes of claims and of the audit when files, rates and people say something else. Noon of 22 November 2026. */
const world = await bankWorld();
const { db, clock, database } = world.portal;
const worker = await startWorker({
  url: database.roles.platform,
  log: createLog('silent'),
  jobs: { ...reconciliationJobs({ db }), ...discountsJobs({ db, clock }) },
});
afterAll(() => worker.stop());

const asCharged = (sale: PlantedSale, rate: Rate, more = 0): PlantedSale => {
  const { feeMinor, vatMinor } = chargesBy(sale.amountMinor, rate);
  return { ...sale, charged: { feeMinor: feeMinor + more, vatMinor } };
};
const totalsOf = async ({ portal, token }: BankWorld): Promise<FeeAudit['totals']> =>
  (await portal.call(getFeeAudit, { query: november }, { token })).json<FeeAudit>().totals;
const undo = async ({ portal, token, runner }: BankWorld, id: string): Promise<void> => {
  expect((await portal.call(undoBankFile, { params: { id } }, { token })).statusCode).toBe(200);
  await runner.idle();
};
const sumsOf = (count: number, overMinor: number) => [
  expect.objectContaining({ count, overMinor, chargedMinor: expect.any(Number) }),
];

test('a first line as agreed and a later file that charges more: the last word counts, and rests on that file', async () => {
  const { own, bankId, sales } = await overcharged(world);
  const third = sales[2] as PlantedSale;
  const before = await totalsOf(own);
  const later = await reconcile(own, fileOf([asCharged(third, until)]), 'najd_later.csv');
  const over = chargesBy(50_000, until);
  const right = chargesBy(50_000, since);
  const more = over.feeMinor + over.vatMinor - right.feeMinor - right.vatMinor;
  expect(await totalsOf(own)).toEqual(sumsOf(3, 690 + more));
  expect((await totalsOf(own))[0]?.chargedMinor).toBe((before[0]?.chargedMinor ?? 0) + more);
  expect(await previewOf(own, bankId)).toMatchObject({ count: 3, claimedMinor: 690 + more, fileCount: 2 });
  const claim = await made(own, bankId, { count: 3, claimedMinor: 690 + more });
  expect(claim.files.map(({ name }) => name)).toEqual(['najd_november.csv', 'najd_later.csv']);
  expect(claim).toMatchObject({ changedCount: 0, now: { overMinor: 690 + more } });
  // A file that repeats the first takes that word back; so does an undo of the second.
  await reconcile(own, `${fileOf([third])}\n`, 'najd_again.csv');
  expect(await totalsOf(own)).toEqual(sumsOf(3, 690));
  expect(await claimOf(own, claim.id)).toMatchObject({
    claimedMinor: 690 + more,
    changedCount: 1,
    now: { goneCount: 1, overMinor: 690 },
  });
  await undo(own, later.id);
  expect(await totalsOf(own)).toEqual(sumsOf(3, 690));
});

test('a later line that is off by what rounding may give is named and not claimed', async () => {
  const { own, bankId, sales } = await overcharged(world);
  const [first, , third] = sales as [PlantedSale, PlantedSale, PlantedSale];
  await reconcile(own, fileOf([asCharged(first, since, 1), asCharged(third, since, 2)]), 'najd_later.csv');
  expect(await totalsOf(own)).toMatchObject([
    { overMinor: 460, roundingCount: 2, roundingMinor: 3, count: 3 },
  ]);
  expect(await previewOf(own, bankId)).toMatchObject({ count: 1, claimedMinor: 460 });
});

test('a claim that was sent keeps figures, lines and hash through undo, replacement and another charge', async () => {
  const { own, bankId, sales, file } = await overcharged(world);
  const claim = await made(own, bankId);
  const kept = ({ now: _n, changedCount: _c, isWorking: _w, files, ...said }: typeof claim) => ({
    ...said,
    files: files.map(({ isThere: _i, ...each }) => each),
  });
  const linesOf = () =>
    platformRows(db, 'SELECT * FROM fee_claim_lines WHERE claim_id = $1 ORDER BY transaction_id', [claim.id]);
  const lines = await linesOf();
  // The corrected file charges the first line by 100 halalas more, and the second as agreed.
  const [first, second, third] = sales as [PlantedSale, PlantedSale, PlantedSale];
  const right = await reconcile(
    own,
    fileOf([asCharged(first, until, 100), asCharged(second, since), third]),
    'najd_right.csv',
  );
  const answer = await own.portal.call(
    replaceFile,
    { params: { id: right.id }, body: { earlierFileId: file.id } },
    { token: own.token },
  );
  expect(answer.statusCode).toBe(200);
  await own.runner.idle();
  const now = await claimOf(own, claim.id);
  expect(now).toMatchObject({
    changedCount: 2,
    now: { goneCount: 1, otherChargeCount: 1, otherAgreedCount: 0, overMinor: 330 },
    isWorking: false,
  });
  expect(now.files[0]).toMatchObject({ id: file.id, isThere: false });
  expect(kept(now)).toEqual(kept(claim));
  await undo(own, right.id);
  // The replaced file is judged again, and says what the claim says.
  expect(await claimOf(own, claim.id)).toEqual(claim);
  expect(await linesOf()).toEqual(lines);
});

test('a rate that is corrected: the claim stands, says that the agreed fee is another, and nothing of it is claimed anew', async () => {
  const { own, bankId } = await overcharged(world);
  const claim = await made(own, bankId);
  const [second] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, email, full_name, password_hash)
     VALUES ($1, 'MERCHANT', $2, 'Khalid Al-Harbi', '') RETURNING id::text`,
    [own.merchant.merchantId, `second-${own.merchant.merchantId}@mizan.test`],
  );
  const restate = async (mdrBps: number, validFrom: string) => {
    const body = {
      ...since,
      mdrBps,
      scheme: 'Visa' as const,
      bankId,
      validFrom,
      paidWithin: { days: 1, kind: 'WORKING' as const },
      reason: 'agreed so',
    };
    const asked = await own.portal.call(discounts.askRestatement, { body }, { token: own.token });
    const decided = await own.portal.call(
      discounts.decideRestatement,
      { params: { id: asked.json().id }, body: { decision: 'APPROVE' } },
      { token: await own.portal.tokenOf(second?.id ?? '') },
    );
    expect(decided.statusCode).toBe(200);
  };
  const settledTo = (expected: object) =>
    expect
      .poll(
        async () => {
          await own.runner.idle();
          return claimOf(own, claim.id);
        },
        { timeout: 20_000 },
      )
      .toMatchObject({ isWorking: false, ...expected });
  // 1,000.00 at 2.10% and 0.25 is 21.25 and 3.19; 2,000.00 42.25 and 6.34: 1.15 and 2.30 too much are left.
  await restate(210, '2026-11-15');
  await settledTo({ claimedMinor: 690, changedCount: 2, now: { otherAgreedCount: 2, overMinor: 345 } });
  expect(await previewOf(own, bankId)).toMatchObject({ count: 0, claimedBeforeCount: 2 });
  await restate(220, '2026-11-14');
  expect((await claimOf(own, claim.id)).claimedMinor).toBe(690);
});

test('a difference that somebody accepts: the preview and the claim say so, and by how much', async () => {
  const { own, bankId, file } = await overcharged(world);
  const [one] = await exceptionsOf(own, { bankFileId: file.id });
  if (!one) throw new Error('two lines differ');
  expect((await accept(own, one)).status).toBe(200);
  const over = Math.abs(one.differenceMinor);
  expect(await previewOf(own, bankId)).toMatchObject({ count: 2, acceptedCount: 1, acceptedMinor: over });
  const claim = await made(own, bankId);
  expect(claim).toMatchObject({
    claimedMinor: 690,
    changedCount: 0,
    now: { acceptedCount: 1, overMinor: 690 },
  });
});

test('each currency has a claim of its own; the sums are never mixed', async () => {
  const { own, bankId, sales } = await overcharged(world);
  const [first] = sales;
  // As if this one had been sold, and paid, in dollars.
  await inPlatform(db, async (tx) => {
    for (const table of ['transactions', 'expectations', 'bank_entries']) {
      const id = table === 'transactions' ? 'id' : 'transaction_id';
      await tx.change(`UPDATE ${table} SET currency = 'USD' WHERE merchant_id = $1 AND ${id} = $2`, [
        own.merchant.merchantId,
        first?.sold.id,
      ]);
    }
  });
  expect(await previewOf(own, bankId)).toMatchObject({ count: 1, claimedMinor: 460 });
  expect(await previewOf(own, bankId, 'USD')).toMatchObject({ count: 1, claimedMinor: 230 });
  expect((await make(own, bankId)).statusCode).toBe(409);
  const dollars = await made(own, bankId, { currency: 'USD', count: 1, claimedMinor: 230 });
  expect(dollars).toMatchObject({ currency: 'USD', claimedMinor: 230 });
  expect(dollars.letters.en.title).toContain('USD 2.30');
  expect(await made(own, bankId, { count: 1, claimedMinor: 460 })).toMatchObject({ currency: 'SAR' });
});
