import type { Tx } from '../../platform/database/database.ts';
import type { KeptPicture } from '../../platform/pictures/received-picture.ts';

/** Pictures stand in the row of their model; lists name their version alone. */

/** Null where there is no such model. */
export const lockPictureVersion = (tx: Tx, id: string): Promise<{ version: string | null } | null> =>
  tx.row('SELECT picture_version AS version FROM terminal_models WHERE id = $1 FOR UPDATE', [id]);

export const storePicture = (tx: Tx, id: string, picture: KeptPicture | null): Promise<number> =>
  tx.change(
    'UPDATE terminal_models SET picture = $2, picture_type = $3, picture_version = $4 WHERE id = $1',
    [id, picture?.content ?? null, picture?.mediaType ?? null, picture?.version ?? null],
  );

const ofName = 'm.brand_id = b.id AND b.name = $1 AND m.name = $2 AND m.picture IS NOT NULL';
const namedFrom = `terminal_models m, terminal_brands b WHERE ${ofName} ORDER BY m.status, m.id LIMIT 1`;

/** By the names that terminals have on record; null where the model is not kept, or has none. */
export const selectVersionNamed = async (tx: Tx, brand: string, model: string): Promise<string | null> =>
  (await tx.row<{ version: string }>(`SELECT m.picture_version AS version FROM ${namedFrom}`, [brand, model]))
    ?.version ?? null;

export const selectPictureNamed = (tx: Tx, brand: string, model: string): Promise<KeptPicture | null> =>
  tx.row<KeptPicture>(
    `SELECT m.picture AS content, m.picture_type AS "mediaType", m.picture_version AS version FROM ${namedFrom}`,
    [brand, model],
  );

export const selectPicture = (tx: Tx, id: string): Promise<KeptPicture | null> =>
  tx.row<KeptPicture>(
    `SELECT picture AS content, picture_type AS "mediaType", picture_version AS version
       FROM terminal_models WHERE id = $1 AND picture IS NOT NULL`,
    [id],
  );
