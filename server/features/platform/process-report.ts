import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics, Observed } from '../../platform/metrics.ts';
import { addToMinute } from './process-report.queries.ts';

/** A third of the time after which a process counts as silent (processSilentSeconds), so that one lost try is no alarm. */
const everyMs = 20_000;

interface ReportDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'take'>;
  readonly processId: string;
  readonly version: string;
}

const added = (one: Observed | null, other: Observed): Observed =>
  one === null
    ? other
    : {
        requests: one.requests + other.requests,
        faults: one.faults + other.faults,
        lags: one.lags.map((count, place) => count + (other.lags[place] ?? 0)),
      };

/**
 * Has this process say what it is and what it did, every 20 seconds until `stop`, which says good-bye. What could not be
 * written is said with the next one.
 */
export function startProcessReport(deps: ReportDeps): { stop(): Promise<void> } {
  const { db, clock, log, metrics, processId, version } = deps;
  let unsaid: Observed | null = null;
  let last: Promise<void> = Promise.resolve();

  async function say(stopped: boolean): Promise<void> {
    const observed = added(unsaid, metrics.take());
    unsaid = null;
    try {
      await inPlatform(db, (tx) =>
        addToMinute(tx, { ...observed, processId, version, at: clock.now(), stopped }),
      );
    } catch (error) {
      unsaid = added(unsaid, observed);
      log.warn({ err: error }, 'this process could not say that it runs');
    }
  }
  const sayNext = (stopped: boolean): Promise<void> => {
    last = last.then(() => say(stopped));
    return last;
  };
  void sayNext(false);
  const timer = setInterval(() => void sayNext(false), everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return sayNext(true);
    },
  };
}
