#!/usr/bin/env node
/**
 * The one way into Mizan: `node tools/launch.mjs <command> [arguments]`, which every npm script calls.
 * It needs nothing but Node 20.19 or newer: it installs what is locked, builds the web where its sources
 * changed, and hands over to the pinned Node. (npm's own prestart hooks are skipped where scripts are off,
 * and a shell has resolved the machine's `node` before npm could choose another.)
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bench } from './launch/bench.mjs';
import { check } from './launch/check.mjs';
import { dev } from './launch/dev.mjs';
import { ensureInstalled } from './launch/install.mjs';
import { Refusal } from './launch/refusal.mjs';
import { handOver, oldestNode } from './launch/runtime.mjs';
import { test } from './launch/test.mjs';
import { ensureBuilt } from './launch/web-build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {Record<string, (root: string, args: string[]) => Promise<number>>} */
const commands = {
  start: async (root, args) => {
    await ensureBuilt(root);
    return handOver(root, ['server/main.ts', ...args]);
  },
  dev,
  check,
  test,
  bench,
  terminal: (root, args) => handOver(root, ['terminal/main.ts', ...args]),
  'demo-bank-files': (root, args) => handOver(root, ['tools/bank-files/demo.main.ts', ...args]),
};

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (!command) throw new Refusal(`Usage: node tools/launch.mjs ${Object.keys(commands).join(' | ')}`);
  oldestNode(process.versions.node);
  await ensureInstalled(root);
  return command(root, args);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
