import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type CronItem,
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  run,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import { queueLateMessage } from '../database/unavailable.ts';
import type { Logger } from '../log.ts';
import { traced } from '../tracing/tracing.ts';
import { deadWorkerWatch, missedTwiceAfterMs, workerConnectionName } from './dead-workers.ts';
import { queuePool } from './queue-pool.ts';

/** A job by its name. It may run twice, so it asks the database what is still to do. */
export type JobTable = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

const workerLimits = {
  atOnce: 4,
  connections: 6,
  localQueue: 20,
  /** New jobs are announced; this is for those that wait for their time or for another try. */
  pollMs: 1_000,
  /** Listening, and asked for jobs once. */
  startWithinMs: 5_000,
  /** Jobs of a stopping process get this long; what still runs then is handed back. */
  stopWithinMs: 5_000,
  restartAfterMs: 1_000,
} as const;

export interface WorkerOptions {
  /** The platform role's. */
  url: string;
  log: Pick<Logger, 'error' | 'warn' | 'debug'>;
  jobs: JobTable;
  /** Jobs that run by the clock, once for all processes: [name, crontab pattern in UTC]. */
  scheduled?: readonly (readonly [name: string, pattern: string])[];
}

export interface JobWorker {
  /** Finishes what runs, hands back what waits. */
  stop(): Promise<void>;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {});

/** The queue's messages in the portal's log. It says at 'info' what happens all day. */
function queueLog(log: WorkerOptions['log']): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    const to = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug';
    log[to]({ task: scope.taskIdentifier, jobId: scope.jobId }, message);
  });
}

function cronItems(scheduled: WorkerOptions['scheduled'] = []): CronItem[] {
  return scheduled.map(([task, match]) => ({ task, match, options: { backfillPeriod: 0 } }));
}

/** Names the queue's LISTEN connection after its worker, each time there is a new one. Resolves at the first. */
function nameListener(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    events.on('pool:listen:success', ({ workerPool, client }) => {
      // Once it listens: a connection answers one statement after the other.
      client.once('drain', () => {
        resolve();
        const name = client.escapeLiteral(workerConnectionName(workerPool.id));
        client.query(`SET application_name = ${name}`).catch(() => {
          // The connection is lost, and the next one gets its name here too.
        });
      });
    });
  });
}

async function startRunner(pool: pg.Pool, { log, jobs, scheduled }: WorkerOptions): Promise<Runner> {
  const events = new EventEmitter() as WorkerEvents;
  const isListening = nameListener(events);
  // A queue whose very first question fails keeps that failure for good; such a one is not kept.
  const hasFetched = once(events, 'localQueue:getJobs:complete');
  const runner = await run({
    pgPool: pool,
    logger: queueLog(log),
    events,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, work]) => {
        const span = { name: `job ${name}`, kind: 'consumer', attributes: { 'mizan.job': name } } as const;
        return [name, (payload: unknown) => traced(span, () => work(payload))];
      }),
    ),
    parsedCronItems: parseCronItems(cronItems(scheduled)),
    preset: {
      worker: {
        concurrentJobs: workerLimits.atOnce,
        localQueue: { size: workerLimits.localQueue },
        gracefulShutdownAbortTimeout: workerLimits.stopWithinMs,
        pollInterval: workerLimits.pollMs,
      },
    },
  });
  const begun = Promise.all([isListening, hasFetched]).then(() => true);
  const late = wait(workerLimits.startWithinMs, false, { ref: false });
  if (await Promise.race([begun, late, runner.promise.then(() => false)])) return runner;
  await runner.stop();
  throw new Error(queueLateMessage);
}

/** Starts the queue again whenever it gives up, until `signal` says that this process stops. */
async function keepRunning(
  first: Runner,
  restart: () => Promise<Runner>,
  { log, signal }: { log: WorkerOptions['log']; signal: AbortSignal },
): Promise<void> {
  let runner: Runner | null = first;
  let stopped: Promise<void> | undefined;
  const stop = (): void => {
    stopped = runner
      ?.stop()
      .catch((error: unknown) => log.warn({ err: error }, 'the job queue stopped badly'));
  };
  signal.addEventListener('abort', stop);
  while (runner) {
    await runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job queue gave up'));
    runner = null;
    while (!runner && !signal.aborted) {
      await pause(workerLimits.restartAfterMs, signal);
      if (!signal.aborted) runner = await restart().catch(() => null);
    }
    // It may have come back at the very moment of the stop.
    if (signal.aborted && runner) stop();
  }
  await stopped;
}

/** Releases jobs of workers that were killed, of this process's forerunner as of any other. */
async function watchOthers(pool: pg.Pool, log: WorkerOptions['log'], signal: AbortSignal): Promise<void> {
  const releaseDead = deadWorkerWatch(pool);
  while (!signal.aborted) {
    try {
      const dead = await releaseDead();
      if (dead.length > 0) log.warn({ workers: dead }, 'jobs of dead workers were released');
    } catch (error) {
      log.debug({ err: error }, 'dead workers could not be looked for');
    }
    await pause(missedTwiceAfterMs, signal);
  }
}

/**
 * Runs the jobs of this process until it stops, and outlasts the database. Rejects where there is none yet.
 * migrateJobs() must have run.
 */
export async function startWorker(options: WorkerOptions): Promise<JobWorker> {
  const { url, log } = options;
  const pool = queuePool(url, workerLimits.connections);
  const stopping = new AbortController();
  const { signal } = stopping;
  const start = (): Promise<Runner> => startRunner(pool, options);
  const first = await start().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const running = Promise.all([keepRunning(first, start, { log, signal }), watchOthers(pool, log, signal)]);
  return {
    async stop() {
      stopping.abort();
      await running;
      await pool.end();
    },
  };
}
