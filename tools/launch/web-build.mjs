import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Refusal } from './refusal.mjs';
import { tool } from './runtime.mjs';
import { runStep } from './steps.mjs';

const sources = ['web', 'contract', 'package-lock.json'];
const ignored = new Set(['node_modules', 'dist']);
const markFile = 'web/dist/.built-from';

async function* filesUnder(path) {
  const details = await stat(path);
  if (!details.isDirectory()) {
    yield { path, details };
    return;
  }
  for (const name of (await readdir(path)).sort()) {
    if (!ignored.has(name) && !/\.test\.tsx?$/.test(name)) yield* filesUnder(join(path, name));
  }
}

/** A fingerprint of all sources by name, size and time: it notices edited, added, restored and deleted files. */
async function fingerprint(root) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for await (const { path, details } of filesUnder(join(root, source))) {
      hash.update(`${relative(root, path)} ${details.size} ${details.mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** The production build of web/ as a step; marks what it was built from. */
export function buildStep(root) {
  return {
    name: 'web build',
    command: [tool(root, 'vite'), 'build', '--logLevel', 'warn'],
    cwd: join(root, 'web'),
    before: async () => {
      const builtFrom = await fingerprint(root);
      return () => writeFile(join(root, markFile), builtFrom);
    },
  };
}

/** Builds web/ where its sources differ from those of the last build; refuses where that fails. */
export async function ensureBuilt(root) {
  const builtFrom = await readFile(join(root, markFile), 'utf8').catch(() => '');
  if (builtFrom === (await fingerprint(root))) return;
  console.log('Building the web …');
  const { failed } = await runStep(root, buildStep(root));
  if (failed > 0) throw new Refusal('The web could not be built; see above');
}
