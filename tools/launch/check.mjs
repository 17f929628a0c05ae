import { tool } from './runtime.mjs';
import { conclude, runSteps, vitestStep } from './steps.mjs';

/** What a change is held to before anything is started: types, lint with types, format, unit tests and tidy. */
export const checkSteps = (root) => [
  { name: 'types', command: [tool(root, 'tsc'), '-p', root, '--noEmit', '--pretty', 'false'] },
  { name: 'lint', command: [tool(root, 'oxlint')] },
  { name: 'format', command: [tool(root, 'biome'), 'check', '--colors=off'] },
  vitestStep(root, 'unit'),
];

/** Two cores: the compiler and the linter use both in bursts, so a third step would only wait. */
const width = 2;

/** `npm run check`: within a minute, without a database or a browser. */
export const check = async (root) => conclude(await runSteps(root, checkSteps(root), width));
