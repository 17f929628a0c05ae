import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedTool, root } from './installed-tool.ts';
import { relatedStep, type Step, vitestStep } from './steps.ts';

/** Two cores: a third step would only wait. */
export const checkWidth = 2;

/**
 * Compiler and linter share their types out among several threads, each of which works out by itself what the others know
 * already: one thread each takes a third to a half less. A heap that may grow longer is looked through less often (decision 0460).
 */
const oneThread = { GOMAXPROCS: '1', GOGC: '200' };

/** What the compiler found out is kept, so that the next run asks about what changed. */
const kept = ['--incremental', '--tsBuildInfoFile', join(root, '.cache/types.tsbuildinfo')];

const types: Step = {
  name: 'types',
  command: [installedTool('tsc'), '-p', root, '--noEmit', '--pretty', 'false', '--checkers', '1', ...kept],
  env: oneThread,
};
const format: Step = { name: 'format', command: [installedTool('biome'), 'check', '--colors=off'] };
const unused: Step = { name: 'unused', command: [installedTool('knip'), '--no-progress'] };
const lint = (files: readonly string[] = []): Step => ({
  name: 'lint',
  command: [installedTool('oxlint'), ...files],
  env: oneThread,
});

/** What a change is held to before anything is started: types, lint with types, format, nothing unused, unit tests and tidy. */
export const checkSteps: Step[] = [types, lint(), format, unused, vitestStep('unit')];

const isLinted = (file: string): boolean => /\.(?:ts|tsx|mjs|js)$/.test(file);

/** A test that reads files: of the project, most of them, and no import tells of which. */
const readsFiles = /globSync|readFileSync|readFile\(/;

/** Tests that whatever changed may break, without being imported by them: those of the project's own text. */
function testsOfTheText(): string[] {
  const files = globSync('{contract,server,web,terminal,tools}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  return files.filter(
    (file) => /^tools\/[^/]*$/.test(file) || readsFiles.test(readFileSync(join(root, file), 'utf8')),
  );
}

/**
 * The same of a change of these files: types, format and what is unused of everything, lint of the files themselves, and the
 * unit tests that import one of them or read the project's text.
 */
export function checkStepsOf(changed: readonly string[]): Step[] {
  const linted = changed.filter(isLinted);
  const tests = relatedStep('unit', [...new Set([...changed, ...testsOfTheText()])]);
  return [types, ...(linted.length > 0 ? [lint(linted)] : []), format, tests, unused];
}
