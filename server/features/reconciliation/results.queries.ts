import { finished } from 'node:stream/promises';
import { storableJson } from '@mizan/contract/storable-text.ts';
import copyStreams from 'pg-copy-streams';
import type { Tx } from '../../platform/database/database.ts';
import { entryColumns } from '../../reconciliation/judge/entry-copy.ts';
import type { PackedEntries } from '../../reconciliation/judge/packed-entries.ts';
import type { ReconcileSummary } from '../../reconciliation/reconcile-job.ts';
import { takePayments } from './held-payments.queries.ts';
import { lineNotesOf } from './line-notes.ts';

const columnList = entryColumns.join(', ');
const arrayColumns = ['transaction_ids', 'lines', 'days', 'charges', 'settlement_days'];
const blockColumnList = `first_seq, last_seq, claims, matched_by, first_id, last_id, first_day, last_day,
  ${arrayColumns.join(', ')}, batches, not_judged`;
const unpressed = arrayColumns.map((name) => `ALTER COLUMN ${name} SET STORAGE EXTERNAL`).join(', ');

/** Takes the engine's entries as rows, and after the last of them those that are packed; `end` has to come in the end. */
export interface EntrySink {
  write(chunk: Uint8Array): Promise<void>;
  pack(chunk: PackedEntries): Promise<void>;
  end(): Promise<void>;
}

/**
 * COPY is refused for a role under row-level security, so entries come into temporary tables of this transaction
 * and move from there in one statement each.
 */
export async function openEntrySink(tx: Tx): Promise<EntrySink> {
  await tx.change(`CREATE TEMPORARY TABLE incoming_entries ON COMMIT DROP AS
                     SELECT ${columnList} FROM bank_entries WITH NO DATA`);
  await tx.change(`CREATE TEMPORARY TABLE incoming_blocks ON COMMIT DROP AS
                     SELECT ${blockColumnList} FROM bank_entry_blocks WITH NO DATA`);
  await tx.change(`ALTER TABLE incoming_blocks ${unpressed}`);
  const stream = tx.client.query(copyStreams.from(`COPY incoming_entries (${columnList}) FROM STDIN`));
  const ended = finished(stream);
  // What fails is told by the write or the end that waits for it.
  ended.catch(() => {});
  let isEnding = false;
  const end = async (): Promise<void> => {
    if (!isEnding) stream.end();
    isEnding = true;
    await ended;
  };
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    pack: async (chunk) => {
      // Until the rows are in, the connection takes nothing else.
      await end();
      await insertBlocks(tx, chunk);
    },
    end,
  };
}

/** Cuts the columns that came into blocks. */
const insertBlocks = (tx: Tx, { blocks, ...columns }: PackedEntries): Promise<number> =>
  tx.change(
    `INSERT INTO incoming_blocks (${blockColumnList})
     SELECT b.first_seq, b.first_seq + b.to_place - b.from_place, true, b.matched_by, b.first_id, b.last_id,
            date '1970-01-01' + b.first_day, date '1970-01-01' + b.last_day,
            ($9::bigint[])[b.from_place:b.to_place], ($10::bigint[])[b.from_place:b.to_place],
            ($11::date[])[b.from_place:b.to_place], ($12::bigint[])[b.from_place:b.to_place],
            ($13::date[])[b.from_place:b.to_place], ($14::text[])[b.from_place:b.to_place],
            ($15::boolean[])[b.from_place:b.to_place]
       FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::integer[],
                   $8::integer[])
         AS b (first_seq, from_place, to_place, matched_by, first_id, last_id, first_day, last_day)`,
    [
      blocks.map(({ firstSeq }) => firstSeq),
      blocks.map(({ from }) => from),
      blocks.map(({ to }) => to),
      blocks.map(({ matchedBy }) => matchedBy),
      blocks.map(({ firstId }) => firstId),
      blocks.map(({ lastId }) => lastId),
      blocks.map(({ firstDay }) => firstDay),
      blocks.map(({ lastDay }) => lastDay),
      asBinary(columns.transactionIds),
      asBinary(columns.lines),
      asBinary(columns.days),
      asBinary(columns.charges),
      columns.settlementDays && asBinary(columns.settlementDays),
      columns.batches,
      columns.notJudged,
    ],
  );

/** The driver sends a Buffer as it is, in the binary form of its parameter. */
const asBinary = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * On a distributed database, INSERT … SELECT goes to the other machine by COPY, which is refused there too, unless it
 * says what to do about a key that is taken. None is: the key is the bank file's own count.
 */
export const notByCopy = ({ distributed }: Tx, key: string): string =>
  distributed ? `ON CONFLICT (${key}) DO NOTHING` : '';

/** Moves what came into the bank file. A payment that another bank file holds fails a check, and the transaction. */
export async function takeEntries(tx: Tx, bankFileId: string): Promise<void> {
  await tx.change(
    `INSERT INTO bank_entries (merchant_id, bank_file_id, ${columnList})
     SELECT tenant_id(), $1, ${columnList} FROM incoming_entries
     ${notByCopy(tx, 'merchant_id, bank_file_id, seq')}`,
    [bankFileId],
  );
  await tx.change(
    `INSERT INTO bank_entry_blocks (merchant_id, bank_file_id, ${blockColumnList})
     SELECT tenant_id(), $1, ${blockColumnList} FROM incoming_blocks
     ${notByCopy(tx, 'merchant_id, bank_file_id, first_seq')}`,
    [bankFileId],
  );
  await takePayments(tx, bankFileId);
}

/** Keeps rejected lines, warnings and the rows not counted; the engine has limited all three. */
export async function insertLineNotes(
  tx: Tx,
  bankFileId: string,
  { rejections, warnings, notCounted }: Pick<ReconcileSummary, 'rejections' | 'warnings' | 'notCounted'>,
): Promise<void> {
  const notes = lineNotesOf({ rejections, warnings, notCounted });
  if (notes.length === 0) return;
  await tx.change(
    `INSERT INTO bank_line_notes (merchant_id, bank_file_id, seq, kind, line, code, field, value, total, total_rows)
     SELECT tenant_id(), $1, seq, kind, line, code, field, value, total, rows
       FROM json_to_recordset($2::json) AS note
            (seq bigint, kind text, line bigint, code text, field text, value text, total jsonb,
             rows int4multirange)
     ${notByCopy(tx, 'merchant_id, bank_file_id, kind, seq')}`,
    [bankFileId, storableJson(notes)],
  );
}
