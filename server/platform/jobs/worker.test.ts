import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, inTenant, openDatabase, platformRows } from '../database/database.ts';
import { createLog } from '../log.ts';
import { testDatabase } from '../testing/database.ts';
import { deadWorkerWatch } from './dead-workers.ts';
import { enqueue } from './enqueue.ts';
import { migrateJobs } from './job-schema.ts';
import { type JobTable, type JobWorker, startWorker } from './worker.ts';

const database = await testDatabase();
// As a first start finds it, and twice at once, as two portals that start together do.
const owner = new pg.Client({ connectionString: database.url });
await owner.connect();
await owner.query('DROP SCHEMA graphile_worker CASCADE');
await owner.end();
await Promise.all([migrateJobs(database.url), migrateJobs(database.url)]);
const db = openDatabase(database.roles);
const log = createLog('silent');
const workers: JobWorker[] = [];
async function worker(jobs: JobTable): Promise<JobWorker> {
  const started = await startWorker({ url: database.roles.platform, log, jobs });
  workers.push(started);
  return started;
}
afterAll(async () => {
  await Promise.all(workers.map((each) => each.stop()));
  await closeDatabase(db);
});
await platformRows(
  db,
  `INSERT INTO merchants (id, uuid, name_en, name_ar) VALUES (1, gen_random_uuid(), 'M', 'م')`,
);

interface WaitingJob {
  name: string;
  key: string | null;
}
const waiting = (name: string): Promise<WaitingJob[]> =>
  platformRows<WaitingJob>(
    db,
    `SELECT task_identifier AS name, key FROM graphile_worker.jobs WHERE task_identifier = $1`,
    [name],
  );

test('a job runs when the transaction that wrote it is committed, also one of a merchant', async () => {
  const done = Promise.withResolvers<unknown>();
  await worker({ 'test.committed': async (payload) => done.resolve(payload) });
  await inTenant(db, '1', (tx) => enqueue(tx, 'test.committed', { bankFileId: '7' }));
  expect(await done.promise).toEqual({ bankFileId: '7' });
});

test('a job of a transaction that is rolled back does not exist', async () => {
  const broken = inPlatform(db, async (tx) => {
    await enqueue(tx, 'test.rolledBack', {});
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect(await waiting('test.rolledBack')).toEqual([]);
});

test('a waiting job of the same key is replaced', async () => {
  const runAt = new Date(Date.now() + 3_600_000);
  for (let round = 0; round < 3; round += 1) {
    await inPlatform(db, (tx) => enqueue(tx, 'test.keyed', { round }, { key: 'the one', runAt }));
  }
  expect(await waiting('test.keyed')).toEqual([{ name: 'test.keyed', key: 'the one' }]);
});

test('a stopping worker finishes what runs', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let finished = false;
  const stopping = await startWorker({
    url: database.roles.platform,
    log,
    jobs: {
      'test.slow': async () => {
        begun.resolve();
        await go.promise;
        finished = true;
      },
    },
  });
  await inPlatform(db, (tx) => enqueue(tx, 'test.slow', {}));
  await begun.promise;
  const stopped = stopping.stop();
  go.resolve();
  await stopped;
  expect(finished).toBe(true);
  expect(await waiting('test.slow')).toEqual([]);
});

test('jobs of a worker that was killed are released at the second look, those of a living one never', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  await worker({
    'test.held': async () => {
      begun.resolve();
      await go.promise;
    },
  });
  await inPlatform(db, (tx) => enqueue(tx, 'test.held', {}));
  await begun.promise;
  await inPlatform(db, (tx) => enqueue(tx, 'test.orphan', {}));
  await platformRows(
    db,
    `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-killed'
     WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'test.orphan')`,
  );
  const look = deadWorkerWatch(db.platformBulk);
  expect(await look()).toEqual([]);
  expect(await look()).toEqual(['pool-killed']);
  expect(
    await platformRows(
      db,
      `SELECT task_identifier AS name, locked_by IS NULL AS free FROM graphile_worker.jobs
       WHERE task_identifier IN ('test.held', 'test.orphan') ORDER BY 1`,
    ),
  ).toEqual([
    { name: 'test.held', free: false },
    { name: 'test.orphan', free: true },
  ]);
  go.resolve();
});
