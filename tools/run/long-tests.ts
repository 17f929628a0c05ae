import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './installed-tool.ts';

/** What a test reads to know that it is played at length. */
export const longEnvironment = { MIZAN_LONG: '1' };
const readsIt = /process\.env(?:\.MIZAN_LONG\b|\[['"]MIZAN_LONG['"]\])/;

/** The tests that are played at length where they are asked to: whoever reads MIZAN_LONG is one, by that alone. */
export const longTests = (folder = root): string[] =>
  globSync('{contract,server,web,terminal,tools,bench}/**/*.test.{ts,tsx}', {
    cwd: folder,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
    .filter((file) => readsIt.test(readFileSync(join(folder, file), 'utf8')))
    .toSorted();
