import pg from 'pg';

/**
 * A pool as the job queue wants it: unpipelined, and deaf to lost connections, of which its next statement
 * hears anyway. Without both listeners a lost connection would end the process.
 */
export function queuePool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  const ignore = (): void => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  return pool;
}
