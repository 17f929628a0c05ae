import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { FeatureSwitch } from './feature-switches.ts';
import type { RateClass } from './rate-classes.ts';
import type { Right } from './rights.ts';
import type { Role } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Every call of the portal's own web stands under this path (rules S7). */
export const apiBase = '/api/v1';

/**
 * Set on a call that no person caused (a poll, a live refresh of a window nobody touches): it is no activity
 * and keeps no session alive (rules D7).
 */
export const pollHeader = 'x-mizan-poll';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: everyone, or a signed-in person of one of these roles. There is no default. */
export type Allow = 'public' | readonly [Role, ...Role[]];

/** How a body travels. 'upload' is one file as it is (application/octet-stream), read as a stream. */
export type BodyKind = 'json' | 'form' | 'upload';

/** How an answer travels. 'file' is a download, 'html' a page: both are sent by the handler as text or stream. */
type OutputKind = 'json' | 'file' | 'html';

/**
 * What makes it safe to call a route once more. `clientId` names the field of the body that carries an id which the
 * caller made for this one attempt: the same id again answers with what the first call made. 'natural': once it is
 * done, a repeat changes nothing more, or is refused. 'none': each call does it anew.
 */
export type Idempotency = { readonly clientId: string } | 'natural' | 'none';

type Schema = z.ZodType;

/**
 * A route as one data object. The server registers it, the web's client calls it, the menu and the page
 * guards read its `allow`, and the OpenAPI document is written from it: nobody says any of this twice.
 */
export interface Route<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  O extends Schema = Schema,
> {
  /** feature.action, unique: 'transactions.list'. */
  readonly id: string;
  readonly method: Method;
  /** Below apiBase, with ':name' for a path parameter. */
  readonly path: `/${string}`;
  readonly allow: Allow;
  /** What the caller must have the right to; every route names one that is not public. */
  readonly right?: Right;
  /**
   * True where the password (or a passkey) must have been given within the last minutes. 'byInput' where that
   * depends on what is asked for and on what is kept: there alone the service asks for it.
   */
  readonly freshSignIn?: true | 'byInput';
  /** What a key of an integrator needs; without one no key may call it. */
  readonly scope?: Scope;
  /**
   * Also for a key of test mode: it answers and changes rows of `terminals` and `transactions` alone, which the database holds
   * to test terminals (docs/decisions/0200-test-terminals-and-test-keys.md).
   */
  readonly inTestMode?: true;
  /** A call of integrations: the tokens of POST /auth/login reach these and no other (decision 0108). */
  readonly forIntegrations?: true;
  /** Of a change: also for whoever looks on as somebody else, who may change nothing beside (docs/decisions/0131-looking-on.md). */
  readonly whileLookingOn?: true;
  /** Named by every route that changes something, whatever its method. */
  readonly idempotency?: Idempotency;
  /** What administrators may switch off, and this with it. */
  readonly switchedBy?: FeatureSwitch;
  /** How often one address may call it. */
  readonly rateClass?: RateClass;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly bodyKind?: BodyKind;
  /** A call that fits the schemas: in the OpenAPI document, and for the walk over all routes. */
  readonly example?: {
    readonly params?: z.input<P>;
    readonly query?: z.input<Q>;
    readonly body?: z.input<B>;
  };
  readonly output: O;
  readonly outputKind?: OutputKind;
  /** The status of a success where it is not 200. */
  readonly successStatus?: number;
  /** What the route may answer besides `commonErrors` and what its guards refuse with. */
  readonly errors: readonly ErrorCode[];
}

/** A route whose schemas are of no concern to the reader: for walks over all of them. */
export type AnyRoute = Route<Schema, Schema, Schema, Schema>;

/** A route that is not public does not compile without its right. */
type Guarded =
  | { readonly allow: 'public' }
  | { readonly allow: Exclude<Allow, 'public'>; readonly right: Right };

/** Gives a route its exact types; it changes nothing, so a route stays plain data. */
export function defineRoute<
  P extends Schema = z.ZodUndefined,
  Q extends Schema = z.ZodUndefined,
  B extends Schema = z.ZodUndefined,
  O extends Schema = z.ZodUndefined,
>(route: Route<P, Q, B, O> & Guarded): Route<P, Q, B, O> {
  return route;
}

type In<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.input<S> : undefined;
type Out<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : undefined;

/** What a caller gives: the schemas' input side (before defaults and coercion). */
export type RouteArgs<R> =
  R extends Route<infer P, infer Q, infer B, Schema>
    ? Part<'params', In<P>> & Part<'query', In<Q>> & Part<'body', In<B>>
    : never;
type Part<K extends string, T> = [T] extends [undefined]
  ? { [key in K]?: undefined }
  : undefined extends T
    ? { [key in K]?: T }
    : { [key in K]: T };

/** What a handler reads: the schemas' output side (parsed, with defaults). */
export interface RouteInput<R> {
  params: R extends Route<infer P, Schema, Schema, Schema> ? Out<P> : never;
  query: R extends Route<Schema, infer Q, Schema, Schema> ? Out<Q> : never;
  body: R extends Route<Schema, Schema, infer B, Schema> ? Out<B> : never;
}

/** What a handler gives and a caller reads. */
export type RouteOutput<R> = R extends Route<Schema, Schema, Schema, infer O> ? z.output<O> : never;

/** Whether a call may leave anything behind: most routes that are not asked by GET, and any that says what a repeat does. */
export const changes = ({ method, idempotency }: Pick<AnyRoute, 'method' | 'idempotency'>): boolean =>
  method !== 'GET' || idempotency !== undefined;

/** The path below the origin with its parameters filled in, each one encoded. */
export function pathOf(route: { path: string }, params: Record<string, unknown> = {}): string {
  const filled = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the path ${route.path} wants ${name}`);
    return encodeURIComponent(String(value));
  });
  return apiBase + filled;
}
