import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { platformRows } from '../server/platform/database/database.ts';
import type { BenchDatabase } from './bench-database.ts';
import { startPortalProcess } from './processes.ts';

const askEveryMs = 200;

/** What a portal does by itself behind what it was asked: marking what judged files confirm, and due days after holidays. */
const leftSql = `
  SELECT 1 AS one
   WHERE EXISTS (SELECT 1 FROM bank_files WHERE confirming) OR EXISTS (SELECT 1 FROM due_day_work)
      OR NOT EXISTS (SELECT 1 FROM bank_holidays)`;

/** Waits until the portal that runs has nothing left to do by itself. */
export async function untilSettled({ db }: BenchDatabase): Promise<void> {
  while ((await platformRows(db, leftSql)).length > 0) await delay(askEveryMs);
}

/**
 * Lets a portal do what a new database, or one whose bench was broken off, leaves to its first start: the days on which banks
 * are closed are proposed there, and due days reckoned by them for some minutes. It would be measured with whatever comes first.
 */
export async function settle(database: BenchDatabase, log: (sentence: string) => void): Promise<void> {
  if ((await platformRows(database.db, leftSql)).length === 0) return;
  log('a portal does what the database leaves to its first start; up to three minutes');
  const folder = await mkdtemp(join(tmpdir(), 'mizan-bench-settle-'));
  const portal = await startPortalProcess(database.ownerUrl, folder);
  try {
    await untilSettled(database);
  } finally {
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
