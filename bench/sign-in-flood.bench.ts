import { Worker } from 'node:worker_threads';
import { apiBase } from '@mizan/contract/route.ts';
import { type LoadPlan, type LoadResult, loadCells, loadColumns, runLoad } from './load.ts';
import { startPortalProcess } from './processes.ts';
import type { BenchDeps, Measured, Scenario, ScenarioReport } from './scenario.ts';
import { signedIn } from './session.ts';
import type { GuessersTask } from './sign-in-guessers.worker.ts';

const budgetTimes = 2;
/**
 * The others rest between their requests, as people do: connections that ask without a pause keep the machine
 * busy by themselves, and a p99 that is bad already is easily kept within its double.
 */
const load = { connections: 4, warmUpSeconds: 2, seconds: 10, pauseMs: 10 } as const;
/** As many as the portal takes in, so that every guess costs it a hash; then more than its queue holds. */
const floods = { taken: 32, refused: 128 } as const;
/** Fewer hashes than this a second, and there was no flood to speak of. */
const hashesAtLeast = 10;
const route = `${apiBase}/auth/session`;
/** Guesses that a flood may make; the next one goes on behind them, so that no address comes back too soon. */
const guessesOfFlood = 100_000;
/** The database is kept from run to run, and counts: each run begins elsewhere among the addresses and names. */
const firstGuess = Math.floor(Math.random() * 10_000_000);

/**
 * Guesses in a thread of its own, so that what the guessers do is no delay of those whose requests are measured.
 * Answers what they were answered, by status, once it is told to stop.
 */
function startFlood(task: GuessersTask): { stop(): Promise<Map<number, number>> } {
  const worker = new Worker(new URL('./sign-in-guessers.worker.ts', import.meta.url), { workerData: task });
  const answers = new Promise<Map<number, number>>((resolve, reject) => {
    worker.on('message', resolve).on('error', reject);
  });
  return {
    stop: () => {
      worker.postMessage('stop');
      return answers;
    },
  };
}

interface Flooded {
  load: LoadResult;
  /** '300 times 401, 12 times 503'. */
  said: string;
  hashesPerSecond: number;
}

/** What the others notice while so many guess. */
async function measureFlood(plan: LoadPlan, task: GuessersTask): Promise<Flooded> {
  const start = performance.now();
  const flood = startFlood(task);
  const load = await runLoad(plan);
  const answers = await flood.stop();
  const seconds = (performance.now() - start) / 1_000;
  const said = [...answers].map(([status, count]) => `${count} times ${status}`).join(', ');
  // A wrong password is what a guess that was hashed is answered with.
  return { load, said, hashesPerSecond: (answers.get(401) ?? 0) / seconds };
}

function results(idle: LoadResult, flooded: Flooded, which: string): Measured[] {
  const times = flooded.load.p99Ms / idle.p99Ms;
  return [
    {
      what: `other requests' p99 under ${which}, of their p99 without it`,
      value: `${times.toFixed(2)} (${flooded.load.p99Ms.toFixed(1)} of ${idle.p99Ms.toFixed(1)} ms)`,
      budget: `<= ${budgetTimes}`,
      isWithin: times <= budgetTimes,
    },
    {
      what: `passwords hashed a second under ${which}, so that it is one`,
      value: flooded.hashesPerSecond.toFixed(0),
      budget: `>= ${hashesAtLeast}`,
      isWithin: flooded.hashesPerSecond >= hashesAtLeast,
    },
  ];
}

async function run({ database, log }: BenchDeps): Promise<ScenarioReport> {
  const headers = await signedIn(database);
  const portal = await startPortalProcess(database.ownerUrl, database.dataDir);
  try {
    const plan = { ...load, port: portal.port, headers, path: () => route };
    const idle = await runLoad(plan);
    const { port } = portal;
    const taken = await measureFlood(plan, { port, guessersAtOnce: floods.taken, firstGuess });
    const behind = { port, guessersAtOnce: floods.refused, firstGuess: firstGuess + guessesOfFlood };
    const refused = await measureFlood(plan, behind);
    log(`the guesses were answered ${taken.said}; then ${refused.said}`);
    return {
      how: `${floods.taken}, then ${floods.refused} guessers sign in without a pause, each guess from another address and at another account, while ${load.connections} connections ask for a session every ${load.pauseMs} ms. The guesses were answered ${taken.said}; then ${refused.said}.`,
      results: [
        ...results(idle, taken, 'a flood that is taken in'),
        ...results(idle, refused, 'one that overfills the queue'),
      ],
      table: [
        ['', ...loadColumns],
        ['without', ...loadCells(idle)],
        [`${floods.taken} guessers`, ...loadCells(taken.load)],
        [`${floods.refused} guessers`, ...loadCells(refused.load)],
      ],
    };
  } finally {
    await portal.stop();
  }
}

export const scenario: Scenario = { name: 'sign-in-flood', title: 'A flood of sign-ins', run };
