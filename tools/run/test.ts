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

/** What needs no build: the quick checks, then whatever asks a database. */
async function withoutBrowser(): Promise<Outcome[]> {
  const checked = await runSteps(checkSteps, checkWidth);
  return [checked, await runStep(vitestStep('integration', { MIZAN_WHOLE_RUN: '1' }))];
}

const browser = await chromium();
const browserStep = vitestStep('e2e', { CHROMIUM_PATH: browser ?? '' });

/** The build, and what looks at it. */
async function withBrowser(): Promise<[browsed: Outcome, others: Outcome[]]> {
  const built = await buildWeb();
  const measured = await runStep(vitestStep('build'));
  const browsed = browser
    ? await runStep(browserStep)
    : oneFailure('chromium: none found; install it or name it in CHROMIUM_PATH');
  return [browsed, [built, measured]];
}

// Beside each other: half of what either takes is waiting, for a payment, for a database that is away.
const [[browsed, built], outcomes] = await Promise.all([withBrowser(), withoutBrowser()]);
const steady = await onceMore(browsed, browserStep);
conclude([steady, ...built, ...outcomes].reduce(addOutcomes, nothing));
