import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { tenantRows } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { exceptionBook } from '../exceptions/exception-book.ts';
import { threadEngine } from './bank-file-runner.deps.ts';
import { startBankFileRunner } from './bank-file-runner.ts';
import type { LeasedWork } from './bank-file-work.queries.ts';
import { moveConfirmations } from './confirmations.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  confirm,
  csvLineOf,
  csvOf,
  detailOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld(threadEngine);

const manyLines = 4_000;

/** A file of many lines that no payment fits, besides one that does: enough work to be interrupted. */
async function longFile(own: BankWorld): Promise<string> {
  const [sale] = (await sell(own, [{ amountMinor: 10_000 }])) as [Sold];
  const others = Array.from({ length: manyLines }, (_, index) =>
    csvLineOf(sale, {
      rrn: String(700_000_000_000 + index),
      approvalCode: String(500_000 + index),
      amountMinor: 777 + index,
    }),
  );
  return csvOf([csvLineOf(sale), ...others]);
}

/** Uploads and confirms; the bank file is left to whoever runs it. */
async function confirmed(own: BankWorld): Promise<string> {
  const answer = await upload(own, await longFile(own));
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  await confirm(own, await detailOf(own, id));
  return id;
}

async function expectWholeOnce(own: BankWorld, id: string): Promise<void> {
  expect(await detailOf(own, id)).toMatchObject({
    state: 'DONE',
    linesRead: manyLines + 1,
    result: { matchedCount: 1 },
  });
  const [entries] = await tenantRows<{ count: number; claims: number }>(
    own.portal.db,
    own.merchant.merchantId,
    `SELECT (SELECT count(*) FROM bank_entries WHERE merchant_id = tenant_id() AND bank_file_id = $1)
            + (SELECT coalesce(sum(last_seq - first_seq + 1), 0)::bigint FROM bank_entry_blocks
                WHERE merchant_id = tenant_id() AND bank_file_id = $1) AS count,
            (SELECT sum(held_count)::bigint FROM bank_claims WHERE merchant_id = tenant_id()) AS claims`,
    [id],
  );
  expect(entries).toEqual({ count: manyLines + 1, claims: 1 });
}

const runnerOf = ({ portal }: BankWorld) =>
  startBankFileRunner({
    db: portal.db,
    clock: portal.clock,
    log: createLog('silent'),
    folder: portal.bankFiles,
    engine: threadEngine,
    exceptions: exceptionBook,
  });

/** Until the bank file's row says that its work has begun. */
async function untilBegun(own: BankWorld, id: string): Promise<void> {
  for (;;) {
    const { state, stage } = await detailOf(own, id);
    if (state === 'MATCHING' || state === 'DONE' || (state === 'READING' && stage !== null)) return;
    await delay(5);
  }
}

test('a portal that stops in the middle of a file: the next one runs it from the kept file, whole and once', async () => {
  const own = await anotherMerchant(world);
  const id = await confirmed(own);
  own.runner.wake();
  await untilBegun(own, id);
  await own.runner.stop();
  expect((await detailOf(own, id)).result?.matchedCount ?? 0).toBeLessThanOrEqual(1);
  const next = runnerOf(own);
  await next.idle();
  await next.stop();
  await expectWholeOnce(own, id);
});

test('a database that drops every connection in the middle of a file: it is run again and never doubled', async () => {
  const own = await anotherMerchant(world);
  const first = runnerOf(own);
  const answer = await upload(own, await longFile(own));
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await first.idle();
  await confirm(own, await detailOf(own, id));
  first.wake();
  await untilBegun(own, id);
  await dropConnections(own);
  for (let state = ''; state !== 'DONE'; ) {
    await first.idle();
    state = (await detailOf(own, id)).state;
    if (state !== 'DONE') await delay(100);
  }
  await first.idle();
  await first.stop();
  await expectWholeOnce(own, id);
});

/** What a restart of the server does to those that are connected. */
async function dropConnections({ portal }: BankWorld): Promise<void> {
  const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`;
  await portal.db.app.query(kill);
}

test('an undo in the middle of the confirmations: whoever confirms stops, and nothing stays claimed', async () => {
  const own = { ...(await anotherMerchant(world)), runner: runnerOf(world) };
  const sales = await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 7_700 }]);
  const { id } = await reconcile(own, csvOf(sales.map((sale) => csvLineOf(sale))));
  const { db, clock } = own.portal;
  const { merchantId } = own.merchant;
  const holder = randomUUID();
  // As if the portal were still at it: the confirmations begin anew and are leased.
  await tenantRows(
    db,
    merchantId,
    `UPDATE bank_files SET confirming = true, confirmed_through = 0, lease_holder = $2,
            lease_until = now() + interval '1 hour'
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, holder],
  );
  const work = { merchantId, bankFileId: id, uuid: randomUUID(), state: 'DONE', confirming: true } as const;
  const leased: LeasedWork = {
    ...work,
    holder,
    fileName: '',
    layout: null,
    trial: null,
    attempts: 0,
    cause: null,
    verdict: null,
    uploadedByName: '',
  };
  const undone = await own.portal.call(contract.undoBankFile, { params: { id } }, { token: own.token });
  expect(undone.statusCode).toBe(200);
  await expect(moveConfirmations({ db, clock }, leased, () => false)).rejects.toThrow('the lease is another');
  await own.runner.idle();
  await own.runner.stop();
  const [left] = await tenantRows(
    db,
    merchantId,
    `SELECT count(*) FILTER (WHERE bank_confirmed_at IS NOT NULL) AS confirmed,
            (SELECT sum(held_count)::bigint FROM bank_claims WHERE merchant_id = tenant_id()) AS claims
       FROM transactions WHERE merchant_id = tenant_id()`,
  );
  expect(left).toEqual({ confirmed: 0, claims: 0 });
});
