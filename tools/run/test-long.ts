/**
 * `npm run test:long`: what every `npm test` does briefly, at length: kills of the portal and its database at random
 * moments, random histories, refunds at once on two processes, random shops and what their bank files cover, and bank files
 * of every manner with everything planted in them. Seeds are printed; MIZAN_SEED sets them. Named parts of file names play these
 * alone: `MIZAN_SEED=7 npm run test:long -- payment-histories` plays two thousand histories of payments by the seed 7.
 */
import { longEnvironment, longTests, namedAs } from './long-tests.ts';
import { addOutcomes, conclude, runStep, vitestStep } from './steps.ts';

/** Two thousand histories take hours, and are meant to. */
const timeoutMs = 8 * 60 * 60_000;

const files = longTests(namedAs(process.argv.slice(2)));
/** What a test says while it goes on for hours is shown. */
const asWanted = ['--passWithNoTests', '--silent=false'];
/** Each project takes those of the files that are its own; one that has none of them plays nothing. */
const play = (project: string) => {
  const step = vitestStep(project, longEnvironment);
  const command = [...step.command, ...asWanted, ...files];
  return runStep({ ...step, timeoutMs, showsAtOnce: true, command });
};
if (files.length === 0) {
  console.error('No test that is played at length is named so.');
  process.exitCode = 1;
} else {
  const ofUnits = await play('unit');
  const ofPortal = await play('integration');
  conclude(addOutcomes(ofUnits, ofPortal));
}
