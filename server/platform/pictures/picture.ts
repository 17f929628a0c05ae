import type { PictureType } from '@mizan/contract/pictures.ts';

/** A picture that others will look at, and nothing beside it. */
export interface Picture {
  mediaType: PictureType;
  content: Buffer;
  width: number;
  height: number;
}
