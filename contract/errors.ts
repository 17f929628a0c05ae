import * as z from 'zod';

/**
 * Every error code that a route may answer, with its HTTP status. `message` on the wire is English prose
 * for logs and for clients without a translation; the web shows `errors.<code>` where it has such a key.
 */
export const errorStatus = {
  badRequest: 400,
  invalidToken: 400,
  incorrectOtp: 400,
  passkeyRefused: 400,
  unauthenticated: 401,
  incorrectCredentials: 401,
  accountRefused: 403,
  forbidden: 403,
  freshSignInNeeded: 403,
  foreignOrigin: 403,
  switchedOff: 403,
  notFound: 404,
  conflict: 409,
  paymentLocked: 409,
  terminalBusy: 409,
  suspended: 409,
  paymentConflict: 409,
  tooLateToCancel: 409,
  bankFileRunning: 409,
  bankFileNotReady: 409,
  tooLarge: 413,
  unreadableFile: 422,
  readingsOpen: 422,
  rateLimited: 429,
  otpRequired: 511,
  internal: 500,
  unavailable: 503,
  storageFull: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;
const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** What can go wrong with any route, whatever it declares. */
export const commonErrors = [
  'badRequest',
  'rateLimited',
  'internal',
  'unavailable',
] as const satisfies ErrorCode[];

/** The body of every answer that is no success, but for the 511 of sign-in. */
export const errorBody = z.object({
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  /** Facts for the sentence the web shows: a time, an amount, a field. Never a secret. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
export type ErrorDetails = NonNullable<ErrorBody['details']>;

/** The messages of rules S8, verbatim, keyed as the web's texts are; the last is ours (docs/decisions/0205-closing-an-account.md). */
export const signInMessages = {
  incorrect: 'Incorrect username or password',
  emailNotVerified: 'Email is not verified',
  accountDeactivated: 'Account deactivated',
  accountPending:
    'Account is pending for activation, please wait for activation or contact support for more assistance.',
  accountRejected: 'Your registration has been rejected, please contact support for more assistance.',
  branchDeactivated: 'Account branch deactivated',
  accountClosed: 'Account closed by its owner',
} as const;
/**
 * Why an account is refused although its password was right: `details.reason` of 'accountRefused', by which screens and
 * records know it. Nobody compares the sentence.
 */
export type AccountRefusal = Exclude<keyof typeof signInMessages, 'incorrect'>;
export const incorrectOtpMessage = 'Incorrect OTP';
export const invalidTokenMessage = 'Invalid or expiered token';
