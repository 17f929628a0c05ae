import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { closeDatabase, inPlatform, inTenant, openDatabase, type Tx } from './database.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const backendOf = async (tx: Tx): Promise<number | undefined> =>
  (await tx.row<{ pid: number }>('SELECT pg_backend_pid() AS pid'))?.pid;

/** As a rule refuses something: an error that no database wrote. */
const refusal = Object.assign(new Error('no such payment'), { code: 'notFound' });

test('what is refused inside a transaction costs no connection, and leaves nothing in it', async () => {
  const pids: (number | undefined)[] = [];
  for (const merchantId of ['1', '2', '1']) {
    const refused = inTenant(db, merchantId, async (tx) => {
      pids.push(await backendOf(tx));
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
  }
  expect(new Set(pids).size).toBe(1);
  const whose = (tx: Tx) =>
    tx.row<{ id: string }>(`SELECT current_setting('mizan.merchant_id', true) AS id`, []);
  expect(await inTenant(db, '3', whose)).toEqual({ id: '3' });
  expect(await inPlatform(db, whose)).not.toEqual({ id: '3' });
});

test('a part that outlives its transaction asks nothing of the connection, which is in other hands by then', async () => {
  const { promise: whenOver, resolve: over } = Promise.withResolvers<void>();
  let straggler: Promise<unknown> = Promise.resolve();
  const refused = inTenant(db, '1', async (tx) => {
    straggler = whenOver.then(() => tx.rows('SELECT 1'));
    throw refusal;
  });
  await expect(refused).rejects.toBe(refusal);
  await inTenant(db, '2', async (tx) => {
    const before = await backendOf(tx);
    over();
    await expect(straggler).rejects.toThrow('after the end of its transaction');
    expect(await backendOf(tx)).toBe(before);
  });
});

test('the last turns of a transaction go in their order, and what comes to one that is over is refused with all of it', async () => {
  const order: string[] = [];
  const note = (turn: string) => async () => void order.push(turn);
  await inTenant(db, '1', async (tx) => {
    tx.atEnd('notices', note('notices'));
    tx.atEnd('audit', async () => {
      order.push('audit');
      tx.atEnd('notices', note('notices of the audit'));
    });
    tx.atEnd('totals', note('totals'));
  });
  expect(order).toEqual(['totals', 'audit', 'notices', 'notices of the audit']);
  const late = inTenant(db, '1', async (tx) => {
    tx.atEnd('notices', async () => tx.atEnd('audit', note('never')));
  });
  await expect(late).rejects.toThrow(/'audit' of this transaction was written already/);
  expect(order).not.toContain('never');
});
