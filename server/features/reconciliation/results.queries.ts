import { finished } from 'node:stream/promises';
import { storableJson } from '@mizan/contract/storable-text.ts';
import copyStreams from 'pg-copy-streams';
import type { Tx } from '../../platform/database/database.ts';
import { entryColumns } from '../../reconciliation/judge/entry-copy.ts';
import type { ReconcileSummary } from '../../reconciliation/reconcile-job.ts';
import { lineNotesOf } from './line-notes.ts';

const columnList = entryColumns.join(', ');

/** Takes the engine's entries; `end` answers how many rows came. */
export interface EntrySink {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<number>;
}

/**
 * COPY is refused for a role under row-level security, so entries come into a temporary table of this transaction
 * and move from there in one statement.
 */
export async function openEntrySink(tx: Tx): Promise<EntrySink> {
  await tx.change(`CREATE TEMPORARY TABLE incoming_entries ON COMMIT DROP AS
                     SELECT ${columnList} FROM bank_entries WITH NO DATA`);
  const stream = tx.client.query(copyStreams.from(`COPY incoming_entries (${columnList}) FROM STDIN`));
  const ended = finished(stream);
  // What fails is told by the write or the end that waits for it.
  ended.catch(() => {});
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    end: async () => {
      stream.end();
      await ended;
      return stream.rowCount;
    },
  };
}

/**
 * On a distributed database, INSERT … SELECT goes to the other machine by COPY, which is refused there too, unless it
 * says what to do about a key that is taken. None is: the key is the bank file's own count.
 */
export const notByCopy = ({ distributed }: Tx, key: string): string =>
  distributed ? `ON CONFLICT (${key}) DO NOTHING` : '';

/** Moves what came into the bank file. A payment that another bank file holds fails the unique key, and the transaction. */
export const takeEntries = (tx: Tx, bankFileId: string): Promise<number> =>
  tx.change(
    `INSERT INTO bank_entries (merchant_id, bank_file_id, ${columnList})
     SELECT tenant_id(), $1, ${columnList} FROM incoming_entries
     ${notByCopy(tx, 'merchant_id, bank_file_id, seq')}`,
    [bankFileId],
  );

/** Keeps rejected lines, warnings and the rows not counted; the engine has limited all three. */
export async function insertLineNotes(
  tx: Tx,
  bankFileId: string,
  { rejections, warnings, notCounted }: Pick<ReconcileSummary, 'rejections' | 'warnings' | 'notCounted'>,
): Promise<void> {
  const notes = lineNotesOf({ rejections, warnings, notCounted });
  if (notes.length === 0) return;
  await tx.change(
    `INSERT INTO bank_line_notes (merchant_id, bank_file_id, seq, kind, line, code, field, value, total)
     SELECT tenant_id(), $1, seq, kind, line, code, field, value, total
       FROM json_to_recordset($2::json) AS note
            (seq bigint, kind text, line bigint, code text, field text, value text, total jsonb)
     ${notByCopy(tx, 'merchant_id, bank_file_id, kind, seq')}`,
    [bankFileId, storableJson(notes)],
  );
}
