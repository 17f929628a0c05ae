/**
 * `npm run test:long`: what every `npm test` does briefly, at length: kills of the portal and its database at random
 * moments, random histories, refunds at once on two processes, random shops and what their bank files cover, and bank files
 * of every manner with everything planted in them. Seeds are printed; MIZAN_SEED sets them.
 */
import { longEnvironment, longTests } from './long-tests.ts';
import { addOutcomes, conclude, runStep, vitestStep } from './steps.ts';

/** Two thousand histories take hours, and are meant to. */
const timeoutMs = 8 * 60 * 60_000;

/** Each project takes those of the files that are its own. */
const play = (project: string) => {
  const step = vitestStep(project, longEnvironment);
  return runStep({ ...step, timeoutMs, command: [...step.command, ...longTests()] });
};
const ofUnits = await play('unit');
const ofPortal = await play('integration');
conclude(addOutcomes(ofUnits, ofPortal));
