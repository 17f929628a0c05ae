import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** A request that was answered: route id ('transactions.list'), status and how long it took. */
  observeRequest(route: string, status: number, seconds: number): void;
  /** A figure that is read whenever somebody asks; one that cannot be read is left out of that answer. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** The exposition text for Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

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
  return {
    contentType: registry.contentType,
    observeRequest: (route, status, seconds) => durations.observe({ route, status }, seconds),
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
