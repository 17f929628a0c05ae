import { type Database, platformRows, type Tx } from '../database/database.ts';

/**
 * Counts one more within the running window and answers the count and the window's start. One statement, so two
 * processes can't both take the last place. As the platform: nobody is signed in yet.
 */
export async function countOne(
  db: Database,
  key: string,
  at: Date,
  windowStartsAfter: Date,
): Promise<{ count: number; windowStart: Date }> {
  const [row] = await platformRows<{ count: number; windowStart: Date }>(
    db,
    `INSERT INTO rate_counters AS known (key, window_start, count) VALUES ($1, $2, 1)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN known.window_start > $3 THEN known.count + 1 ELSE 1 END,
       window_start = CASE WHEN known.window_start > $3 THEN known.window_start ELSE $2 END
     RETURNING count, window_start AS "windowStart"`,
    [key, at, windowStartsAfter],
  );
  if (!row) throw new Error('the attempt was not counted');
  return row;
}

export async function giveBack(db: Database, keys: readonly string[]): Promise<void> {
  await platformRows(db, 'UPDATE rate_counters SET count = greatest(count - 1, 0) WHERE key = ANY($1)', [
    keys,
  ]);
}

export async function forget(db: Database, key: string): Promise<void> {
  await platformRows(db, 'DELETE FROM rate_counters WHERE key = $1', [key]);
}

/** Rows of this name hold when somebody last came from an address, and count nothing that has a limit. */
const memories = `'knownAddress:%'`;

/** Notes that it happened once more, and when. */
export const remember = (tx: Tx, key: string, at: Date): Promise<number> =>
  tx.change(
    `INSERT INTO rate_counters AS known (key, window_start, count) VALUES ($1, $2, 1)
     ON CONFLICT (key) DO UPDATE SET count = known.count + 1, window_start = greatest(known.window_start, $2)`,
    [key, at],
  );

/** Whether it happened after a moment. As the platform: nobody is signed in yet. */
export async function happenedSince(db: Database, key: string, since: Date): Promise<boolean> {
  const text = 'SELECT 1 FROM rate_counters WHERE key = $1 AND window_start > $2';
  return (await platformRows(db, text, [key, since])).length === 1;
}

export const deleteOldCounters = (tx: Tx, before: Date): Promise<number> =>
  tx.change(`DELETE FROM rate_counters WHERE window_start < $1 AND key NOT LIKE ${memories}`, [before]);

export const deleteOldMemories = (tx: Tx, before: Date): Promise<number> =>
  tx.change(`DELETE FROM rate_counters WHERE window_start < $1 AND key LIKE ${memories}`, [before]);
