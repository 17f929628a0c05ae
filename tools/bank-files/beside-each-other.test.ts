/**
 * Undo, late approvals, touched files and two runners at the same time, over the real database: whichever transaction is
 * first, nobody but a file gives way, and the end is that of the files that are left. BESIDE_FROM and BESIDE_SEEDS repeat a
 * seed that failed.
 */
import * as contract from '@mizan/contract/reconciliation.ts';
import { afterAll, expect, test } from 'vitest';
import { exceptionBook } from '../../server/features/exceptions/exception-book.ts';
import { judgeAgainJob } from '../../server/features/expectations/files-touched.service.ts';
import { approve } from '../../server/features/payments/testing/approve.ts';
import { startBankFileRunner } from '../../server/features/reconciliation/bank-file-runner.ts';
import { reconciliationJobs } from '../../server/features/reconciliation/reconciliation.jobs.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  confirm,
  csvLineOf,
  csvOf,
  detailOf,
  type Sold,
  sell,
  upload,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../server/platform/database/database.ts';
import { createLog } from '../../server/platform/log.ts';
import { expectationDifferences, rollupDifferences } from '../../server/testing/agreement.ts';
import { engineHere } from '../../server/testing/engine-here.ts';
import { type Random, seededRandom } from './random.ts';
import { namedUnevenly, nowhere, statedWrongly, whatStands } from './what-stands.ts';

const seeds = Number(process.env['BESIDE_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 60 : 3));
const firstSeed = Number(process.env['BESIDE_FROM'] ?? 1);
const world = await bankWorld();
const { portal } = world;
const { db, clock } = portal;
/** As of a second portal: it leases what the first one does not. */
const second = startBankFileRunner({
  db,
  clock,
  log: createLog('error'),
  folder: portal.bankFiles,
  engine: engineHere,
  exceptions: exceptionBook,
});
afterAll(() => second.stop());
const jobs = reconciliationJobs({ db });

const days = ['2026-11-15', '2026-11-16', '2026-11-17'];

/** A shop's files of three days, each with a line that the day before lacks and one that it has already. */
async function openShop(random: Random) {
  const own = await anotherMerchant(world);
  const sold = await sell(
    own,
    days.flatMap((day) => [
      ...Array.from({ length: 4 }, (_, at) => ({
        amountMinor: random.whole(1_000, 90_000),
        at: `${day} 1${at}:00`,
      })),
      { amountMinor: 2_000 + random.whole(0, 900), at: `${day} 15:00`, status: 'TIMEOUT' as const },
      { amountMinor: 900, type: 'REFUND' as const, at: `${day} 16:00` },
    ]),
  );
  const perDay = sold.length / days.length;
  const ids: string[] = [];
  for (const place of days.keys()) {
    const lines = sold.slice(place * perDay, (place + 1) * perDay);
    const lacked = place > 0 ? sold.slice((place - 1) * perDay, (place - 1) * perDay + 2) : [];
    const content = csvOf([...lines.slice(1), ...lacked].map((sale) => csvLineOf(sale as Sold)));
    ids.push(await bring(own, content, `day-${place}.csv`));
  }
  return { own, sold, ids };
}

/** To its verdict, whichever runner has it. */
async function bring(own: BankWorld, content: string, fileName: string): Promise<string> {
  const answer = await upload(own, content, fileName);
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await settled(own);
  const detail = await detailOf(own, id);
  if (detail.state === 'WAITING_LAYOUT') await confirm(own, detail);
  await settled(own);
  return id;
}

async function settled(own: BankWorld): Promise<void> {
  const isWorkedOn = () =>
    platformRows(
      db,
      `SELECT state, rejudge_cause, confirming FROM bank_files WHERE merchant_id = $1
          AND (confirming OR rejudge_cause IS NOT NULL OR state IN ('RECEIVED', 'READING', 'MATCHING'))`,
      [own.merchant.merchantId],
    );
  await expect
    .poll(
      async () => {
        await Promise.all([own.runner.idle(), second.idle()]);
        return isWorkedOn();
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
}

async function play(random: Random): Promise<void> {
  const { own, sold, ids } = await openShop(random);
  const { merchantId } = own.merchant;
  const later = (work: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve) => setTimeout(resolve, random.whole(0, 400))).then(work);
  const late = sold.filter(({ status }) => status === 'TIMEOUT');
  const undone = random.shuffled(ids).slice(0, random.whole(1, 2));
  const answers = await Promise.all([
    // Whatever an approval touches is marked by its job, some time after it.
    ...late.map(({ id }) =>
      later(async () => {
        await approve(db, merchantId, id, clock.now());
        const touched = {
          merchantId,
          cause: { kind: 'approvedSince' },
          touch: { kind: 'payment', transactionId: id },
        };
        await later(() => Promise.resolve(jobs[judgeAgainJob]?.(touched)));
        return 'touched';
      }),
    ),
    ...undone.map((id) =>
      later(async () => {
        const { statusCode } = await portal.call(
          contract.undoBankFile,
          { params: { id } },
          { token: own.token },
        );
        return statusCode;
      }),
    ),
  ]);
  expect(answers).toEqual([...late.map(() => 'touched'), ...undone.map(() => 200)]);
  await settled(own);
  const stands = await whatStands(db, merchantId);
  expect([nowhere(stands), statedWrongly(stands), namedUnevenly(stands)]).toEqual([[], [], []]);
  const held = await platformRows(
    db,
    'SELECT id::text FROM transactions WHERE merchant_id = $1 AND bank_file_id = ANY ($2::bigint[])',
    [merchantId, undone],
  );
  expect(held).toEqual([]);
}

test(`files taken back beside late approvals and judgements, over ${seeds} shops`, {
  timeout: 1_800_000,
}, async () => {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    await play(seededRandom(seed)).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
  }
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});
