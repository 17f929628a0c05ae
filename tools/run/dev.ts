/** `npm run dev`: the server, restarted at every change, and Vite with its proxy. The end of one is that of both. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { installedTool, root } from './installed-tool.ts';

const args = process.argv.slice(2);
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts', ...args], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [installedTool('vite')], { cwd: join(root, 'web'), stdio: 'inherit' }),
];
let isEnding = false;
/** Asks once: the server takes a second signal for impatience. */
const endAll = (): void => {
  if (!isEnding) for (const child of children) child.kill('SIGTERM');
  isEnding = true;
};
process.on('SIGINT', endAll).on('SIGTERM', endAll).on('SIGHUP', endAll);
const ends = children.map((child) => once(child, 'exit'));
const [code] = await Promise.race(ends);
endAll();
await Promise.all(ends);
process.exitCode = code ?? 0;
