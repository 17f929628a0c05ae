import { join } from 'node:path';
import { installedTool, root } from './installed-tool.ts';
import { type Step, vitestStep } from './steps.ts';

/** Two cores: compiler and linter use both in bursts, so a third step would only wait. */
export const checkWidth = 2;

/** What a change is held to before anything is started: types, lint with types, format, nothing unused, unit tests and tidy. */
export const checkSteps: Step[] = [
  {
    name: 'types',
    command: [
      ...[installedTool('tsc'), '-p', root, '--noEmit', '--pretty', 'false'],
      ...['--incremental', '--tsBuildInfoFile', join(root, '.cache/types.tsbuildinfo')],
    ],
  },
  { name: 'lint', command: [installedTool('oxlint')] },
  { name: 'format', command: [installedTool('biome'), 'check', '--colors=off'] },
  { name: 'unused', command: [installedTool('knip'), '--no-progress'] },
  vitestStep('unit'),
];
