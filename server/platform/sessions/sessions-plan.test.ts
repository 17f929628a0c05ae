import { afterAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase, platformRows } from '../database/database.ts';
import { testDatabase } from '../testing/database.ts';
import { findText } from './sessions.queries.ts';

const db = openDatabase((await testDatabase()).roles);
afterAll(() => closeDatabase(db));

test('a token is looked up by its two indexes, however many sessions there are and whatever is known of them', async () => {
  await platformRows(
    db,
    `INSERT INTO users (id, role, email, full_name, password_hash) VALUES (1, 'ADMIN', 'admin@mizan.test', 'Admin', '-')`,
  );
  await platformRows(
    db,
    `INSERT INTO sessions (token_hash, user_id, created_at, authenticated_at, last_active_at, expires_at)
     SELECT sha256(i::text::bytea), 1, now(), now(), now(), now() FROM generate_series(1, 20000) AS i`,
  );
  const client = await db.platform.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`PREPARE lookup AS ${findText}`);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN EXECUTE lookup (now(), now(), '', now())`,
  );
  client.release(true);
  const scans = rows.flatMap(
    (row) => /(?:Index|Seq)[\w ]* Scan .*on sessions\w*/.exec(row['QUERY PLAN'])?.[0] ?? [],
  );
  expect(scans.map((scan) => scan.replace(/ sessions_\d+$/, ''))).toEqual([
    'Index Scan using sessions_pkey on sessions',
    'Index Scan using sessions_replaced on sessions',
    'Index Scan using sessions_id_key on sessions',
  ]);
});
