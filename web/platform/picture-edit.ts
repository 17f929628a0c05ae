import { type PictureRefusal, pictureLimits, pictureRefusals } from '@mizan/contract/pictures.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { useTranslation } from 'react-i18next';
import { reasonOf } from './api-client.ts';
import { type Command, useCommand } from './command.ts';
import { formatNumber } from './formats.ts';

/** What a photograph is packed as where a PNG of it is too large. */
const photograph = { type: 'image/jpeg', quality: 0.9 } as const;

/**
 * A picture as the portal takes it: upright, and no larger than it may be. What cannot be drawn here is sent as it is, so that the
 * portal says what it is.
 */
async function preparePicture(file: Blob): Promise<Blob> {
  const drawn = await createImageBitmap(file).catch(() => null);
  if (!drawn) return file;
  const { bytes, sideMax } = pictureLimits;
  const scale = Math.min(1, sideMax / Math.max(drawn.width, drawn.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(drawn.width * scale));
  canvas.height = Math.max(1, Math.round(drawn.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  drawn.close();
  const packed = (type: string, quality?: number): Promise<Blob | null> =>
    new Promise((resolve) => canvas.toBlob(resolve, type, quality));
  const plain = await packed('image/png');
  if (plain && plain.size <= bytes) return plain;
  // Whatever lets the ground through stands on white: a photograph has no such places.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return (await packed(photograph.type, photograph.quality)) ?? file;
}

interface Edited {
  send: (picture: Blob) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** What stands there now, so that it can be put back. */
  shown: Blob | null;
  changes: readonly AnyRoute[];
}
export interface PictureEdit {
  set: Command<Blob>;
  remove: Command<null>;
}

const isRefusal = (reason: string | null): reason is PictureRefusal =>
  pictureRefusals.some((each) => each === reason);

/** Sets, replaces and removes a picture; each is taken back with what the page still has. */
export function usePictureEdit({ send, remove, shown, changes }: Edited): PictureEdit {
  const { t } = useTranslation('picture');
  const refusal = (error: unknown): string | undefined => {
    const reason = reasonOf(error);
    const limits = { min: formatNumber(pictureLimits.sideMin), max: formatNumber(pictureLimits.sideMax) };
    return isRefusal(reason) ? t(`picture:refused.${reason}`, limits) : undefined;
  };
  const before = (): Promise<unknown> => (shown ? send(shown) : remove());
  return {
    set: useCommand(async (file: Blob) => send(await preparePicture(file)), {
      changes,
      refusal,
      done: () => t('picture:saved'),
      undo: () => before,
    }),
    remove: useCommand<null, unknown>(remove, {
      changes,
      refusal,
      done: () => t('picture:removed'),
      undo: () => before,
    }),
  };
}
