import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

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

export const deleteOldCounters = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM rate_counters WHERE window_start < $1', [before]);
