/**
 * `npm test`: everything. A failure does not end the run, so that one run shows all of them; what needs the
 * build or the browser says so by failing. Ends with the line 'N passed, N failed'.
 */
import { checkSteps, checkWidth } from './check-steps.ts';
import { chromium } from './chromium.ts';
import { addOutcomes, conclude, nothing, oneFailure, runStep, runSteps, vitestStep } from './steps.ts';
import { buildWeb } from './web-build.ts';

const checked = await runSteps(checkSteps, checkWidth);
const integrated = await runStep(vitestStep('integration', { MIZAN_WHOLE_RUN: '1' }));
const built = await buildWeb();
const measured = await runStep(vitestStep('build'));
const browser = await chromium();
if (!browser) console.log('✗ chromium: none found; install it or name it in CHROMIUM_PATH');
const browsed = browser ? await runStep(vitestStep('e2e', { CHROMIUM_PATH: browser })) : oneFailure;
conclude([checked, integrated, built, measured, browsed].reduce(addOutcomes, nothing));
