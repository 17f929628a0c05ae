import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** A request that was answered: route id ('transactions.list'), status and how long it took. */
  observeRequest(route: string, status: number, seconds: number): void;
  /** A live message that this process committed was heard so long after. */
  observeLag(seconds: number): void;
  /** What was observed since the last call: a caller has it once. */
  take(): Observed;
  /** A figure that is read whenever somebody asks; one that cannot be read is left out of that answer. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** The exposition text for Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Answers, those with a fault (5xx), and how many live messages came within which bound of `lagBoundsMs`. */
export interface Observed {
  requests: number;
  faults: number;
  lags: number[];
}

/** The last one stands for everything above it, too. */
export const lagBoundsMs = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 2_000, 5_000,
] as const;
/** Asks for the second factor at a sign-in (docs/rules.md): no fault, whatever its number. */
const secondFactorStatus = 511;
const nothingObserved = (): Observed => ({ requests: 0, faults: 0, lags: lagBoundsMs.map(() => 0) });

/** Longer than a healthy database needs and shorter than a scrape's own limit. */
const readTimeoutMs = 2_000;
const durationBucketsSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

async function withinLimit(read: () => number | Promise<number>): Promise<number | null> {
  const tooLate = AbortSignal.timeout(readTimeoutMs);
  const late = new Promise<null>((resolve) => {
    tooLate.addEventListener('abort', () => resolve(null));
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    return null;
  }
}

/** The metrics of one portal. `ofProcess` adds memory, CPU and event loop, which one process has once. */
export function createMetrics(ofProcess = false): Metrics {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'mizan_http_request_seconds',
    help: 'Time to answer, by route of the contract and status',
    labelNames: ['route', 'status'],
    buckets: durationBucketsSeconds,
    registers: [registry],
  });
  const lags = new Histogram({
    name: 'mizan_live_lag_seconds',
    help: 'From the commit of a live message to the live channel of the process that committed it',
    buckets: lagBoundsMs.map((ms) => ms / 1_000),
    registers: [registry],
  });
  let observed = nothingObserved();
  return {
    contentType: registry.contentType,
    observeRequest: (route, status, seconds) => {
      durations.observe({ route, status }, seconds);
      observed.requests += 1;
      if (status >= 500 && status !== secondFactorStatus) observed.faults += 1;
    },
    observeLag: (seconds) => {
      lags.observe(seconds);
      const found = lagBoundsMs.findIndex((bound) => seconds * 1_000 <= bound);
      const place = found < 0 ? lagBoundsMs.length - 1 : found;
      observed.lags[place] = (observed.lags[place] ?? 0) + 1;
    },
    take: () => {
      const taken = observed;
      observed = nothingObserved();
      return taken;
    },
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect: async () => {
          const value = await withinLimit(read);
          if (value === null) gauge.remove();
          else gauge.set(value);
        },
      });
    },
    text: () => registry.metrics(),
  };
}
