import type { Readable } from 'node:stream';
import type { setModelPicture } from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { type KeptPicture, receivePicture } from '../../platform/pictures/received-picture.ts';
import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import { lockPictureVersion, selectPicture, storePicture } from './model-picture.queries.ts';
import type { ModelDeps } from './models.deps.ts';

/** Pictures of models (docs/decisions/0350-pictures-are-what-they-show.md). */

type Answer = RouteOutput<typeof setModelPicture>;

/** What changes nothing is not written down. */
const keep = (
  { db, clock }: ModelDeps,
  actor: Principal,
  id: string,
  picture: KeptPicture | null,
): Promise<Answer> =>
  inPlatform(db, async (tx) => {
    const was = await lockPictureVersion(tx, id);
    if (!was) throw notFound();
    const pictureVersion = picture?.version ?? null;
    if (was.version === pictureVersion) return { pictureVersion };
    await storePicture(tx, id, picture);
    const told = { at: clock.now(), about: { type: 'model', id } } as const;
    await (picture
      ? happened(tx, actor, {
          ...told,
          fact: 'models.pictureSet',
          params: { sizeBytes: picture.content.length },
        })
      : happened(tx, actor, { ...told, fact: 'models.pictureRemoved' }));
    return { pictureVersion };
  });

/** Takes a picture in the place of the one before. @throws Failure 'notFound', and as receivePicture does */
export async function setPictureOf(
  deps: ModelDeps & { scanner: VirusScanner | null },
  actor: Principal,
  id: string,
  body: Readable,
): Promise<Answer> {
  return keep(deps, actor, id, await receivePicture(body, deps.scanner));
}

/** @throws Failure 'notFound' */
export const removePictureOf = (deps: ModelDeps, actor: Principal, id: string): Promise<Answer> =>
  keep(deps, actor, id, null);

/** The picture of this version. @throws Failure 'notFound' where there is none, or another one by now */
export async function pictureOf({ db }: ModelDeps, id: string, version: string): Promise<KeptPicture> {
  const picture = await inPlatform(db, (tx) => selectPicture(tx, id));
  if (picture?.version !== version) throw notFound();
  return picture;
}
