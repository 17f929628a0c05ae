import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** A download under its name, also an Arabic one (RFC 6266, RFC 8187): never shown under the portal's own address. */
export const asDownload = (reply: FastifyReply, file: { name: string; mediaType: string }): FastifyReply =>
  reply.type(file.mediaType).header('content-disposition', create(file.name));
