/** Said where the job queue does not begin in time. */
export const queueLateMessage = 'the job queue could not begin';

/** Messages of `pg` itself, which carry no code. */
const lostMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  // A statement, or a sign-in at the database, that was never answered.
  'Query read timeout',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  // The job queue's, which swallows why: it waited for the database in vain.
  queueLateMessage,
];
const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** Class 08 connection, 57P shutdown and start-up, 53 resources, and statements that gave way to others. */
const passingStates = /^(?:08|57P|53)|^(?:40001|40P01|55P03|57014)$/;

/**
 * Whether an error says that the database is away, starting, full or busy for now, so that the same call may
 * succeed in a moment: the caller answers 503 or tries again, and nothing is wrong with the code.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = (error as Error & { code?: unknown }).code;
  if (typeof code === 'string' && (lostCodes.has(code) || passingStates.test(code))) return true;
  if (lostMessages.some((message) => error.message.startsWith(message))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}
