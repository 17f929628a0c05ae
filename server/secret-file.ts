import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'secret';
const secretBytes = 32;

/**
 * The secret of an embedded portal: made once, kept in its data folder, readable by its owner alone. Of several
 * portals that start at once on one folder all get the same: the file appears whole or not at all.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, fileName);
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return kept.trim();
  const draft = join(dataDir, `${fileName}.${randomUUID()}`);
  await writeFile(draft, `${randomBytes(secretBytes).toString('base64url')}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}
