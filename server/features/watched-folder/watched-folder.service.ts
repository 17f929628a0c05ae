import { join } from 'node:path';
import type { WatchedFolder } from '@mizan/contract/watched-folder.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { isOwnFolder, isUsable, shownOf } from './dropped-files.ts';
import { selectWatched, upsertWatched } from './watched-folder.queries.ts';

export interface WatchedFolderDeps {
  db: Database;
  clock: Clock;
  /** Below it lie the folders of merchants; absent where the portal has none. */
  dropFolder?: string | null;
}

/** The folder of a merchant below the root that the operator named (docs/decisions/0076-a-watched-folder.md). */
export const folderBelow = (root: string, merchantId: string): string => join(root, merchantId);

const nothing = { waiting: { count: 0, files: [] }, refused: { count: 0, files: [] } };

async function lyingIn(
  root: string | null,
  merchantId: string,
): Promise<Pick<WatchedFolder, 'state' | 'waiting' | 'refused'>> {
  if (root === null) return { state: 'NO_ROOT', ...nothing };
  const folder = folderBelow(root, merchantId);
  if (!(await isOwnFolder(folder))) return { state: 'NO_FOLDER', ...nothing };
  if (!(await isUsable(folder))) return { state: 'UNUSABLE', ...nothing };
  return shownOf(folder).then(
    (shown) => ({ state: 'THERE' as const, ...shown }),
    () => ({ state: 'UNUSABLE' as const, ...nothing }),
  );
}

export async function getWatchedFolder(
  { db, dropFolder }: WatchedFolderDeps,
  { merchantId }: Member,
): Promise<WatchedFolder> {
  const row = await inTenant(db, merchantId, (tx) => selectWatched(tx));
  return {
    ...(await lyingIn(dropFolder ?? null, merchantId)),
    isOn: row?.isOn ?? false,
    folder: merchantId,
    saidByName: row?.saidByName ?? null,
    saidAt: row?.saidAt.toISOString() ?? null,
  };
}

/** Says whether the folder is watched. A repeat says it anew: the files are taken in the name of whoever said it last. */
export async function setWatchedFolder(
  deps: WatchedFolderDeps,
  by: Member,
  isOn: boolean,
): Promise<WatchedFolder> {
  const at = deps.clock.now();
  await inTenant(deps.db, by.merchantId, async (tx) => {
    await upsertWatched(tx, { isOn, at, by });
    await happened(tx, by, {
      fact: 'bankFiles.folderWatched',
      at,
      about: { type: 'merchant', id: by.merchantId },
      params: { isOn },
    });
  });
  return getWatchedFolder(deps, by);
}
