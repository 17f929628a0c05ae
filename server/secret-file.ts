import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'secret';
const secretBytes = 32;

/** Null where none is kept. */
export async function secretIn(dataDir: string): Promise<string | null> {
  const kept = await readFile(join(dataDir, fileName), 'utf8').catch(() => null);
  return kept === null ? null : kept.trim();
}

/**
 * The secret of an embedded portal: made once, kept in its data folder, readable by its owner alone. Of several
 * portals that start at once on one folder all get the same: the file appears whole or not at all. A restore brings
 * the one of its backup.
 */
export async function keptSecret(
  dataDir: string,
  first = randomBytes(secretBytes).toString('base64url'),
): Promise<string> {
  const kept = await secretIn(dataDir);
  if (kept !== null) return kept;
  const file = join(dataDir, fileName);
  const draft = join(dataDir, `${fileName}.${randomUUID()}`);
  await writeFile(draft, `${first}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}
