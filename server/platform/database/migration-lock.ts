import type pg from 'pg';
import { ownerClient } from './owner-client.ts';

/** An arbitrary number that every starting portal agrees on ('mizan' on a telephone's keys). */
const migrationLock = 64_926;

/** Work as the owner that one program does while the others wait: migrations, and what moves tables. */
export async function withMigrationLock<T>(
  ownerUrl: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const client = ownerClient(ownerUrl);
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
