import { handOver } from './runtime.mjs';
import { ensureBuilt } from './web-build.mjs';

/** `npm run bench`: measures the built product; the report goes to docs/benchmarks.md. */
export async function bench(root, args) {
  await ensureBuilt(root);
  return handOver(root, ['bench/main.ts', ...args]);
}
