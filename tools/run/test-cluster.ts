/**
 * `npm run test:cluster -- [files]`: what has to mean the same on several machines, on the Citus cluster whose coordinator
 * CLUSTER_URL names; of all of it, or of the files and folders that are named. `npm test` leaves it out: a fresh clone has
 * no such cluster.
 */
import { conclude, runStep, vitestStep } from './steps.ts';

const hourMs = 3_600_000;
const step = vitestStep('cluster');
const files = process.argv.slice(2);

if (process.env.CLUSTER_URL)
  conclude(await runStep({ ...step, command: [...step.command, ...files], timeoutMs: 2 * hourMs }));
else
  console.log(
    'Not run: CLUSTER_URL is not set. It names, as a superuser, the coordinator of a Citus cluster (PostgreSQL 15 or newer).',
  );
