import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where one of these changed, everything may answer otherwise. */
const ofEverything =
  /(?:^|\/)package(?:-lock)?\.json$|^(?:tsconfig\.json|vitest\.config\.ts|biome\.json|knip\.jsonc|\.oxlintrc\.json)$/;

/**
 * The files, by their paths from `folder`, that differ from the last commit, new ones included; where none does, those of
 * the last commit. Null where that cannot be told (no Git, no commit before it), or where one of them changes everything.
 */
export async function changedFiles(folder: string): Promise<string[] | null> {
  const lines = async (...args: string[]): Promise<string[]> =>
    (await run('git', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })).stdout.split('\0').filter(Boolean);
  const differing = (since: string) => lines('diff', '--name-only', '-z', '--relative', since);
  try {
    const open = [
      ...(await differing('HEAD')),
      ...(await lines('ls-files', '-z', '--others', '--exclude-standard')),
    ];
    const changed = open.length > 0 ? open : await differing('HEAD~1');
    if (changed.some((file) => ofEverything.test(file))) return null;
    return changed.filter((file) => existsSync(join(folder, file)));
  } catch {
    return null;
  }
}
