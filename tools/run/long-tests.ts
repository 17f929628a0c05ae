import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './installed-tool.ts';

/** What a test reads to know that it is played at length. */
export const longEnvironment = { MIZAN_LONG: '1' };
const readsIt = /process\.env(?:\.MIZAN_LONG\b|\[['"]MIZAN_LONG['"]\])/;

/** Whether a file has one of these parts in its path; every file has, where none is named. */
export const namedAs =
  (parts: readonly string[]) =>
  (file: string): boolean =>
    parts.length === 0 || parts.some((part) => file.includes(part));

/** The tests that are played at length where they are asked to: whoever reads MIZAN_LONG is one, by that alone. */
export const longTests = (wanted: (file: string) => boolean = () => true, folder = root): string[] =>
  globSync('{contract,server,web,terminal,tools,bench}/**/*.test.{ts,tsx}', {
    cwd: folder,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
    .filter((file) => wanted(file) && readsIt.test(readFileSync(join(folder, file), 'utf8')))
    .toSorted();
