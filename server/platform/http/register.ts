import { type FeatureSwitch, softwareSwitches } from '@mizan/contract/feature-switches.ts';
import { idempotencyHeader } from '@mizan/contract/integrator-keys.ts';
import { isForLookingOn, may, reaches } from '@mizan/contract/may.ts';
import { successStatusOf } from '@mizan/contract/openapi.ts';
import { type RateClass, rateClasses } from '@mizan/contract/rate-classes.ts';
import { type AnyRoute, apiBase, changes, pollHeader } from '@mizan/contract/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Mode, withinBranch, withinMode } from '../database/database.ts';
import { Failure, unauthenticated } from '../failure.ts';
import { checkBodyKind, readMultipart } from './body.ts';
import type { Call, On, Principal } from './call.ts';
import { inputParser, type ParsedInput } from './input.ts';
import { isOwnOrigin } from './origin.ts';
import { answerWriter, hasNoContent } from './output.ts';
import { type SessionLimit, sessionLimit } from './session-limit.ts';

/** Says who a bearer token belongs to at this moment, or null. A poll does not count as activity. */
type Authenticate = (token: string, call: { isPoll: boolean }) => Promise<Principal | null>;

/** Sees every JSON answer of a route before it leaves; tests hold each one against the API document. */
export type CheckAnswer = (route: AnyRoute, status: number, body: unknown) => void;

/** An answer as it leaves: its status and its JSON text, empty where there is none. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Does a change that a key asks for once for each Idempotency-Key, and answers a repeat with the first answer. */
export type Once = (
  asked: { caller: Principal; routeId: string; idempotencyKey: string; input: unknown },
  work: () => Promise<Answered>,
) => Promise<Answered>;

export interface RegisterDeps {
  authenticate: Authenticate;
  publicUrl: URL | null;
  /** @throws Failure 'freshSignInNeeded' where the password was given too long ago. */
  requireFresh?: (caller: Principal) => void;
  /** @throws Failure 'switchedOff' where administrators have switched it off. */
  requireOn?: (feature: FeatureSwitch) => Promise<void>;
  /** Counts one more call of a class from an address. @throws Failure 'rateLimited' */
  countCall?: (rateClass: RateClass, ip: string) => Promise<void>;
  /** Where there are keys. */
  once?: Once;
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
 * Whether the route is for whoever calls: what they call with, its role, its right, and a password given lately, which
 * is asked of people: software has none to give once more.
 * @throws Failure 'unauthenticated', 'forbidden', 'freshSignInNeeded'
 */
function guard(route: AnyRoute, caller: Principal | null, { requireFresh }: RegisterDeps): void {
  if (route.allow !== 'public' && !caller) throw unauthenticated();
  if (!may(caller, route)) throw new Failure('forbidden', 'You are not authorized to do this.');
  if (!caller || route.allow === 'public') return;
  if (!reaches(caller, route)) {
    const whose = caller.key?.isTest
      ? 'A test key reaches test terminals and their payments'
      : caller.through === 'key'
        ? 'A key reaches what its scopes say'
        : 'This token reaches the calls of integrations';
    throw new Failure('forbidden', `${whose}, and nothing else.`);
  }
  if (caller.viewer && !isForLookingOn(route)) {
    const why = changes(route) ? 'nothing can be changed' : 'this asks for their own sign-in';
    throw new Failure('forbidden', `You are looking on as somebody else: ${why}.`);
  }
  if (route.freshSignIn === true && caller.through === undefined) requireFresh?.(caller);
}

/** Whether the call depends on what administrators may switch off; some of it is refused to software alone. */
const isSwitched = (
  route: AnyRoute,
  caller: Principal | null,
): route is AnyRoute & { switchedBy: FeatureSwitch } =>
  route.switchedBy !== undefined &&
  (caller?.through !== undefined || !softwareSwitches.includes(route.switchedBy));

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
  if (isSwitched(route, request.principal)) await deps.requireOn?.(route.switchedBy);
  if (route.rateClass) await deps.countCall?.(route.rateClass, request.ip);
  checkBodyKind(route, request);
}

