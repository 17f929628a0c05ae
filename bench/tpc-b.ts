import pg from 'pg';
import { asOwner } from './bench-database.ts';

/** The transaction of TPC-B as pgbench has it, run from Node by the driver that the portal uses. */
const scale = 10;
const accounts = 100_000;
const tables = `
  CREATE SCHEMA tpc_b; SET search_path = tpc_b;
  CREATE TABLE branches (bid int PRIMARY KEY, bbalance int, filler char(88)) WITH (fillfactor = 100);
  CREATE TABLE tellers (tid int PRIMARY KEY, bid int, tbalance int, filler char(84)) WITH (fillfactor = 100);
  CREATE TABLE accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84)) WITH (fillfactor = 100);
  CREATE TABLE history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  INSERT INTO branches SELECT i, 0 FROM generate_series(1, ${scale}) i;
  INSERT INTO tellers SELECT i, (i - 1) / 10 + 1, 0 FROM generate_series(1, ${10 * scale}) i;
  INSERT INTO accounts SELECT i, (i - 1) / ${accounts} + 1, 0, '' FROM generate_series(1, ${accounts * scale}) i;
  ANALYZE;`;

const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);

async function transact(client: pg.Client): Promise<void> {
  const [aid, tid, bid, delta] = [
    upTo(accounts * scale),
    upTo(10 * scale),
    upTo(scale),
    upTo(10_000) - 5_000,
  ];
  await client.query('BEGIN');
  await client.query('UPDATE tpc_b.accounts SET abalance = abalance + $1 WHERE aid = $2', [delta, aid]);
  await client.query('SELECT abalance FROM tpc_b.accounts WHERE aid = $1', [aid]);
  await client.query('UPDATE tpc_b.tellers SET tbalance = tbalance + $1 WHERE tid = $2', [delta, tid]);
  await client.query('UPDATE tpc_b.branches SET bbalance = bbalance + $1 WHERE bid = $2', [delta, bid]);
  await client.query(
    'INSERT INTO tpc_b.history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP)',
    [tid, bid, aid, delta],
  );
  await client.query('COMMIT');
}

export const prepareTpcB = (url: string): Promise<unknown> => asOwner(url, (client) => client.query(tables));

/** Transactions a second of so many clients, each one after the other. */
export async function runTpcB(url: string, clients: number, seconds: number): Promise<number> {
  const all = Array.from({ length: clients }, () => new pg.Client({ connectionString: url }));
  await Promise.all(all.map((client) => client.connect()));
  const start = performance.now();
  const end = start + seconds * 1_000;
  let done = 0;
  try {
    await Promise.all(
      all.map(async (client) => {
        for (; performance.now() < end; done += 1) await transact(client);
      }),
    );
    return (done * 1_000) / (performance.now() - start);
  } finally {
    await Promise.all(all.map((client) => client.end()));
  }
}
