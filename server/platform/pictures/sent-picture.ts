import type { PictureType } from '@mizan/contract/pictures.ts';
import type { FastifyReply } from 'fastify';
import { asDownload } from '../http/attachment.ts';

const endings: Readonly<Record<PictureType, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
};
const yearSeconds = 365 * 24 * 3600;

/** The name of a file of this kind. */
const pictureName = (name: string, mediaType: PictureType): string => name + endings[mediaType];

/**
 * Answers a picture: of the kind that its content was found to be, under no other, and kept by the browser of whoever asked, not
 * by anybody between. Its address names its content, so it never changes.
 */
export function sendPicture(
  reply: FastifyReply,
  name: string,
  { mediaType, content }: { mediaType: PictureType; content: Buffer },
): Buffer {
  asDownload(reply, { name: pictureName(name, mediaType), mediaType });
  reply.header('cache-control', `private, max-age=${yearSeconds}, immutable`);
  return content;
}
