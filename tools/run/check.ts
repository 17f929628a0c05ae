/** `npm run check`: within a minute, without a database or a browser. */
import { checkSteps, checkWidth } from './check-steps.ts';
import { conclude, runSteps } from './steps.ts';

conclude(await runSteps(checkSteps, checkWidth));
