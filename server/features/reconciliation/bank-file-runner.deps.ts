import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log.ts';
import {
  countInThread,
  inspectInThread,
  reconcileInThread,
} from '../../reconciliation/reconcile-in-thread.ts';
import type { ExceptionBook } from './exceptions.deps.ts';

/** What reads and judges a file. */
export interface BankFileEngine {
  inspect: typeof inspectInThread;
  reconcile: typeof reconcileInThread;
  count: typeof countInThread;
}

/** Beside the thread that serves browsers and terminals. */
export const threadEngine: BankFileEngine = {
  inspect: inspectInThread,
  reconcile: reconcileInThread,
  count: countInThread,
};

/** What the runner of bank files needs. */
export interface RunnerDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Where uploaded files lie while they are worked on. */
  folder: string;
  engine: BankFileEngine;
  exceptions: ExceptionBook;
}
