import { pictureLimits } from '@mizan/contract/pictures.ts';
import { readJpeg } from './jpeg-picture.ts';
import type { Picture } from './picture.ts';
import { readPng } from './png-picture.ts';
import { readWebp } from './webp-picture.ts';

/**
 * Reads a picture by its content, whatever it is called: 'pictureInvalid' of what is no whole PNG, JPEG or WebP that stands
 * still, an SVG among them, which is a page and may hold a script. What is answered is the picture alone: what stood behind its
 * end and what programs wrote into it (texts, places, thumbnails) is left out, so that a file that is two things at once is
 * one of them afterwards (docs/decisions/0350-pictures-are-what-they-show.md). Pure.
 */
export function readPicture(
  content: Buffer,
): Picture | 'pictureInvalid' | 'pictureTooShort' | 'pictureTooLong' {
  const { sideMin, sideMax } = pictureLimits;
  const read = [readPng, readJpeg, readWebp]
    .map((each) => each(content, sideMax))
    .find((each) => each !== null);
  if (read === undefined || read === null) return 'pictureInvalid';
  if (read === 'sides') return 'pictureTooLong';
  if (read.width < sideMin || read.height < sideMin) return 'pictureTooShort';
  return read;
}
