import type pg from 'pg';

/** Begins a copy of the server's files at once. @returns the name of the first segment that it will need */
export async function beginBase(keeper: pg.Client): Promise<string> {
  const { rows } = await keeper.query<{ segment: string }>(
    "SELECT pg_walfile_name(pg_backup_start('mizan', true)) AS segment",
  );
  return rows[0]?.segment ?? '';
}

/** Ends it in the session that began it, when every segment that it needs is kept. */
export async function endBase(keeper: pg.Client): Promise<{ label: string; endedAt: Date }> {
  const { rows } = await keeper.query<{ label: string; endedAt: Date }>(
    'SELECT labelfile AS label, clock_timestamp() AS "endedAt" FROM pg_backup_stop(wait_for_archive => true)',
  );
  const [ended] = rows;
  if (!ended) throw new Error('the copy did not end');
  return ended;
}

export interface Archiver {
  /** Whether the server keeps its WAL at all. */
  on: boolean;
  /** Null where nothing was kept yet, or nothing failed. */
  keptAt: Date | null;
  failedAt: Date | null;
}

export async function selectArchiver(client: pg.Client): Promise<Archiver> {
  const { rows } = await client.query<Archiver>(
    `SELECT current_setting('archive_mode') <> 'off' AS on, last_archived_time AS "keptAt", last_failed_time AS "failedAt"
       FROM pg_stat_archiver`,
  );
  return rows[0] ?? { on: false, keptAt: null, failedAt: null };
}

/** When the last transaction that recovery went through was committed; null where it went through none. */
export async function selectReached(client: pg.Client): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
  return rows[0]?.at ?? null;
}
