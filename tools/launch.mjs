#!/usr/bin/env node
/**
 * The one way into Mizan: `node tools/launch.mjs <command> [arguments]`, which every npm script calls.
 * It needs nothing but Node 20.19 or newer: it installs what is locked and hands over to the pinned Node,
 * which runs everything else. (npm's own prestart hooks are skipped where scripts are off, and a shell has
 * resolved the machine's `node` before npm could choose another.)
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './launch/install.mjs';
import { refuseOldNode, runPinned } from './launch/pinned-node.mjs';
import { Refusal } from './launch/refusal.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What each command runs, one after the other; the last one takes the command's arguments. */
const commands = new Map([
  ['start', ['tools/run/build-web.ts', 'server/main.ts']],
  ['dev', ['tools/run/dev.ts']],
  ['check', ['tools/run/check.ts']],
  ['test', ['tools/run/test.ts']],
  ['bench', ['tools/run/build-web.ts', 'bench/main.ts']],
  ['terminal', ['terminal/main.ts']],
  ['admin-create', ['server/admin-create.main.ts']],
  ['pictures', ['tools/run/build-web.ts', 'tools/pictures.ts']],
  ['tour', ['tools/run/build-web.ts', 'tools/tour.main.ts']],
  ['doctor', ['server/doctor.main.ts']],
  ['backup', ['server/backup.main.ts']],
  ['restore', ['server/restore.main.ts']],
  ['audit-verify', ['server/audit-verify.main.ts']],
  ['statement-verify', ['server/statement-verify.main.ts']],
  ['citus-distribute', ['server/citus-distribute.main.ts']],
  ['test-long', ['tools/run/test-long.ts']],
  ['test-cluster', ['tools/run/test-cluster.ts']],
  ['demo-bank-files', ['tools/demo-bank-files/demo-bank-files.main.ts']],
]);

/** Folders with packages of their own, which one command alone needs: they are installed when it is called. */
const ownPackages = new Map([['bench', 'bench']]);

/** @returns {Promise<number>} the exit code */
async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const scripts = commands.get(name);
  if (!scripts) throw new Refusal(`Usage: node tools/launch.mjs ${[...commands.keys()].join(' | ')}`);
  refuseOldNode(process.versions.node);
  await ensureInstalled(root);
  const folder = ownPackages.get(name);
  if (folder) await ensureInstalled(join(root, folder));
  for (const script of scripts.slice(0, -1)) {
    const code = await runPinned(root, [script]);
    if (code !== 0) return code;
  }
  return runPinned(root, [...scripts.slice(-1), ...args]);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
