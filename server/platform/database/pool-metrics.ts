import type { Metrics } from '../metrics.ts';
import type { Database } from './database.ts';

/** What the pools of a database are doing: connections, idle ones, and callers that wait for one. */
export function watchPools(metrics: Metrics, db: Database): void {
  const { distributed: _, ...pools } = db;
  for (const [name, pool] of Object.entries(pools)) {
    const metric = `mizan_db_pool_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    metrics.gauge(`${metric}_connections`, 'Open connections', () => pool.totalCount);
    metrics.gauge(`${metric}_idle`, 'Connections at rest', () => pool.idleCount);
    metrics.gauge(`${metric}_waiting`, 'Callers that wait for a connection', () => pool.waitingCount);
  }
}
