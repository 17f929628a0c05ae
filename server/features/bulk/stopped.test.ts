import * as bulk from '@mizan/contract/bulk.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
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
