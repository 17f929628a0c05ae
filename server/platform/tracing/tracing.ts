/**
 * Spans of what the portal does, for whoever set OTEL_EXPORTER_OTLP_ENDPOINT; for everybody else a comparison with null
 * (docs/decisions/0148-traces.md). A span says what kind of work it was and how long it took. What it was about never
 * stands in it: no address, no id, no text of a statement, no body, no message of an error.
 */

/** What a span is called by and says: constants of the code and patterns, never what somebody sent. */
export interface SpanOf {
  /** 'GET /api/v1/transactions/:id', 'job mail.send'. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** Only as a part of other work: what runs by the clock would be a trace each second. */
  readonly onlyWithin?: boolean;
  /** Where it began before it was known that it is worth a span: milliseconds since 1970. */
  readonly beganAtMs?: number;
}

export interface OpenSpan {
  set(attributes: Readonly<Record<string, string | number>>): void;
  /** Does `work`, and what it begins, as a part of this span. */
  within<T>(work: () => T): T;
  /** `failure`: what went wrong; its class and code alone are told. */
  end(failure?: { error: unknown }): void;
}

/** Begins a span; null where it is only of interest as a part, and nothing is under way. */
export type Tracer = (span: SpanOf) => OpenSpan | null;

let tracer: Tracer | null = null;

/** From now on, in this process; null: nobody. */
export function traceBy(by: Tracer | null): void {
  tracer = by;
}

export const isTracing = (): boolean => tracer !== null;

/** Null where nobody traces; whoever begins a span ends it. */
export const beginSpan = (span: SpanOf): OpenSpan | null => (tracer === null ? null : tracer(span));

async function inSpan<T>(open: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const value = await open.within(work);
    open.end();
    return value;
  } catch (error) {
    open.end({ error });
    throw error;
  }
}

/** Does `work` as one span. */
export function traced<T>(span: SpanOf, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work();
  const open = tracer(span);
  return open === null ? work() : inSpan(open, work);
}
