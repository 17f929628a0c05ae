import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, exitCodeOf, forwardSignals, pinnedNode, tool } from './runtime.mjs';

/** `npm run dev`: the server, restarted at every change, and Vite with its proxy. One's end is the other's. */
export async function dev(root, args) {
  const node = pinnedNode(root);
  const options = { env: environment(root), stdio: 'inherit' };
  const children = [
    spawn(node, ['--watch', '--watch-preserve-output', 'server/main.ts', ...args], { ...options, cwd: root }),
    spawn(node, [tool(root, 'vite')], { ...options, cwd: join(root, 'web') }),
  ];
  const stopForwarding = forwardSignals(children);
  const ends = children.map(
    (child) => new Promise((ended) => child.once('exit', (code, signal) => ended(exitCodeOf(code, signal)))),
  );
  const code = await Promise.race(ends);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  stopForwarding();
  return code;
}
