import type { Tx } from '../database/database.ts';

export interface JobOptions {
  /** A waiting job of the same key is replaced instead of joined. */
  key?: string;
  /** Not before this instant; at once where absent. */
  runAt?: Date;
  /** Not before so many milliseconds from now, by the database's clock. */
  afterMs?: number;
  /** How often it is tried before it is left, failed, for somebody to look at. */
  maxTries?: number;
}

/**
 * Writes a job in the business transaction: it runs if, and only if, that commits. `payload` is plain JSON and
 * holds ids rather than facts, because the job reads the truth when it runs.
 */
export async function enqueue(
  tx: Tx,
  name: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  const runAt = "coalesce($3::timestamptz, now() + $6::integer * interval '1 millisecond')";
  await tx.rows(`SELECT enqueue_job($1, $2, ${runAt}, $4, $5)`, [
    name,
    JSON.stringify(payload),
    options.runAt ?? null,
    options.key ?? null,
    options.maxTries ?? null,
    options.afterMs ?? null,
  ]);
}
