import type { FastifyReply } from 'fastify';

/** Aborts when the connection of a call closes: what is worked out for it then has nobody who waits. */
export function callerGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
