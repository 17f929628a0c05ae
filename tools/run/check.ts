/**
 * `npm run check`: without a database or a browser, of what changed since the last commit (or in it, where nothing did);
 * `-- --all` of everything, as `npm test` does (docs/decisions/0442-check-what-changed.md).
 */
import { changedFiles } from './changed-files.ts';
import { checkSteps, checkStepsOf, checkWidth } from './check-steps.ts';
import { root } from './installed-tool.ts';
import { conclude, runSteps } from './steps.ts';

const changed = process.argv.includes('--all') ? null : await changedFiles(root);
console.log(
  changed ? `Of ${changed.length} changed files, and what the whole project is held to` : 'Of everything',
);
conclude(await runSteps(changed ? checkStepsOf(changed) : checkSteps, checkWidth));
