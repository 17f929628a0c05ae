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

export const selectPicture = (tx: Tx, id: string): Promise<KeptPicture | null> =>
  tx.row<KeptPicture>(
    `SELECT picture AS content, picture_type AS "mediaType", picture_version AS version
       FROM terminal_models WHERE id = $1 AND picture IS NOT NULL`,
    [id],
  );
