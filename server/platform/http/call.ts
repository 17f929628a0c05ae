import type { CalledWith } from '@mizan/contract/may.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import type { Role } from '@mizan/contract/roles.ts';
import type { Route, RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../audit/audit.ts';

/** Who calls, as the session, or what else they call with, says on this very request. */
export interface Principal extends CalledWith {
  readonly userId: string;
  readonly role: Role;
  /** What their rights are read by. */
  readonly teamRole: TeamRole;
  /** Null for an administrator alone. */
  readonly merchantId: string | null;
  /** The branch of a cashier or a branch manager, and a cashier's own terminal. */
  readonly branchId: string | null;
  readonly terminalId: string | null;
  readonly fullName: string;
  readonly email: string | null;
  readonly locale: 'en' | 'ar';
  /** When a password was last given in this session. */
  readonly authenticatedAt: Date;
  /** The number of the session, which stays where its token is renewed. */
  readonly sessionId: string;
  /** Who looks on, of a session that shows what this person sees and changes nothing: an owner, a manager, an administrator. */
  readonly viewer?: {
    readonly userId: string;
    readonly fullName: string;
    readonly role: Role;
    readonly until: Date;
  };
  /** Where this very call came from, for the audit log; absent where no call is behind it. */
  readonly from?: Origin;
}

/** A person of a merchant: what services of the merchant shell take. */
export interface Member extends Principal {
  readonly merchantId: string;
  readonly role: 'MERCHANT' | 'CASHIER';
}

type Caller<R> = R extends { allow: 'public' } ? Principal | null : Principal;

/** One call of a route: parsed input, the caller, and where it came from. */
export interface Call<R> extends RouteInput<R> {
  readonly principal: Caller<R>;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** For cookies, uploads and downloads; everything else reads the fields above. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** How a feature puts its handlers on routes; made by the HTTP layer, used by `<feature>.routes.ts`. */
export type On = <R extends Route>(route: R, handler: (call: Call<R>) => Promise<RouteOutput<R>>) => void;

/** The caller as a person of a merchant; routes that allow only merchant roles call this first. */
export function memberOf(call: { principal: Principal | null }): Member {
  const principal = call.principal;
  if (!principal || principal.merchantId === null || principal.role === 'ADMIN') {
    throw new Error('a route for merchants was called by somebody else: its allow is wrong');
  }
  return principal as Member;
}
