import type { Tx } from '../../platform/database/database.ts';
import { type RefusedDrop, selectUntoldDrops } from './refused-drops.queries.ts';

export { markAllDropsTold as tellAllDrops, markDropsTold as rememberDrops } from './refused-drops.queries.ts';

const dropsAtOnce = 20;

export interface DropsOfDay {
  /** Files of the watched folder that were refused and that no letter has named; of more the next one tells. */
  refusedDrops: RefusedDrop[];
  hasMoreDrops: boolean;
}

export async function dropsToTell(tx: Tx): Promise<DropsOfDay> {
  const drops = await selectUntoldDrops(tx, dropsAtOnce + 1);
  return { refusedDrops: drops.slice(0, dropsAtOnce), hasMoreDrops: drops.length > dropsAtOnce };
}
