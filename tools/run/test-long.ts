/**
 * `npm run test:long`: what every `npm test` does briefly, at length: kills of the portal and its database at random
 * moments, random histories of payments. Seeds are printed; MIZAN_SEED sets them.
 */
import { conclude, runStep, vitestStep } from './steps.ts';

const files = ['e2e/kill.e2e.ts', 'e2e/payment-histories.e2e.ts'];
const step = vitestStep('e2e', { MIZAN_LONG: '1' });
conclude(await runStep({ ...step, command: [...step.command, ...files] }));
