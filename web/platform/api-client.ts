import type { ErrorBody, ErrorCode, ErrorDetails } from '@mizan/contract/errors.ts';
import { type AnyRoute, pathOf, type RouteArgs, type RouteOutput } from '@mizan/contract/route.ts';
import { presenceHeaders } from './activity.ts';
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers.ts';
import { askFreshSignIn } from './fresh-sign-in.ts';
import { doubt, heard, isReachable, lineSignal, lineTimes } from './line.ts';
import { endSession, readSession, watchSession, whenSignedInAgain } from './session.store.ts';

watchSession(dropEarlyAnswers);

/**
 * What the server says went wrong, and two of the browser's own: no answer came at all ('network'), or a change was
 * refused because the session had ended, and its owner has signed in again since ('signedInAgain').
 */
export type FailureCode = ErrorCode | 'network' | 'signedInAgain';

/** An answer that is no success. `status` 0: no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly details: ErrorDetails;
  readonly requestId: string | undefined;
  /** The whole answer: the 511 of sign-in carries its token beside the usual fields. */
  readonly answer: Record<string, unknown>;

  constructor(status: number, code: FailureCode, message: string, answer: Record<string, unknown>) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.answer = answer;
    this.details = (answer['details'] as ErrorDetails | undefined) ?? {};
    this.requestId = answer['requestId'] as string | undefined;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** Which of a route's reasons the portal refused for; null where it was something else, or said none. */
export function reasonOf(error: unknown): string | null {
  const reason = isApiError(error) ? error.details['reason'] : undefined;
  return typeof reason === 'string' ? reason : null;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
}
interface AnyArgs {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** '?a=1&b=2&b=3' from a query's fields; what is undefined, null or empty stays out, a list repeats its name. */
export function queryText(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function encodeBody(route: AnyRoute, body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {};
  if (route.bodyKind === 'form') return { body: new URLSearchParams(body as Record<string, string>) };
  if (route.bodyKind === 'upload') return { body: body as Blob, type: 'application/octet-stream' };
  return { body: JSON.stringify(body), type: 'application/json' };
}

export function authorization(): Record<string, string> {
  const session = readSession();
  return session ? { Authorization: `Bearer ${session.accessToken}` } : {};
}

/** What a call was sent with, so that its refusal is held against that session and no later one. */
export const sentToken = (): string | null => readSession()?.accessToken ?? null;

/**
 * Turns what is no success into an ApiError; a 401 on a guarded route also ends the session that it was `sentWith`,
 * flagged, unless it only says that a password given once more was wrong. Whoever signed in meanwhile stays.
 */
export function failure(
  route: AnyRoute,
  { status, text, sentWith }: { status: number; text: string; sentWith: string | null },
): ApiError {
  const answer = readJson(text);
  const error = new ApiError(
    status,
    (answer['code'] as ErrorCode | undefined) ?? 'internal',
    (answer['message'] as ErrorBody['message'] | undefined) ?? `HTTP ${status}`,
    answer,
  );
  const isOver = status === 401 && error.code !== 'incorrectCredentials';
  const isOfThisSession = sentWith !== null && sentWith === sentToken();
  if (isOver && route.allow !== 'public' && isOfThisSession) endSession({ flagged: true });
  return error;
}

function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // A proxy's own page: the status says enough.
  }
}

/** No answer came. Network errors are only logged (rules S8); the caller shows its own state. */
export function networkFailure(route: AnyRoute, cause: unknown): ApiError {
  console.error('network error', route.id, cause);
  void doubt();
  return new ApiError(0, 'network', 'network error', {});
}

/**
 * A change is sent only where somebody is there to take it: into a line that is lost it would go out now and arrive
 * at some later moment, unseen. What is refused here was certainly not sent.
 * @throws ApiError 'network', with the detail `unsent`
 */
export async function requireLine(route: AnyRoute): Promise<void> {
  if (route.method === 'GET' || (isReachable() && navigator.onLine)) return;
  if (await doubt()) return;
  console.error('network error', route.id, 'the portal cannot be reached');
  throw new ApiError(0, 'network', 'network error', { details: { unsent: true } });
}

/** What a gateway says where nobody is behind it is no sign of the portal. */
export function hearAnswer(status: number): void {
  if (status !== 502 && status !== 504) heard();
}

/** The answer read to its end, so that the loss of the line ends a call that hangs in the middle of it, too. */
async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response;
  const body = await response.blob();
  return new Response(status === 204 ? null : body, { status, headers });
}

