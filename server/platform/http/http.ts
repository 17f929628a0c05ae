import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { apiBase } from '@mizan/contract/route.ts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Failure, notFound } from '../failure.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { traceRequests } from '../tracing/request-spans.ts';
import { limitBodyTime, registerBodies } from './body.ts';
import type { On } from './call.ts';
import { believedProxies } from './caller-address.ts';
import { answerFailure } from './failures.ts';
import { httpLimits } from './limits.ts';
import { isOwnHost } from './origin.ts';
import { makeOn, type RegisterDeps } from './register.ts';
import { addSecurityHeaders, securityHeaders } from './security-headers.ts';
import { answerUnreadable } from './unreadable.ts';

export interface HttpDeps extends RegisterDeps {
  /** Addresses and networks whose X-Forwarded-For is believed; null or absent: any private one. */
  trustedProxies?: readonly string[] | null | undefined;
  log: Logger;
  metrics: Metrics;
  /** How long the body of a form or of JSON may take; tests do not wait as long as httpLimits says. */
  bodyTimeoutMs?: number;
}

/** Asked by machines under whatever name they know the portal by; they tell nothing of anybody. */
const probePaths = new Set(['/health', '/ready', '/metrics']);

function makeServer(deps: HttpDeps, headers: Readonly<Record<string, string>>): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const proxies = believedProxies(deps);
  const app = fastify({
    loggerInstance,
    // One line of our own for each request says what is needed, without its query.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: proxies.length > 0 && proxies,
    bodyLimit: httpLimits.jsonBytes,
    routerOptions: { maxParamLength: httpLimits.paramChars },
    exposeHeadRoutes: false,
    keepAliveTimeout: httpLimits.keepAliveMs,
    requestTimeout: httpLimits.requestTimeoutMs,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: httpLimits.headersTimeoutMs,
      connectionsCheckingInterval: httpLimits.timeoutCheckMs,
    },
    // Fastify itself answers these two, before any hook, in words of its own and without a header of ours.
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request, reply.headers(headers));
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
  });
  app.server.maxConnections = httpLimits.connections;
  return app;
}

/** Reads are logged at debug: there are many of them, and their durations stand in the metrics. */
function logRequest(request: FastifyRequest, status: number, durationMs: number): void {
  const isQuiet = request.method === 'GET' && status < 400;
  request.log[isQuiet ? 'debug' : 'info'](
    {
      method: request.method,
      route: request.routeOptions.config.route?.id,
      url: request.url,
      status,
      durationMs: Math.round(durationMs * 10) / 10,
      userId: request.principal?.userId,
    },
    'request',
  );
}

export interface Http {
  app: FastifyInstance;
  on: On;
  /** 'GET /api/v1/transactions' of everything that was registered, as it comes. */
  served: ReadonlySet<string>;
}

/**
 * The HTTP server without any feature: bodies, cookies, limits, failures, request log and durations, and `on`
 * for the routes of the contract. The caller registers features, then listens or injects.
 */
export async function createHttp(deps: HttpDeps): Promise<Http> {
  const headers = securityHeaders(deps.publicUrl?.protocol === 'https:');
  const app = makeServer(deps, headers);
  const served = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) served.add(`${each} ${url}`);
  });
  traceRequests(app);
  app.decorateRequest('principal', null);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => answerFailure(notFound(), request, reply));
  addSecurityHeaders(app, headers);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    limitBodyTime(request, deps.bodyTimeoutMs ?? httpLimits.bodyTimeoutMs);
    const path = request.url.split('?', 1)[0] ?? '';
    if (!probePaths.has(path) && !isOwnHost(request.headers.host, deps.publicUrl)) {
      throw new Failure('foreignOrigin', 'The portal is not served under this name.');
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    const routeId = request.routeOptions.config.route?.id ?? 'other';
    deps.metrics.observeRequest(routeId, reply.statusCode, reply.elapsedTime / 1000);
    logRequest(request, reply.statusCode, reply.elapsedTime);
  });
  endConnectionsOnClose(app);
  if (deps.checkAnswer) checkEveryAnswer(app, deps.checkAnswer);
  await app.register(cookie);
  await registerBodies(app);
  return { app, on: makeOn(app, deps), served };
}

/** Once the portal stops, an answer is the last on its connection: a kept one would hold up the stop. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

function checkEveryAnswer(app: FastifyInstance, check: NonNullable<HttpDeps['checkAnswer']>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const route = request.routeOptions.config.route;
    const type = String(reply.getHeader('content-type') ?? '');
    if (route && typeof payload === 'string' && type.startsWith('application/json')) {
      check(route, reply.statusCode, JSON.parse(payload));
    }
    return payload;
  });
}

/** Whether a path belongs to the API: an unknown one is answered as a failure and not as a page. */
export const isApiPath = (path: string): boolean => path === apiBase || path.startsWith(`${apiBase}/`);
