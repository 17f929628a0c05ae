import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, inTenant, openDatabase, platformRows } from '../database/database.ts';
import { createLog } from '../log.ts';
import { testDatabase } from '../testing/database.ts';
import { announce, type Bus, startBus } from './bus.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
const log = createLog('silent');
const url = database.roles.platform;
const buses: Bus[] = [];
async function bus(): Promise<Bus> {
  const started = await startBus({ url, log });
  buses.push(started);
  return started;
}
afterAll(async () => {
  await Promise.all(buses.map((each) => each.stop()));
  await closeDatabase(db);
});
await platformRows(
  db,
  `INSERT INTO merchants (id, uuid, name_en, name_ar)
   SELECT id, gen_random_uuid(), 'M', 'م' FROM generate_series(1, 9) AS id RETURNING id`,
);

/** What a bus tells of a merchant, with a way to wait for the n-th text. */
function hear(on: Bus, merchantId: string) {
  const texts: string[] = [];
  const told = new EventTarget();
  on.subscribe(merchantId, ({ text }) => {
    texts.push(text);
    told.dispatchEvent(new Event('text'));
  });
  return {
    texts,
    async until(count: number): Promise<string[]> {
      while (texts.length < count) await once(told, 'text');
      return texts;
    },
  };
}

const pay = (id: number) => ({ type: 'PAY', approved: true, transactionId: String(id) }) as const;

test('two processes on one database hear each message once, a second merchant nothing', async () => {
  const [one, two] = await Promise.all([bus(), bus()]);
  const windows = [hear(one, '1'), hear(two, '1')];
  const stranger = hear(two, '2');
  await inTenant(db, '1', (tx) => announce(tx, '1', pay(1904133)));
  await inTenant(db, '1', (tx) => announce(tx, '1', { type: 'TCO', tid: '88501158' }));
  for (const window of windows) expect(await window.until(2)).toEqual(['PAY11904133', 'TCO88501158']);
  // The poll reads everything again; only a message that follows it shows that nothing was doubled.
  await inPlatform(db, (tx) => announce(tx, '2', pay(7)));
  expect(await stranger.until(1)).toEqual(['PAY17']);
  for (const window of windows) expect(window.texts).toHaveLength(2);
});

test('what is rolled back is never heard', async () => {
  const window = hear(await bus(), '3');
  const broken = inTenant(db, '3', async (tx) => {
    await announce(tx, '3', pay(1));
    throw new Error('the terminal is gone');
  });
  await expect(broken).rejects.toThrow('the terminal is gone');
  await inTenant(db, '3', (tx) => announce(tx, '3', pay(2)));
  expect(await window.until(1)).toEqual(['PAY12']);
});

test('a row whose notification was lost is read within a second', async () => {
  const window = hear(await bus(), '4');
  await platformRows(db, `INSERT INTO live_messages (merchant_id, text) VALUES (4, 'TDI88501158')`);
  expect(await window.until(1)).toEqual(['TDI88501158']);
});

test('a message is delivered although a later one was committed first', async () => {
  const window = hear(await bus(), '5');
  await inTenant(db, '5', async (tx) => {
    await announce(tx, '5', pay(1));
    await inTenant(db, '5', (inner) => announce(inner, '5', pay(2)));
    expect(await window.until(1)).toEqual(['PAY12']);
  });
  expect(await window.until(2)).toEqual(['PAY12', 'PAY11']);
});

test('a bus that lost its connection reads what was said meanwhile', async () => {
  const deaf = await bus();
  const window = hear(deaf, '6');
  await platformRows(
    db,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'mizan bus'`,
  );
  await inTenant(db, '6', (tx) => announce(tx, '6', pay(1)));
  expect(await window.until(1)).toEqual(['PAY11']);
  await inTenant(db, '6', (tx) => announce(tx, '6', pay(2)));
  expect(await window.until(2)).toEqual(['PAY11', 'PAY12']);
});

test('a thousand messages of one moment arrive once each, in the order of their commits', async () => {
  const window = hear(await bus(), '7');
  await inTenant(db, '7', async (tx) => {
    for (let id = 1; id <= 1000; id += 1) await announce(tx, '7', pay(id));
  });
  const texts = await window.until(1000);
  expect(texts).toEqual(Array.from({ length: 1000 }, (_, index) => `PAY1${index + 1}`));
});