/** `isLong`: the answer may take minutes, and is read by whoever asked. */
async function send(
  route: AnyRoute,
  args: AnyArgs,
  options: CallOptions & { isLong?: boolean },
): Promise<Response> {
  const { body, type } = encodeBody(route, args.body);
  // Before anything is waited for: a logout is sent with the token that it ends.
  const headers = {
    Accept: 'application/json',
    ...(type ? { 'Content-Type': type } : {}),
    ...(route.method === 'GET' ? presenceHeaders() : {}),
    ...authorization(),
  };
  await requireLine(route);
  const patienceMs = options.isLong && route.method === 'GET' ? lineTimes.fileMs : 0;
  const line = lineSignal(options.signal, { patienceMs });
  try {
    const address = pathOf(route, args.params) + queryText(args.query);
    const early = route.method === 'GET' ? takeEarlyAnswer(address) : undefined;
    const answered = early && (await early);
    if (answered) return answered;
    const response = await fetch(address, {
      method: route.method,
      headers,
      credentials: 'include',
      ...(body === undefined ? {} : { body }),
      signal: line.signal,
    });
    hearAnswer(response.status);
    return options.isLong ? response : await readWhole(response);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw networkFailure(route, cause);
  } finally {
    line.release();
  }
}

/** Whether the page's owner has signed in again since a call was refused; waits for it where the page stands. */
async function isSignedInAgain(route: AnyRoute, error: ApiError, sentWith: string | null): Promise<boolean> {
  if (error.status !== 401 || route.allow === 'public') return false;
  if (await whenSignedInAgain()) return true;
  // The refusal came late: somebody had signed in again by then, and the page stands released.
  return sentToken() !== null && sentToken() !== sentWith;
}

/**
 * A refused change is told as what it is once its person is back: it was not carried out, and the form that stands
 * there with it can be sent. That is left to them, who may have changed their mind by then.
 */
export async function refusedChange(
  route: AnyRoute,
  error: ApiError,
  sentWith: string | null,
): Promise<ApiError> {
  if (!(await isSignedInAgain(route, error, sentWith))) return error;
  return new ApiError(error.status, 'signedInAgain', error.message, error.answer);
}

/**
 * Whether a refused call may be sent once more: the password was given, or, for what only reads, its page's owner has
 * signed in again.
 */
async function isAnsweredFor(route: AnyRoute, error: ApiError, sentWith: string | null): Promise<boolean> {
  if (error.code === 'freshSignInNeeded') return askFreshSignIn();
  return route.method === 'GET' && isSignedInAgain(route, error, sentWith);
}

/** Sends a call, and once more where what it was refused for has been answered. */
async function sendFresh(
  route: AnyRoute,
  args: AnyArgs,
  options: CallOptions & { isLong?: boolean },
): Promise<Response> {
  const sentWith = sentToken();
  const response = await send(route, args, options);
  if (response.ok) return response;
  const error = failure(route, { status: response.status, text: await response.text(), sentWith });
  if (!(await isAnsweredFor(route, error, sentWith))) {
    throw route.method === 'GET' ? error : await refusedChange(route, error, sentWith);
  }
  const sentAgainWith = sentToken();
  const again = await send(route, args, options);
  if (again.ok) return again;
  throw failure(route, { status: again.status, text: await again.text(), sentWith: sentAgainWith });
}

/**
 * Calls a route of the contract and answers its output. The server validates both sides against the same
 * schemas, so the answer is not parsed again here.
 * @throws ApiError for every answer that is no success, and for none at all.
 */
export async function call<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
  options: CallOptions = {},
): Promise<RouteOutput<R>> {
  const response = await sendFresh(route, args as AnyArgs, options);
  if (response.status === 204) return undefined as RouteOutput<R>;
  if (route.outputKind === 'html') return (await response.text()) as RouteOutput<R>;
  return (await response.json()) as RouteOutput<R>;
}

/** Calls a route that answers a file which the page itself shows. @throws ApiError as `call` does */
export async function fetchFile(route: AnyRoute, args: AnyArgs, options: CallOptions): Promise<Blob> {
  return (await sendFresh(route, args, options)).blob();
}

/** The name of a download: as it was given where that is said (RFC 8187), else the plain one, quoted or not. */
export function fileNameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename=(?:"([^"]+)"|([^;\s]+))/i.exec(disposition)?.slice(1).find(Boolean);
}

/** A browser may fetch what its link names only after the click. */
const fetchedWithinMs = 60_000;

/** Calls a route that answers a file and hands it to the browser as a download under its own name. */
export async function download<R extends AnyRoute>(route: R, args: RouteArgs<R>): Promise<void> {
  const response = await sendFresh(route, args as AnyArgs, { isLong: true });
  const name = fileNameIn(response.headers.get('content-disposition') ?? '');
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? route.id;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), fetchedWithinMs);
}
