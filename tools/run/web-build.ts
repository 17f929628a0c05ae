import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { compressBuild } from '../../server/platform/static/site-files.ts';
import { installedTool, root } from './installed-tool.ts';
import { type Outcome, runStep } from './steps.ts';

const sources = ['web', 'contract', 'locales', 'package-lock.json'];
const isIgnored = (name: string): boolean => /^(?:node_modules|dist)$|\.test\.tsx?$/.test(name);
/** Inside the build, so that it goes with it. */
const markFile = join(root, 'web/dist/.built-from');

async function describe(path: string): Promise<string[]> {
  const details = await stat(path);
  if (!details.isDirectory()) return [`${relative(root, path)} ${details.size} ${details.mtimeMs}`];
  const names = (await readdir(path)).filter((name) => !isIgnored(name)).sort();
  return (await Promise.all(names.map((name) => describe(join(path, name))))).flat();
}

/** All sources by name, size and time: edited, added, restored and deleted files change it. */
async function fingerprint(): Promise<string> {
  const lines = await Promise.all(sources.map((source) => describe(join(root, source))));
  return createHash('sha256').update(lines.flat().join('\n')).digest('hex');
}

/** The production build of web/, compressed and marked with what it was built from. */
export async function buildWeb(): Promise<Outcome> {
  const builtFrom = await fingerprint();
  const outcome = await runStep({
    name: 'web build',
    command: [installedTool('vite'), 'build', '--logLevel', 'warn'],
    cwd: join(root, 'web'),
  });
  if (outcome.failed > 0) return outcome;
  await compressBuild(join(root, 'web/dist'));
  await writeFile(markFile, builtFrom);
  return outcome;
}

/** Whether web/dist was built from the sources as they are now. */
export async function isBuilt(): Promise<boolean> {
  return (await readFile(markFile, 'utf8').catch(() => '')) === (await fingerprint());
}
