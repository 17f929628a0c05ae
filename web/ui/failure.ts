/** The error pages of the rules S8. */
const errorStatuses = [400, 401, 403, 404, 500, 502, 503, 504] as const;

export interface ShownFailure {
  /** Null for what has no page of its own: no answer came, or one of another status. */
  status: (typeof errorStatuses)[number] | null;
  /** What support asks for. */
  requestId: string | undefined;
  isOffline: boolean;
  /** Keys of the texts 'errors' and 'states'. */
  words: { title: string; help?: string };
}

const tooMany = 429;
const ourFault = 500;

/** What of a thrown thing is shown: its status and request where it is an answer; everything unforeseen is a 500. */
export function readFailure(error: unknown): ShownFailure {
  const { status: answered, requestId } = (error ?? {}) as { status?: unknown; requestId?: unknown };
  const code = typeof answered === 'number' ? answered : ourFault;
  const status = errorStatuses.find((each) => each === code) ?? (code > ourFault ? ourFault : null);
  const shown = { status, requestId: typeof requestId === 'string' ? requestId : undefined };
  if (code === 0) {
    const words = { title: 'states:offline.title', help: 'states:offline.retryHelp' };
    return { ...shown, isOffline: true, words };
  }
  const words = status
    ? { title: `errors:page.${status}.title`, help: `errors:page.${status}.help` }
    : { title: 'states:error.title', ...(code === tooMany ? { help: 'errors:rateLimited' } : {}) };
  return { ...shown, isOffline: false, words };
}
