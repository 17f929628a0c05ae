/**
 * `npm run test:long`: what every `npm test` does briefly, at length: kills of the portal and its database at random
 * moments, random histories of payments. Seeds are printed; MIZAN_SEED sets them.
 */
import { conclude, runStep, vitestStep } from './steps.ts';

const files = ['server/kill.test.ts', 'server/payment-histories.test.ts'];
const step = vitestStep('integration', { MIZAN_LONG: '1' });
conclude(await runStep({ ...step, command: [...step.command, ...files] }));
