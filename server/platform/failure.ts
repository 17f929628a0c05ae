import { type ErrorCode, type ErrorDetails, errorStatus } from '@mizan/contract/errors.ts';

/**
 * What a service throws when it refuses: a code of the contract, a sentence, and facts for the web's own
 * sentence. The HTTP layer turns it into an answer; everything else that is thrown is a fault of ours (500).
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string = code, details?: ErrorDetails) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** No session, or one that counts no more. */
export const unauthenticated = (): Failure =>
  new Failure('unauthenticated', 'Session expired, please login again.');

/** The one answer for what does not exist and for what belongs to somebody else. */
export const notFound = (): Failure =>
  new Failure('notFound', 'This does not exist, or you do not have access to it.');
