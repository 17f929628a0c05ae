/** A bank's file locks hundreds of payments at once. Whoever decides one of them beside it never loses to the file. */
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { countLockWaits } from '../../platform/testing/lock-waits.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { approve } from '../payments/testing/approve.ts';
import {
  anotherMerchant,
  bankWorld,
  confirm,
  csvLineOf,
  csvOf,
  detailOf,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();
const { db, clock } = world.portal;

/** How many wait for another one to end: for a row that it changed. */
const countWaiting = () => countLockWaits(db, 'transactionid');

/** Nobody knows whether it was charged: a person or the bank's line says so. */
const putUnderReview = (merchantId: string, { id }: Sold): Promise<unknown> =>
  platformRows(
    db,
    `WITH held AS (UPDATE transactions SET under_review = true WHERE merchant_id = $1 AND id = $2)
     INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at) VALUES ($1, $2, 'NO_ANSWER', now())`,
    [merchantId, id],
  );

test('a refund that is approved late beside the file that pays it and its purchase: the file waits, the refund does not', async () => {
  const own = await anotherMerchant(world);
  const { merchantId } = own.merchant;
  const [purchase, other, refund] = (await sell(own, [
    { amountMinor: 5_000, status: 'TIMEOUT' },
    { amountMinor: 6_000, status: 'TIMEOUT' },
    { amountMinor: 2_000, type: 'REFUND', status: 'TIMEOUT' },
  ])) as [Sold, Sold, Sold];
  await platformRows(db, 'UPDATE transactions SET original_id = $1 WHERE id = $2', [purchase.id, refund.id]);
  for (const each of [purchase, other]) await putUnderReview(merchantId, each);

  const answer = await upload(own, csvOf([purchase, other, refund].map((each) => csvLineOf(each))));
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  const waiting = await detailOf(own, id);
  // The other purchase is held: the file has the first one by then, and not yet the refund.
  await inTenant(db, merchantId, async (tx) => {
    await tx.row('SELECT id FROM transactions WHERE merchant_id = tenant_id() AND id = $1 FOR UPDATE', [
      other.id,
    ]);
    await confirm(own, waiting);
    await expect.poll(countWaiting, { timeout: 20_000, interval: 20 }).toBe(1);
    // While what the file waits for is still held: it is the file that lets go.
    await approve(db, merchantId, refund.id, clock.now());
  });
  await expect
    .poll(
      async () => {
        await own.runner.idle();
        return platformRows(db, 'SELECT state, confirming FROM bank_files WHERE id = $1', [id]);
      },
      { timeout: 20_000 },
    )
    .toEqual([{ state: 'DONE', confirming: false }]);
  expect(
    await platformRows(
      db,
      'SELECT DISTINCT status, bank_file_id::text AS file FROM transactions WHERE merchant_id = $1',
      [merchantId],
    ),
  ).toEqual([{ status: 'APPROVED', file: id }]);
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});