/** A guard that a route states is never left out because nobody wired it. */
function checkWiring(route: AnyRoute, { requireFresh, requireOn, countCall }: RegisterDeps): void {
  const missing =
    (route.allow !== 'public' && !route.right && 'a right') ||
    (route.freshSignIn && !requireFresh && 'a check of its fresh sign-in') ||
    (route.switchedBy && !requireOn && 'a switch') ||
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

/** A key sees what its mode says, and what signed in for a merchant's systems no tests: neither could mark them. */
function modeOf(caller: Principal | null): Mode | null {
  if (caller?.through === 'key') return caller.key?.isTest ? 'test' : 'live';
  return caller?.through === 'integration' && caller.role === 'MERCHANT' ? 'live' : null;
}

/** What whoever calls may see of the merchant's rows, whatever is asked. */
function narrowed<T>(caller: Principal | null, work: () => T): T {
  const mode = modeOf(caller);
  return ofOwnBranch(caller, mode === null ? work : () => withinMode(mode, work));
}

/** A branch manager sees the rows of the own branch alone; one without a branch would see all. */
function ofOwnBranch<T>(caller: Principal | null, work: () => T): T {
  if (caller?.teamRole !== 'branchManager') return work();
  if (caller.branchId === null)
    throw new Failure('forbidden', 'A branch manager without a branch sees nothing.');
  return withinBranch(caller.branchId, work);
}

const callOf = (input: ParsedInput, request: FastifyRequest, reply: FastifyReply): Call<AnyRoute> => ({
  ...(input as Pick<Call<AnyRoute>, 'params' | 'query' | 'body'>),
  principal: request.principal as Principal,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  requestId: request.id,
  request,
  reply,
});

/**
 * A key says with every change which one it is. What signed in for a merchant's systems may: the calls of this market know no
 * such header. Where the body has an id of its own, that id answers a repeat, with how it ended since.
 */
function isDoneOnce(route: AnyRoute, { principal, headers }: FastifyRequest): boolean {
  if (route.method === 'GET') return false;
  if (principal?.through === 'key') return true;
  const hasOwnId = typeof route.idempotency === 'object';
  return principal?.through === 'integration' && !hasOwnId && headers[idempotencyHeader] !== undefined;
}

const idempotencyShape = /^[\x21-\x7e]{1,200}$/;

/** @throws Failure 'badRequest' where a key asks for a change without saying which one it is, or says it in no form that is kept */
function doOnce(
  { once }: RegisterDeps,
  route: AnyRoute,
  { request, input }: { request: FastifyRequest; input: ParsedInput },
  work: () => Promise<Answered>,
): Promise<Answered> {
  const idempotencyKey = request.headers[idempotencyHeader];
  if (typeof idempotencyKey !== 'string' || !idempotencyShape.test(idempotencyKey)) {
    throw new Failure(
      'badRequest',
      'Send an Idempotency-Key with every change that a key makes: 1 to 200 visible ASCII characters.',
    );
  }
  const caller = request.principal;
  if (!once || !caller) throw new Error('there are no keys where nothing keeps their requests');
  // An upload is a stream that nobody has read yet: it is told by its path and query alone.
  const told = route.bodyKind === 'upload' ? { ...input, body: null } : input;
  return once({ caller, routeId: route.id, idempotencyKey, input: told }, work);
}

function sendAnswered(reply: FastifyReply, { status, text }: Answered) {
  if (text === '') return reply.code(status).send();
  return reply.code(status).type('application/json; charset=utf-8').send(text);
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
        const input = parse(request);
        const run = () => narrowed(request.principal, () => handler(callOf(input, request, reply)));
        if (isDoneOnce(route, request)) {
          const answered = await doOnce(deps, route, { request, input }, async () => {
            const output = await run();
            return { status: successStatusOf(route), text: hasNoContent(route) ? '' : write(output) };
          });
          return sendAnswered(reply, answered);
        }
        const output = await run();
        return reply.sent ? reply : sendOutput(route, write, reply, output);
      },
    });
  };
  return on;
}
