import { open } from 'node:fs/promises';

/** What is copied may go meanwhile: of tables the WAL says so, of files their rows. */
export const ifGone =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };

/** What is on the disk stays there, also when the power goes. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
