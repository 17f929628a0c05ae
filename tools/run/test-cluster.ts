/**
 * `npm run test:cluster`: what has to mean the same on several machines, on the Citus cluster whose coordinator
 * CLUSTER_URL names. `npm test` leaves it out: a fresh clone has no such cluster.
 */
import { conclude, runStep, vitestStep } from './steps.ts';

if (process.env.CLUSTER_URL) conclude(await runStep(vitestStep('cluster')));
else
  console.log(
    'Not run: CLUSTER_URL is not set. It names, as a superuser, the coordinator of a Citus cluster (PostgreSQL 15 or newer).',
  );
