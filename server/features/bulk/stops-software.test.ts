import * as bulk from '@mizan/contract/bulk.ts';
import { makeCredential } from '@mizan/contract/integrator.ts';
import { makeKey } from '@mizan/contract/integrator-keys.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { runBulk } from './run-bulk.ts';

const portal = await testPortal();
const { db, clock } = portal;

test('a file that makes accountants of owners counts the software that stops with each of them, before it is written', async () => {
  const { merchantId, owner } = await openShop(db, 0);
  const by = { token: await portal.tokenOf(owner.userId) };
  const ownerNamed = async (name: string, status = 'ACTIVE') => {
    const [row] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO users (merchant_id, role, email, email_verified_at, full_name, password_hash)
       VALUES ($1, 'MERCHANT', $2, now(), $3, 'none') RETURNING id::text`,
      [merchantId, `${name}@stops.test`, name],
    );
    const id = row?.id ?? expect.fail('no owner');
    const token = await portal.tokenOf(id);
    const key = { name: 'Books', scopes: ['transactions:read' as const], lastDay: '2026-11-24' };
    expect((await portal.call(makeKey, { body: key }, { token })).statusCode).toBe(201);
    expect((await portal.call(makeCredential, { body: { name: 'Till' } }, { token })).statusCode).toBe(201);
    await platformRows(db, 'UPDATE users SET status = $2 WHERE id = $1', [id, status]);
  };
  await ownerNamed('khalid');
  await ownerNamed('latifa');
  await ownerNamed('stays');
  // Theirs stopped when they were kept out.
  await ownerNamed('keptout', 'INACTIVE');
  const body = Buffer.from(
    [
      'Kind,Full name,Role,E-mail',
      'User,khalid,Accountant,khalid@stops.test',
      'User,latifa,Manager,latifa@stops.test',
      'User,Stays here,Owner,stays@stops.test',
      'User,keptout,Accountant,keptout@stops.test',
    ].join('\n'),
  );
  const uploaded = await portal.call(bulk.uploadBulk, { query: { fileName: 'roles.csv' }, body }, by);
  const { id } = uploaded.json<{ id: string }>();
  const detail = async () =>
    (await portal.call(bulk.getBulkRun, { params: { id } }, by)).json<{
      run: bulk.BulkRun;
      softwareStops: { keys: number; credentials: number };
    }>();
  expect(await detail()).toMatchObject({
    run: { state: 'CHECKED', toWrite: 4 },
    softwareStops: { keys: 2, credentials: 2 },
  });
  const args = { params: { id }, body: { lines: 'all' as const } };
  expect((await portal.call(bulk.startBulk, args, by)).statusCode).toBe(200);
  const mailer = openMailer({ smtpUrl: null, host: 'mizan.test', clock });
  await runBulk({ db, clock, mailer, linkBase: () => 'https://mizan.test' }, { merchantId, runId: id });
  expect(await detail()).toMatchObject({
    run: { state: 'DONE', written: 4 },
    softwareStops: { keys: 0, credentials: 0 },
  });
});
