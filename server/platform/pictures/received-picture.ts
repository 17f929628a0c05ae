import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@mizan/contract/errors.ts';
import { type PictureRefusal, pictureLimits } from '@mizan/contract/pictures.ts';
import { Failure } from '../failure.ts';
import { readUpTo } from '../scanner/read-up-to.ts';
import type { VirusScanner } from '../scanner/virus-scanner.ts';
import type { Picture } from './picture.ts';
import { readPicture } from './picture-file.ts';

/** A picture as it is kept: `version` is of its content, so that another picture has another address. */
export interface KeptPicture extends Pick<Picture, 'mediaType' | 'content'> {
  version: string;
}

const versionChars = 16;

function refused(code: ErrorCode, reason: PictureRefusal, message: string): Failure {
  const { bytes, sideMin, sideMax } = pictureLimits;
  return new Failure(code, message, { reason, maxBytes: bytes, sideMin, sideMax });
}

/** Where a scanner is set, what it did not call clean is not kept: neither malware nor what it could not see. */
async function refuseUnclean(scanner: VirusScanner | null, content: Buffer): Promise<void> {
  const verdict = scanner === null ? 'clean' : await scanner.scan(content);
  if (verdict === 'infected')
    throw refused('unreadableFile', 'pictureInfected', 'The scanner found malware in this file.');
  if (verdict === 'unchecked')
    throw refused('unavailable', 'pictureUnchecked', 'Pictures cannot be scanned for the moment.');
}

/**
 * Reads a picture that somebody sent, tells by its content what it is, and has it scanned as it came; what is kept is the
 * picture alone. @throws Failure 'tooLarge', 'unreadableFile' for what is no whole PNG, JPEG or WebP of the sides that we take,
 * and for malware, 'unavailable' while the scanner is
 */
export async function receivePicture(body: Readable, scanner: VirusScanner | null): Promise<KeptPicture> {
  const sent = await readUpTo(body, pictureLimits.bytes);
  if (sent === null)
    throw refused('tooLarge', 'pictureTooLarge', `A picture has at most ${pictureLimits.bytes} bytes.`);
  const read = readPicture(sent);
  if (read === 'pictureInvalid')
    throw refused('unreadableFile', read, 'Only whole PNG, JPEG and WebP pictures are accepted.');
  if (read === 'pictureTooShort' || read === 'pictureTooLong') {
    const { sideMin, sideMax } = pictureLimits;
    throw refused('unreadableFile', read, `Each side of a picture has ${sideMin} to ${sideMax} pixels.`);
  }
  await refuseUnclean(scanner, sent);
  const { mediaType, content } = read;
  const version = createHash('sha256').update(content).digest('hex').slice(0, versionChars);
  return { mediaType, content, version };
}
