/** `npm run check`: without a database or a browser (what it costs: docs/decisions/0341-what-check-costs.md). */
import { checkSteps, checkWidth } from './check-steps.ts';
import { conclude, runSteps } from './steps.ts';

conclude(await runSteps(checkSteps, checkWidth));
