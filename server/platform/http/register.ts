import { type AnyRoute, apiBase, mayCall, pollHeader } from '@mizan/contract/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, unauthenticated } from '../failure.ts';
import { checkBodyKind, readMultipart } from './body.ts';
import type { Call, On, Principal } from './call.ts';
import { inputParser } from './input.ts';
import { httpLimits } from './limits.ts';
import { isOwnOrigin } from './origin.ts';
import { answerWriter, hasNoContent } from './output.ts';
import { type SessionLimit, sessionLimit } from './session-limit.ts';

/** Says who a bearer token belongs to at this moment, or null. A poll does not count as activity. */
export type Authenticate = (token: string, call: { isPoll: boolean }) => Promise<Principal | null>;

/** Sees every JSON answer of a route before it leaves; tests hold each one against the API document. */
export type CheckAnswer = (route: AnyRoute, status: number, body: unknown) => void;

export interface RegisterDeps {
  authenticate: Authenticate;
  publicUrl: URL | null;
  /** Of one session; httpLimits says how many where nobody else does. */
  sessionCallsPerMinute?: number | undefined;
  checkAnswer?: CheckAnswer | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of the contract that this one serves. */
    route?: AnyRoute;
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

const bearerShape = /^Bearer ([A-Za-z0-9_\-.~+/]{16,256}=*)$/i;
const bearerToken = (header: string | undefined): string | null =>
  header === undefined ? null : (bearerShape.exec(header)?.[1] ?? null);

/** A page of another origin may not make the browser change anything here, whatever cookies it holds. */
function refuseForeignPage(request: FastifyRequest, publicUrl: URL | null): void {
  if (request.method === 'GET') return;
  const { origin, host } = request.headers;
  const crossSite = request.headers['sec-fetch-site'] === 'cross-site';
  if (crossSite || !isOwnOrigin(origin, host, publicUrl)) {
    throw new Failure('foreignOrigin', 'Calls from pages of another origin are refused.');
  }
}

interface AdmitDeps extends RegisterDeps {
  limit: SessionLimit;
}

/** Before the body is read: origin, who calls, how often, and whether the route is for them. */
async function admit(route: AnyRoute, request: FastifyRequest, deps: AdmitDeps): Promise<void> {
  refuseForeignPage(request, deps.publicUrl);
  const token = bearerToken(request.headers.authorization);
  const isPoll = request.headers[pollHeader] !== undefined;
  const caller = token === null ? null : await deps.authenticate(token, { isPoll });
  if (caller) deps.limit.countCall(caller.sessionId);
  const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
  request.principal = caller && { ...caller, from };
  if (route.allow !== 'public' && !request.principal) {
    throw unauthenticated();
  }
  if (!mayCall(route, request.principal?.role ?? null)) {
    throw new Failure('forbidden', 'You are not authorized to do this.');
  }
  checkBodyKind(route, request);
}

/** Sends what a handler gave, by the route's outputKind; a file's name and type are the handler's to set. */
function sendOutput(
  route: AnyRoute,
  write: (output: unknown) => string,
  reply: FastifyReply,
  output: unknown,
) {
  if (reply.statusCode === 200 && route.successStatus) reply.code(route.successStatus);
  if (route.outputKind === 'file') return reply.send(output);
  if (route.outputKind === 'html') return reply.type('text/html; charset=utf-8').send(output);
  if (hasNoContent(route)) return reply.code(route.successStatus ?? 204).send();
  return reply.type('application/json; charset=utf-8').send(write(output));
}

/**
 * Makes `on`, which puts a handler on a route of the contract. Every call goes one way: origin, caller,
 * allow, body kind, parse, work, answer. Throws at start where a route is registered twice.
 */
export function makeOn(app: FastifyInstance, deps: RegisterDeps): On {
  const callsPerMinute = deps.sessionCallsPerMinute ?? httpLimits.sessionCallsPerMinute;
  const admitDeps = { ...deps, limit: sessionLimit(callsPerMinute) };
  const on = (route: AnyRoute, handler: (call: Call<AnyRoute>) => Promise<unknown>): void => {
    const parse = inputParser(route);
    const write = answerWriter(route);
    app.route({
      method: route.method,
      url: apiBase + route.path,
      config: { route },
      onRequest: (request) => admit(route, request, admitDeps),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (route.bodyKind === 'form' && request.isMultipart()) request.body = await readMultipart(request);
        const output = await handler({
          ...(parse(request) as Pick<Call<AnyRoute>, 'params' | 'query' | 'body'>),
          principal: request.principal as Principal,
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? null,
          requestId: request.id,
          request,
          reply,
        });
        return reply.sent ? reply : sendOutput(route, write, reply, output);
      },
    });
  };
  return on;
}
