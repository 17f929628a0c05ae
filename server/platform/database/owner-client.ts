import pg from 'pg';

/** A server that does not answer for so long is taken for gone. */
const connectMs = 5_000;

/**
 * A connection of a start, not open yet. That it is lost is heard of from the statement under way; without a listener
 * it would also be a fault of the program.
 */
export function ownerClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  return client;
}

/** Works on a connection of its own, which is closed whatever comes of it. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = ownerClient(url);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
