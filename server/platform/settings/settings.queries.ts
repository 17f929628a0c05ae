import type { Tx } from '../database/database.ts';

/** The statements behind settings.ts: no merchant's, and read by all. */

export const selectSetting = async (tx: Tx, name: string): Promise<unknown> =>
  (await tx.row<{ value: unknown }>('SELECT value FROM platform_settings WHERE name = $1', [name]))?.value;

/** Whoever changes any setting waits for whoever changes one: what was before is then what counted before. */
export const lockSettings = (tx: Tx): Promise<number> =>
  tx.change("SELECT pg_advisory_xact_lock(hashtext('mizan platform settings'))");

/** Whoever goes by settings holds them as they are until the end of its transaction, beside others who do. */
export const holdSettings = (tx: Tx): Promise<number> =>
  tx.change("SELECT pg_advisory_xact_lock_shared(hashtext('mizan platform settings'))");

export const upsertSetting = (tx: Tx, name: string, value: unknown, at: Date): Promise<number> =>
  tx.change(
    `INSERT INTO platform_settings (name, value, changed_at) VALUES ($1, $2::jsonb, $3)
     ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value, changed_at = EXCLUDED.changed_at`,
    [name, JSON.stringify(value), at],
  );
