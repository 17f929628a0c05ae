/**
 * A file is taken back beside the judging of another one that leans on it in its new judgement alone: whichever of the two
 * transactions ends first, no verdict rests on a file that is gone.
 */
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { countLockWaits } from '../../platform/testing/lock-waits.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { engineHere } from '../../testing/engine-here.ts';
import { exceptionBook } from '../exceptions/exception-book.ts';
import type { ExceptionBook } from './exceptions.deps.ts';
import { undoBankFile } from './reconciliation.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  detailOf,
  entriesOf,
  reconcile,
  sell,
  upload,
} from './testing/bank-world.ts';

/** Runs once, when a file was judged and before anything of it is written. */
let judged: (() => Promise<void>) | null = null;
const world = await bankWorld({
  ...engineHere,
  reconcile: async (...of) => {
    const summary = await engineHere.reconcile(...of);
    const next = judged;
    judged = null;
    await next?.();
    return summary;
  },
});
const { db, clock } = world.portal;

const idOf = (answer: Awaited<ReturnType<typeof upload>>): string =>
  answer.json<{ bankFile: { id: string } }>().bankFile.id;

/** Takes a file back by the portal's own way; `withdrawn` runs inside its transaction, after it marked whom it concerns. */
const undo = ({ portal, merchant }: BankWorld, id: string, withdrawn: ExceptionBook['withdrawn']) =>
  undoBankFile(
    {
      db,
      clock,
      folder: portal.bankFiles,
      wake: () => undefined,
      engine: engineHere,
      exceptions: { ...exceptionBook, withdrawn },
    },
    {
      ...merchant.owner,
      merchantId: merchant.merchantId,
      role: 'MERCHANT',
    } as unknown as Parameters<typeof undoBankFile>[1],
    id,
  );

const stateOf = async (id: string): Promise<string | undefined> =>
  (await platformRows<{ state: string }>(db, 'SELECT state FROM bank_files WHERE id = $1', [id]))[0]?.state;

const waitsForALock = async (): Promise<boolean> => (await countLockWaits(db)) > 0;

/** Two payments of one day; the first file has one of them, the second one both. */
async function twoFiles() {
  const own = await anotherMerchant(world);
  const sales = await sell(own, [{ amountMinor: 1_000 }, { amountMinor: 2_000 }]);
  const [first, second] = sales.map((sale) => csvLineOf(sale)) as [string, string];
  const before = await reconcile(own, csvOf([first]), 'first.csv');
  return { own, before: before.id, both: csvOf([first, second]) };
}

/** Both payments are this file's: the one before is gone, and nothing is said of lines that it had. */
async function expectHoldsBoth(own: BankWorld, id: string): Promise<void> {
  await own.runner.idle();
  const { verdict } = await detailOf(own, id);
  const held = await inTenant(db, own.merchant.merchantId, (tx) =>
    tx.row(`SELECT sum(held_count)::int AS count FROM bank_claims WHERE merchant_id = tenant_id()`),
  );
  expect({ verdict, entries: await entriesOf(own, id), held }).toEqual({
    verdict: 'BALANCED',
    entries: [],
    held: { count: 2 },
  });
  const confirmed = await platformRows<{ file: string }>(
    db,
    'SELECT DISTINCT bank_file_id::text AS file FROM transactions WHERE merchant_id = $1',
    [own.merchant.merchantId],
  );
  expect(confirmed).toEqual([{ file: id }]);
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
}

test('a file that comes while an undo has marked and not ended is no rest of what the undone one had', async () => {
  const { own, before, both } = await twoFiles();
  let id = '';
  await undo(own, before, async (...of) => {
    const said = await exceptionBook.withdrawn(...of);
    id = idOf(await upload(own, both, 'both.csv'));
    await expect
      .poll(async () => (await stateOf(id)) === 'DONE' || (await waitsForALock()), { timeout: 20_000 })
      .toBe(true);
    return said;
  });
  await expectHoldsBoth(own, id);
});

test('an undo that ends while a file is judged again in another way is seen before its verdict is kept', async () => {
  const { own, before, both } = await twoFiles();
  const answer = await upload(own, both, 'both.csv');
  const id = idOf(answer);
  await own.runner.idle();
  // Another reading of it found nothing, on other days and under another name: no mark of the undo reaches it.
  await platformRows(
    db,
    `UPDATE bank_files SET first_day = '2025-01-01', last_day = '2025-01-01', newest_line_at = '2025-01-01',
            covers_from = NULL, bank_name = 'Another bank', part_id = NULL, summary = summary #- '{coverage}'
      WHERE id = $1`,
    [id],
  );
  await inTenant(db, own.merchant.merchantId, (tx) =>
    tx.change('DELETE FROM bank_entries WHERE merchant_id = tenant_id() AND bank_file_id = $1', [id]),
  );
  judged = async () => {
    const { statusCode } = await own.portal.call(
      contract.undoBankFile,
      { params: { id: before } },
      { token: own.token },
    );
    expect(statusCode).toBe(200);
  };
  await platformRows(db, `UPDATE bank_files SET rejudge_cause = '{"kind": "reread"}' WHERE id = $1`, [id]);
  await expectHoldsBoth(own, id);
});

test('a file that waited for its turn beside an undo waits until all of that one is free', async () => {
  const { own, before, both } = await twoFiles();
  let id = '';
  await inTenant(db, own.merchant.merchantId, async (tx) => {
    await tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('bank files of ' || tenant_id(), 0))`);
    id = idOf(await upload(own, both, 'both.csv'));
    await expect.poll(waitsForALock, { timeout: 20_000 }).toBe(true);
    // Its payments are free only later: the portal that lets go of them is slow.
    await undo(own, before, async (of, ...rest) => {
      const said = await exceptionBook.withdrawn(of, ...rest);
      await of.change(
        `UPDATE bank_files SET lease_until = now() + interval '1 hour' WHERE merchant_id = tenant_id() AND id = $1`,
        [before],
      );
      return said;
    });
  });
  await own.runner.idle();
  expect(await stateOf(id)).not.toBe('DONE');
  await platformRows(db, 'UPDATE bank_files SET lease_until = NULL WHERE id = $1', [before]);
  await expectHoldsBoth(own, id);
});
