import * as bulk from '@mizan/contract/bulk.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { runBulk } from './run-bulk.ts';

const portal = await testPortal();
const { db, clock } = portal;

test('a file that is stopped before its first line was written ends so, and nothing is there', async () => {
  const { merchantId, owner } = await openShop(db, 1);
  const by = { token: await portal.tokenOf(owner.userId) };
  const body = Buffer.from('Kind,Branch code,Name in English,Name in Arabic\nBranch,ST-1,Stopped,Stopped');
  const uploaded = await portal.call(bulk.uploadBulk, { query: { fileName: 'stopped.csv' }, body }, by);
  const { id } = uploaded.json<{ id: string }>();
  const started = await portal.call(bulk.startBulk, { params: { id }, body: { lines: 'valid' } }, by);
  expect(started.statusCode).toBe(200);
  expect((await portal.call(bulk.cancelBulk, { params: { id } }, by)).statusCode).toBe(200);
  const found = await portal.call(bulk.getBulkRun, { params: { id } }, by);
  expect(found.json<{ run: bulk.BulkRun }>().run).toMatchObject({ state: 'FAILED', written: 0 });
  const mailer = openMailer({ smtpUrl: null, host: 'mizan.test', clock });
  await runBulk({ db, clock, mailer, linkBase: () => 'https://mizan.test' }, { merchantId, runId: id });
  const rows = await platformRows(db, "SELECT id FROM branches WHERE merchant_id = $1 AND code = 'ST-1'", [
    merchantId,
  ]);
  expect(rows).toEqual([]);
});

const mailerHere = openMailer({ smtpUrl: null, host: 'mizan.test', clock });
const linkBase = () => 'https://mizan.test';
const linesOfFile = 1_600;
let files = 0;

/** A file of more blocks than one, being written; `codes` counts what of it is there. */
async function longRun(lines: 'valid' | 'all') {
  const { merchantId, owner } = await openShop(db, 1);
  const by = { token: await portal.tokenOf(owner.userId) };
  files += 1;
  const rows = Array.from({ length: linesOfFile }, (_, at) => `Branch,L${files}-${at},Long,Long`);
  const body = Buffer.from(['Kind,Branch code,Name in English,Name in Arabic', ...rows].join('\n'));
  const uploaded = await portal.call(bulk.uploadBulk, { query: { fileName: 'long.csv' }, body }, by);
  const { id } = uploaded.json<{ id: string }>();
  expect((await portal.call(bulk.startBulk, { params: { id }, body: { lines } }, by)).statusCode).toBe(200);
  const codes = async (): Promise<number> =>
    (
      await platformRows<{ count: number }>(
        db,
        'SELECT count(*) FROM branches WHERE merchant_id = $1 AND code LIKE $2',
        [merchantId, `L${files}-%`],
      )
    )[0]?.count ?? 0;
  const cancel = () => portal.call(bulk.cancelBulk, { params: { id } }, by);
  const run = async () =>
    (await portal.call(bulk.getBulkRun, { params: { id } }, by)).json<{ run: bulk.BulkRun }>().run;
  const undo = () => portal.call(bulk.undoBulk, { params: { id } }, by);
  return { work: { merchantId, runId: id }, merchantId, codes, cancel, undo, run };
}

/** A clock that says when it is looked at for the n-th time: a block of lines begins. */
function clockTelling(n: number): { clock: typeof clock; reached: Promise<void> } {
  const reached = Promise.withResolvers<void>();
  let looks = 0;
  const now = () => {
    looks += 1;
    if (looks === n) reached.resolve();
    return clock.now();
  };
  return { clock: { ...clock, now }, reached: reached.promise };
}

test('stopped in the middle, good lines alone: what its blocks wrote is there and counted, no line comes after, and all of it can be taken back', async () => {
  const { work, merchantId, codes, cancel, undo, run } = await longRun('valid');
  const telling = clockTelling(1);
  const running = runBulk({ db, clock: telling.clock, mailer: mailerHere, linkBase }, work);
  await telling.reached;
  // Between two blocks: each holds the merchant while it writes.
  const written = await inPlatform(db, async (tx) => {
    await tx.row('SELECT id FROM merchants WHERE id = $1 FOR NO KEY UPDATE', [merchantId]);
    expect((await cancel()).statusCode).toBe(200);
    return codes();
  });
  await running;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(linesOfFile);
  expect(await codes()).toBe(written);
  expect(await run()).toMatchObject({ state: 'CANCELED', written });
  await runBulk({ db, clock, mailer: mailerHere, linkBase }, work);
  expect(await codes()).toBe(written);
  expect((await undo()).statusCode).toBe(200);
  expect([await codes(), (await run()).state]).toEqual([0, 'UNDONE']);
});

test('stopped in the middle, all lines or none: nothing of it is there', async () => {
  const { work, codes, cancel, run } = await longRun('all');
  const telling = clockTelling(2);
  const running = runBulk({ db, clock: telling.clock, mailer: mailerHere, linkBase }, work);
  await telling.reached;
  expect((await cancel()).statusCode).toBe(200);
  await running;
  expect(await codes()).toBe(0);
  expect(await run()).toMatchObject({ state: 'FAILED', written: 0 });
});
