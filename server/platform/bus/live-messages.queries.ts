import type pg from 'pg';
import type { Tx } from '../database/database.ts';
import type { Notice } from './notices.ts';

/** Writes a message with the cashiers of the terminal that it is about, as they are assigned now. */
export async function insertMessage(
  tx: Tx,
  message: { merchantId: string; text: string; aboutTerminal: string | null },
): Promise<{ seq: number; cashierIds: string[] }> {
  const row = await tx.row<{ seq: number; cashierIds: string[] }>(
    `INSERT INTO live_messages (merchant_id, text, cashier_ids)
     VALUES ($1, $2, ARRAY(SELECT id FROM users
                           WHERE users.merchant_id = $1 AND users.terminal_id = $3 AND users.role = 'CASHIER'))
     RETURNING seq, cashier_ids::text[] AS "cashierIds"`,
    [message.merchantId, message.text, message.aboutTerminal],
  );
  if (!row) throw new Error('the live message was not written');
  return row;
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
  const { rows } = await reader.query<Omit<Notice, 'seq'> & { seq: string }>(
    `SELECT seq::text, merchant_id::text AS "merchantId", text, cashier_ids::text[] AS "cashierIds"
     FROM live_messages
     WHERE live_messages.seq > $1 OR live_messages.seq = ANY($2::bigint[])
     ORDER BY live_messages.seq LIMIT $3`,
    [after, gaps, limit],
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Clients that were away for longer read the lists again anyway. */
export const deleteOldMessages = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM live_messages WHERE created_at < $1', [before]);
