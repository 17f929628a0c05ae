import { EventEmitter } from 'node:events';
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
import type { Logger } from '../log.ts';
import { deadWorkerWatch, missedTwiceAfterMs, workerConnectionName } from './dead-workers.ts';
import { queuePool } from './queue-pool.ts';

/** A job by its name. It may run twice, so it asks the database what is still to do. */
export type JobTable = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export const workerLimits = {
  atOnce: 4,
  connections: 6,
  localQueue: 20,
  /** New jobs are announced; this is for those that wait for their time or for another try. */
  pollMs: 1_000,
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
  const runner = await run({
    pgPool: pool,
    logger: queueLog(log),
    events,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, work]) => [name, (payload: unknown) => work(payload)]),
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
  await Promise.race([isListening, runner.promise]);
  return runner;
}

/**
 * Runs the jobs of this process until it stops. Outlasts the database: a queue that gave up is started again.
 * migrateJobs() must have run.
 */
export async function startWorker(options: WorkerOptions): Promise<JobWorker> {
  const { url, log } = options;
  const pool = queuePool(url, workerLimits.connections);
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number): Promise<unknown> => wait(ms, undefined, { signal }).catch(() => {});
  let runner = await startRunner(pool, options);

  async function keepRunning(): Promise<void> {
    while (!signal.aborted) {
      await runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job queue stopped'));
      while (!signal.aborted) {
        await pause(workerLimits.restartAfterMs);
        const restarted = await startRunner(pool, options).catch(() => null);
        if (!restarted) continue;
        runner = restarted;
        break;
      }
    }
  }
  const releaseDead = deadWorkerWatch(pool);
  async function watchOthers(): Promise<void> {
    while (!signal.aborted) {
      try {
        const dead = await releaseDead();
        if (dead.length > 0) log.warn({ workers: dead }, 'jobs of dead workers were released');
      } catch (error) {
        log.debug({ err: error }, 'dead workers could not be looked for');
      }
      await pause(missedTwiceAfterMs);
    }
  }
  const running = keepRunning();
  const watching = watchOthers();

  return {
    async stop() {
      stopping.abort();
      await runner.stop().catch((error: unknown) => log.warn({ err: error }, 'the job queue stopped badly'));
      await Promise.all([running, watching]);
      await pool.end();
    },
  };
}
