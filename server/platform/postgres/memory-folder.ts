import { statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';

/** Linux keeps it in memory; other machines have none. */
const inMemory = '/dev/shm';
const typeOfMemory = 0x0102_1994;
/** Far above what a run of all tests keeps at once: one server's log, and the databases of the files under way. */
const neededBytes = 4 * 2 ** 30;

/** The folder that is memory, where there is room in it for what tests keep; else null. */
export async function memoryOfTests(): Promise<string | null> {
  const found = await statfs(inMemory).catch(() => null);
  const hasRoom = found !== null && found.type === typeOfMemory && found.bavail * found.bsize >= neededBytes;
  return hasRoom && freemem() >= neededBytes ? inMemory : null;
}

/**
 * Where data of tests lie that nobody misses afterwards: in memory where there is room for them, else among temporary files.
 * A disk's file system may make whoever creates files look at every file that was deleted minutes before, and a test's
 * database has a thousand files (decision 0103).
 */
export const folderOfTests = async (): Promise<string> => (await memoryOfTests()) ?? tmpdir();
