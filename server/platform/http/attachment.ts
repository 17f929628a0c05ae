import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/**
 * A download under its name, also an Arabic one (RFC 6266, RFC 8187), with plain letters beside it for careless readers.
 * It is never shown under the portal's own address.
 */
export const asDownload = (
  reply: FastifyReply,
  { name, mediaType }: { name: string; mediaType: string },
): void => {
  const fallback = name.replaceAll(/[^\w.-]+/g, '_');
  reply.type(mediaType).header('content-disposition', create(name, { fallback }));
};
