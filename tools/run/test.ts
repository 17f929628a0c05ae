/**
 * `npm test`: everything. A failure does not end the run, so that one run shows all of them; what needs the
 * build or the browser says so by failing. Browser tests that failed are run once more, alone.
 * Ends with the line 'N passed, N failed', and how many of those that passed were unsteady.
 */
import { checkSteps, checkWidth } from './check-steps.ts';
import { chromium } from './chromium.ts';
import {
  addOutcomes,
  conclude,
  nothing,
  type Outcome,
  onceMore,
  oneFailure,
  runStep,
  runSteps,
  vitestStep,
} from './steps.ts';
import { buildWeb } from './web-build.ts';

/** The build, and what measures it. */
async function build(): Promise<Outcome> {
  const built = await buildWeb();
  return addOutcomes(built, await runStep(vitestStep('build')));
}

async function browse(): Promise<Outcome> {
  const browser = await chromium();
  if (!browser) return oneFailure('chromium: none found; install it or name it in CHROMIUM_PATH');
  const step = vitestStep('e2e', { CHROMIUM_PATH: browser });
  return onceMore(await runStep(step), step);
}

// What fills the cores comes one after the other (decision 0301).
const [checked, built] = await Promise.all([runSteps(checkSteps, checkWidth), build()]);
const integrated = await runStep(vitestStep('integration', { MIZAN_WHOLE_RUN: '1' }));
conclude([checked, built, integrated, await browse()].reduce(addOutcomes, nothing));
