import { checkSteps } from './check.mjs';
import { chromiumStep } from './chromium.mjs';
import { conclude, runSteps, vitestStep } from './steps.mjs';
import { buildStep } from './web-build.mjs';

const sum = (outcomes) =>
  outcomes.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
    passed: 0,
    failed: 0,
  });

/**
 * `npm test`: everything. A failure does not end the run, so that one run shows all of them; browser tests
 * alone need the build and the browser to be there. Ends with the line 'N passed, N failed'.
 */
export async function test(root) {
  const checked = await runSteps(root, checkSteps(root), 2);
  const integrated = await runSteps(root, [vitestStep(root, 'integration')], 1);
  const built = await runSteps(root, [buildStep(root)], 1);
  const measured = await runSteps(root, [vitestStep(root, 'build')], 1);
  const { outcome: found, path } = await chromiumStep();
  const browsed = await runSteps(root, [vitestStep(root, 'e2e', path ? { CHROMIUM_PATH: path } : {})], 1);
  return conclude(sum([checked, integrated, built, measured, found, browsed]));
}
