import { may } from '@mizan/contract/may.ts';
import { type RateClass, rateClasses } from '@mizan/contract/rate-classes.ts';
import { type AnyRoute, apiBase, pollHeader } from '@mizan/contract/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, unauthenticated } from '../failure.ts';
import { checkBodyKind, readMultipart } from './body.ts';
import type { Call, On, Principal } from './call.ts';
import { inputParser } from './input.ts';
import { isOwnOrigin } from './origin.ts';
import { answerWriter, hasNoContent } from './output.ts';
import { type SessionLimit, sessionLimit } from './session-limit.ts';

/** Says who a bearer token belongs to at this moment, or null. A poll does not count as activity. */
type Authenticate = (token: string, call: { isPoll: boolean }) => Promise<Principal | null>;

/** Sees every JSON answer of a route before it leaves; tests hold each one against the API document. */
export type CheckAnswer = (route: AnyRoute, status: number, body: unknown) => void;

export interface RegisterDeps {
  authenticate: Authenticate;
  publicUrl: URL | null;
  /** @throws Failure 'freshSignInNeeded' where the password was given too long ago. */
  requireFresh?: (caller: Principal) => void;
  /** Counts one more call of a class from an address. @throws Failure 'rateLimited' */
  countCall?: (rateClass: RateClass, ip: string) => Promise<void>;
  /** Of one session; the class 'sessionCalls' says how many where nobody else does. */
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

/**
 * Whether the route is for whoever calls: its role, its right, and a password given lately.
 * @throws Failure 'unauthenticated', 'forbidden', 'freshSignInNeeded'
 */
function guard(route: AnyRoute, caller: Principal | null, { requireFresh }: RegisterDeps): void {
  if (route.allow !== 'public' && !caller) throw unauthenticated();
  if (!may(caller, route)) throw new Failure('forbidden', 'You are not authorized to do this.');
  if (caller && route.freshSignIn === true) requireFresh?.(caller);
}

/** Before the body is read: origin, who calls, whether the route is for them, and how often it is called. */
async function admit(route: AnyRoute, request: FastifyRequest, deps: AdmitDeps): Promise<void> {
  refuseForeignPage(request, deps.publicUrl);
  const token = bearerToken(request.headers.authorization);
  const isPoll = request.headers[pollHeader] !== undefined;
  const caller = token === null ? null : await deps.authenticate(token, { isPoll });
  if (caller) deps.limit.countCall(caller.sessionId);
  const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
  request.principal = caller && { ...caller, from };
  guard(route, request.principal, deps);
  if (route.rateClass) await deps.countCall?.(route.rateClass, request.ip);
  checkBodyKind(route, request);
}

/** A guard that a route states is never left out because nobody wired it. */
function checkWiring(route: AnyRoute, { requireFresh, countCall }: RegisterDeps): void {
  const missing =
    (route.allow !== 'public' && !route.right && 'a right') ||
    (route.freshSignIn && !requireFresh && 'a check of its fresh sign-in') ||
    (route.rateClass && !countCall && 'a counter of its calls');
  if (missing) throw new Error(`the route ${route.id} lacks ${missing}`);
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
 * Makes `on`, which puts a handler on a route of the contract. Every call goes one way: origin, caller and the calls
 * of its session, allow, right, fresh sign-in, rate class, body kind, parse, work, answer. Throws at start where a
 * route is registered twice, or states a guard that nobody wired.
 */
export function makeOn(app: FastifyInstance, deps: RegisterDeps): On {
  const callsPerMinute = deps.sessionCallsPerMinute ?? rateClasses.sessionCalls.most;
  const admitDeps = { ...deps, limit: sessionLimit(callsPerMinute) };
  const on = (route: AnyRoute, handler: (call: Call<AnyRoute>) => Promise<unknown>): void => {
    checkWiring(route, deps);
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
