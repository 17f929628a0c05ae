import type pg from 'pg';
import type { Tx } from '../database/database.ts';
import type { Notice } from './notices.ts';

export async function insertMessage(tx: Tx, merchantId: string, text: string): Promise<number> {
  const row = await tx.row<{ seq: number }>(
    'INSERT INTO live_messages (merchant_id, text) VALUES ($1, $2) RETURNING seq',
    [merchantId, text],
  );
  if (!row) throw new Error('the live message was not written');
  return row.seq;
}

/** The newest sequences, newest first: where a process that starts begins to listen. */
export async function readNewestSeqs(reader: pg.ClientBase, limit: number): Promise<number[]> {
  const { rows } = await reader.query<{ seq: string }>(
    'SELECT seq::text FROM live_messages ORDER BY live_messages.seq DESC LIMIT $1',
    [limit],
  );
  return rows.map(({ seq }) => Number(seq));
}

/** What was committed beyond `after`, and what of `gaps` was: oldest first, at most `limit`. */
export async function readMissed(
  reader: pg.ClientBase,
  { after, gaps, limit }: { after: number; gaps: readonly number[]; limit: number },
): Promise<Notice[]> {
  const { rows } = await reader.query<{ seq: string; merchantId: string; text: string }>(
    `SELECT seq::text, merchant_id::text AS "merchantId", text FROM live_messages
     WHERE live_messages.seq > $1 OR live_messages.seq = ANY($2::bigint[])
     ORDER BY live_messages.seq LIMIT $3`,
    [after, gaps, limit],
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Clients that were away for longer read the lists again anyway. */
export const deleteOldMessages = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM live_messages WHERE created_at < $1', [before]);
