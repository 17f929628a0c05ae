import { type Database, platformRows } from '../../platform/database/database.ts';

/** Which folder of uploaded files each running process sees. As the platform: a process serves all merchants. */

/** A process that was not heard of for this long is gone, and with it the folder that nobody else sees. */
export const folderSeenSeconds = 15;

/** Says that this process is there and sees this folder, and forgets those that have been gone for a day. */
export const tellFolder = (db: Database, processId: string, folderId: string): Promise<unknown> =>
  platformRows(
    db,
    `WITH gone AS (DELETE FROM bank_file_folders WHERE seen_at < now() - interval '1 day')
     INSERT INTO bank_file_folders (process_id, folder_id, seen_at) VALUES ($1, $2, now())
     ON CONFLICT (process_id) DO UPDATE SET folder_id = excluded.folder_id, seen_at = excluded.seen_at`,
    [processId, folderId],
  );

export const forgetFolder = (db: Database, processId: string): Promise<unknown> =>
  platformRows(db, 'DELETE FROM bank_file_folders WHERE process_id = $1', [processId]);

/** How many folders besides this one running processes see. */
export async function countOtherFolders(db: Database, folderId: string): Promise<number> {
  const [row] = await platformRows<{ count: number }>(
    db,
    `SELECT count(DISTINCT folder_id) AS count FROM bank_file_folders
      WHERE folder_id <> $1 AND seen_at > now() - make_interval(secs => ${folderSeenSeconds})`,
    [folderId],
  );
  return row?.count ?? 0;
}
