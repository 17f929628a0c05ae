import * as z from 'zod';

/**
 * Pictures that people bring: the logo of a business, and what a model of terminals looks like
 * (docs/decisions/0350-pictures-are-what-they-show.md).
 */
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** As a picture is kept; a larger one is drawn smaller before it is sent (web/platform/picture.ts). */
export const pictureLimits = { bytes: 512 * 1024, sideMin: 16, sideMax: 1024 } as const;

/** Why one is refused, beside its size in bytes: no whole picture of these kinds, a side that is too short or too long, malware, or not looked at. */
export const pictureRefusals = [
  'pictureInvalid',
  'pictureTooLarge',
  'pictureTooShort',
  'pictureTooLong',
  'pictureInfected',
  'pictureUnchecked',
] as const;
export type PictureRefusal = (typeof pictureRefusals)[number];

/** Names the content: another picture has another one, so what was fetched once is good for ever. */
export const pictureVersion = z.string().regex(/^[0-9a-f]{16}$/);
