import type { FastifyInstance } from 'fastify';
import { beginSpan, isTracing, type OpenSpan } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null;
  }
}

/**
 * A span for each request, by the pattern of its route; before any other hook. Nothing that a caller names as its own trace is
 * believed: it would decide which of our traces are kept.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const pattern = routeOptions.url;
    const id = routeOptions.config.route?.id;
    request.span = beginSpan({
      name: pattern === undefined ? method : `${method} ${pattern}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        ...(pattern === undefined ? {} : { 'http.route': pattern }),
        ...(id === undefined ? {} : { 'mizan.route': id }),
      },
    });
    if (request.span) request.span.within(done);
    else done();
  });
  // A body arrives outside of what asked for it.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span) request.span.within(done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    request.span?.set({ 'http.response.status_code': reply.statusCode });
    request.span?.end(reply.statusCode >= 500 ? { error: String(reply.statusCode) } : undefined);
  });
}
