import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OpenSpan, SpanOf, Tracer } from './tracing.ts';

/**
 * Sends spans by OpenTelemetry's own packages as OTLP/HTTP in JSON, to the address that the operator set and no other: it is in
 * no input of anybody else. Nothing of the instrumentation is loaded that reads addresses and statements by itself.
 */

/** What the portal reads of the usual variables (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). */
export interface TracingSettings {
  /** The collector's whole address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What every span is of, beside the portal's own name and version. */
  readonly resource: Readonly<Record<string, string>>;
  /** From 0 to 1: which part of the traces is kept. */
  readonly ratio: number;
}

const kinds: Readonly<Record<SpanOf['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

const limits = {
  /** Spans that wait; further ones are dropped, so that a collector that is away costs no memory. */
  waiting: 4_096,
  /** In one document. */
  batch: 512,
  everyMs: 5_000,
  sendWithinMs: 5_000,
  /** What is left when the process stops. */
  stopWithinMs: 3_000,
} as const;

/** 'Error 23505', 'Failure': an error's class, and its code where it has one. Its message may hold what somebody sent. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(code) ? `${error.name} ${code}` : error.name;
}

function providerOf({ url, headers, resource, ratio }: TracingSettings, version: string): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: limits.sendWithinMs,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'mizan', 'service.version': version, ...resource }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: limits.waiting,
        maxExportBatchSize: limits.batch,
        scheduledDelayMillis: limits.everyMs,
        exportTimeoutMillis: limits.sendWithinMs,
      }),
    ],
  });
}

const openSpanOf = (span: Span): OpenSpan => ({
  set: (attributes) => {
    span.setAttributes(attributes);
  },
  within: (work) => context.with(trace.setSpan(context.active(), span), work),
  end: (failure) => {
    if (failure)
      span.setAttribute('error.type', typeOf(failure.error)).setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  },
});

/** What begins spans, and what ends the sending with the last of them. */
export function openTelemetry(
  settings: TracingSettings,
  version: string,
): { tracer: Tracer; stop: () => Promise<void> } {
  const provider = providerOf(settings, version);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const spans = provider.getTracer('mizan', version);
  const tracer: Tracer = ({ name, kind, attributes = {}, beganAtMs, onlyWithin }) => {
    const around = context.active();
    if (onlyWithin && trace.getSpan(around) === undefined) return null;
    const options = {
      kind: kinds[kind],
      attributes,
      ...(beganAtMs !== undefined && { startTime: beganAtMs }),
    };
    return openSpanOf(spans.startSpan(name, options, around));
  };
  return {
    tracer,
    stop: async () => {
      // Where nobody takes the last ones they are lost: traces are worth less than the stop that they would hold up.
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, limits.stopWithinMs).unref())]);
      context.disable();
    },
  };
}
