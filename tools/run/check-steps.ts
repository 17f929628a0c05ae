import { join } from 'node:path';
import { installedTool, root } from './installed-tool.ts';
import { type Step, vitestStep } from './steps.ts';

/** Two cores: compiler and linter use both in bursts, so a third step would only wait. */
export const checkWidth = 2;

/** What the compiler found out is kept, so that the next run asks about what changed. */
const kept = ['--incremental', '--tsBuildInfoFile', join(root, '.cache/types.tsbuildinfo')];

/** What a change is held to before anything is started: types, lint with types, format, nothing unused, unit tests and tidy. */
export const checkSteps: Step[] = [
  {
    name: 'types',
    command: [installedTool('tsc'), '-p', root, '--noEmit', '--pretty', 'false', ...kept],
  },
  { name: 'lint', command: [installedTool('oxlint')] },
  { name: 'format', command: [installedTool('biome'), 'check', '--colors=off'] },
  { name: 'unused', command: [installedTool('knip'), '--no-progress'] },
  vitestStep('unit'),
];
