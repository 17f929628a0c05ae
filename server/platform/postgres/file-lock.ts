import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const retryMs = 25;
const sqliteBusy = 5;

function tryLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null;
    throw error;
  }
}

/**
 * Runs `work` while no other process that asks for the same file does. Node offers no flock; SQLite's
 * lock on an empty file is one that the kernel drops with a process that was killed, so none goes stale.
 * Throws when the lock was not free within `timeoutMs`.
 */
export async function withFileLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let held = tryLock(file);
  while (!held) {
    if (performance.now() > deadline)
      throw new Error(`${file} was held by another process for ${timeoutMs} ms`);
    await delay(retryMs);
    held = tryLock(file);
  }
  try {
    return await work();
  } finally {
    held.close();
  }
}
