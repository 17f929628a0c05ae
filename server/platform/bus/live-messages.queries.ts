import type pg from 'pg';
import type { Tx } from '../database/database.ts';
import type { Notice } from './notices.ts';

/** Who manages the branch of terminal $2 of merchant $1. */
const managersText = `SELECT users.id FROM users
    JOIN terminals ON terminals.merchant_id = users.merchant_id AND terminals.branch_id = users.branch_id
  WHERE users.merchant_id = $1 AND terminals.id = $2 AND users.team_role = 'branchManager'`;

/** The same people, and the cashiers of the terminal. */
const cashiersText = `SELECT users.id FROM users
  WHERE users.merchant_id = $1 AND users.terminal_id = $2 AND users.role = 'CASHIER'
  UNION ALL ${managersText}`;

interface MessageRow {
  merchantId: string;
  text: string;
  aboutTerminal: string | null;
  /** What no cashier hears of is heard by those who manage the branch alone. */
  withoutCashiers: boolean;
  /** In place of those of a terminal. */
  toCashiers: readonly string[] | null;
}

/** Writes a message with those who hear of the terminal that it is about without hearing of all, as they are assigned now. */
export async function insertMessage(
  tx: Tx,
  { merchantId, text, aboutTerminal, withoutCashiers, toCashiers }: MessageRow,
): Promise<{ seq: number; cashierIds: string[] }> {
  // Citus takes no question within the values of an INSERT: it is asked before.
  const hearersText = withoutCashiers ? managersText : cashiersText;
  const isAsked = toCashiers === null && !tx.distributed;
  const ofTerminal = async () =>
    (await tx.rows<{ id: number }>(hearersText, [merchantId, aboutTerminal])).map(({ id }) => id);
  const asked = isAsked ? aboutTerminal : (toCashiers ?? (await ofTerminal()));
  const row = await tx.row<{ seq: number; cashierIds: string[] }>(
    `INSERT INTO live_messages (merchant_id, cashier_ids, text)
     VALUES ($1, ${isAsked ? `ARRAY(${hearersText})` : '$2::bigint[]'}, $3)
     RETURNING seq, cashier_ids::text[] AS "cashierIds"`,
    [merchantId, asked, text],
  );
  if (!row) throw new Error('the live message was not written');
  return row;
}

/** The newest sequences, newest first: where a process that starts begins to listen. */
export async function readNewestSeqs(reader: pg.ClientBase, limit: number): Promise<number[]> {
  const { rows } = await reader.query<{ number: string }>(
    'SELECT seq::text AS number FROM live_messages ORDER BY seq DESC LIMIT $1',
    [limit],
  );
  return rows.map(({ number }) => Number(number));
}

/** What was committed beyond `after`, and what of `gaps` was: oldest first, at most `limit`. */
export async function readMissed(
  reader: pg.ClientBase,
  { after, gaps, limit }: { after: number; gaps: readonly number[]; limit: number },
): Promise<Notice[]> {
  // Not named 'seq': Citus would sort by the name, which is then the text.
  const { rows } = await reader.query<Omit<Notice, 'seq'> & { number: string }>(
    `SELECT seq::text AS number, merchant_id::text AS "merchantId", text, cashier_ids::text[] AS "cashierIds"
     FROM live_messages
     WHERE seq > $1 OR seq = ANY($2::bigint[])
     ORDER BY seq LIMIT $3`,
    [after, gaps, limit],
  );
  return rows.map(({ number, ...row }) => ({ ...row, seq: Number(number) }));
}

/** Clients that were away for longer read the lists again anyway. */
export const deleteOldMessages = (tx: Tx, before: Date, most: number): Promise<number> =>
  tx.change(
    `DELETE FROM live_messages WHERE (merchant_id, seq) IN (
       SELECT merchant_id, seq FROM live_messages WHERE created_at < $1 ORDER BY created_at LIMIT $2)`,
    [before, most],
  );
