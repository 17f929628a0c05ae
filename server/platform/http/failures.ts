import { type ErrorBody, type ErrorCode, errorStatus } from '@mizan/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { Failure } from '../failure.ts';

const unavailableRetrySeconds = 2;

/** Fastify refuses some requests before a handler sees them. */
function refusedByServer(error: Partial<FastifyError>): Failure | null {
  if (typeof error.statusCode !== 'number' || error.statusCode >= 500) return null;
  if (error.statusCode === 413) return new Failure('tooLarge', 'The body is larger than this call takes.');
  if (error.statusCode === 404) return new Failure('notFound', 'There is nothing here.');
  return new Failure('badRequest', 'The body could not be read.');
}

/** Any thrown thing as a failure of the contract; what nobody meant to throw is 'internal'. */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDatabaseUnavailable(error)) {
    return new Failure('unavailable', 'The service is not available for the moment; try again.');
  }
  return (
    refusedByServer(error as Partial<FastifyError>) ??
    new Failure('internal', 'Something went wrong on our side.')
  );
}

/** Seconds until a limited caller may try again, where the failure says when. */
function retryAfterSeconds({ code, details }: Failure): number | null {
  if (code === 'unavailable') return unavailableRetrySeconds;
  const retryAt = details?.['retryAt'];
  if (code !== 'rateLimited' || typeof retryAt !== 'string') return null;
  return Math.max(1, Math.ceil((Date.parse(retryAt) - Date.now()) / 1000));
}

/** The 511 of sign-in carries its token beside code and message (rules S7); all else under details. */
function bodyOf(failure: Failure, requestId: string): ErrorBody {
  const { code, message, details } = failure;
  if (code === 'otpRequired') return { code, message, ...details };
  return { code, message, ...(details ? { details } : {}), requestId };
}

/** Writes a failure as the answer; faults of ours are logged with their stack, refusals are not. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error);
  if (failure.code === 'internal') request.log.error({ err: error }, 'a request failed');
  // What was refused on purpose is no news, and a flood of it is not to become a flood of stacks in the log.
  else if (failure.code === 'unavailable' && failure !== error) {
    request.log.warn({ err: error }, 'a request found no database');
  }
  const retryAfter = retryAfterSeconds(failure);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  if (failure.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(errorStatus[failure.code satisfies ErrorCode])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(failure, request.id)));
}
