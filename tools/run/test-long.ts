/**
 * `npm run test:long`: what every `npm test` does briefly, at length: kills of the portal and its database at random
 * moments, random histories of payments, random shops and what their bank files cover, and bank files of every manner with
 * everything planted in them. Seeds are printed; MIZAN_SEED sets them.
 */
import { addOutcomes, conclude, runStep, vitestStep } from './steps.ts';

const files = [
  'server/kill.test.ts',
  'server/payment-histories.test.ts',
  'server/features/settlement/statements/settlement-statements.test.ts',
  'tools/bank-files/sql-oracle.test.ts',
  'tools/bank-files/any-sequence.test.ts',
  'tools/bank-files/beside-each-other.test.ts',
  'tools/bank-files/planted-in-portal.test.ts',
  'tools/bank-files/text-in-portal.test.ts',
];
const long = { MIZAN_LONG: '1' };
const coverage = vitestStep('unit', long);
const step = vitestStep('integration', long);
const ofCoverage = await runStep({
  ...coverage,
  command: [...coverage.command, 'coverage-simulation', 'planted-'],
});
const ofPortal = await runStep({ ...step, command: [...step.command, ...files] });
conclude(addOutcomes(ofCoverage, ofPortal));
