import { ownerClient } from './owner-client.ts';

/**
 * Counts what the tables hold, for PostgreSQL's planner. After rows by the ten thousand were written it plans as if there
 * were none until it has counted by itself, which takes it a minute. `ownerUrl`: only the owner may.
 */
export async function analyze(ownerUrl: string): Promise<void> {
  const owner = ownerClient(ownerUrl);
  await owner.connect();
  try {
    await owner.query('ANALYZE');
  } finally {
    await owner.end();
  }
}
