import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

/**
 * Where the demo of this clone keeps its things: DATA_DIR, or the portal's own default (a folder per clone under
 * /var/lib/mizan for root, `.data` for everybody else). So `npm run terminal` finds the demo's terminals.
 */
export function demoFolder(cloneDir: string, dataDir: string | undefined, isRoot: boolean): string {
  if (dataDir) return resolve(dataDir);
  const clone = resolve(cloneDir);
  const name = createHash('sha256').update(clone).digest('hex').slice(0, 12);
  return isRoot ? join('/var/lib/mizan', name) : join(clone, '.data');
}

/** What the demo calls them there. */
export const fleetFileIn = (folder: string): string => join(folder, 'terminals.json');
export const stateDirIn = (folder: string): string => join(folder, 'terminals');
