import type { EarlierLine } from '@mizan/contract/bank-file-entry.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type EntryRecord, selectFileNames } from './entries.queries.ts';

/** An entry with the line of another file that it speaks of. */
export type NamedEntry = EntryRecord & { earlier: EarlierLine | null };

/** Entries with the names of the files that they speak of: read with the page, because a million rows may name one file. */
export async function nameEarlierFiles(tx: Tx, entries: readonly EntryRecord[]): Promise<NamedEntry[]> {
  const ids = new Set(entries.flatMap((entry) => earlierIdOf(entry) ?? []));
  const files = ids.size === 0 ? [] : await selectFileNames(tx, [...ids]);
  const byId = new Map(files.map((file) => [file.id, file]));
  return entries.map((entry) => {
    const file = byId.get(earlierIdOf(entry) ?? '');
    const line = entry.detail?.params?.['line'];
    return {
      ...entry,
      earlier: file
        ? { bankFileId: file.id, fileName: file.fileName, line: typeof line === 'number' ? line : null }
        : null,
    };
  });
}

function earlierIdOf({ detail }: EntryRecord): string | null {
  const id = detail?.params?.['bankFileId'];
  return typeof id === 'string' ? id : null;
}
