import { type Database, inPlatform, type Tx } from '../database/database.ts';

/** Rows that one transaction deletes: short enough that nobody waits for its locks. */
const batchRows = 2_000;
/** A run ends after so many and the next one goes on, so that no run lasts for long. */
const batchesMax = 500;

/**
 * Deletes in short transactions, as the platform, what one statement would hold locks on for long.
 * @param deleteSome deletes at most so many rows and answers how many it did
 * @returns how many rows are gone
 */
export async function inBatches(
  db: Database,
  deleteSome: (tx: Tx, most: number) => Promise<number>,
  { rows = batchRows, most = batchesMax }: { rows?: number; most?: number } = {},
): Promise<number> {
  let gone = 0;
  for (let batch = 0; batch < most; batch++) {
    const deleted = await inPlatform(db, (tx) => deleteSome(tx, rows));
    gone += deleted;
    if (deleted < rows) break;
  }
  return gone;
}
