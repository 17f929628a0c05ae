import { whileUnavailable } from '../../platform/database/while-unavailable.ts';

/** A database that is restarted or fails over is back within this; what waits longer is answered with 503. */
const patienceMs = 30_000;

/** Does work that may safely be done twice, again and again while the database is away. */
export const patiently = <T>(work: () => Promise<T>): Promise<T> =>
  whileUnavailable(work, { forMs: patienceMs });
