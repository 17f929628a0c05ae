import type { Database, Tx } from '../platform/database/database.ts';
import { platformRows } from '../platform/database/database.ts';

/**
 * Who a terminal is and which process holds its line. The directory is written as the platform, because a
 * terminal is known before its merchant is.
 */
export interface DirectoryRow {
  tid: string;
  merchantId: string;
  terminalId: string;
  publicKey: string | null;
  epoch: number;
  retired: boolean;
}

/** As the platform: the terminal has not said yet whose it is. */
export async function findTerminal(db: Database, tid: string): Promise<DirectoryRow | null> {
  const rows = await platformRows<DirectoryRow>(
    db,
    `SELECT tid, merchant_id::text AS "merchantId", terminal_id::text AS "terminalId", public_key AS "publicKey",
            epoch, retired_at IS NOT NULL AS retired
       FROM terminal_directory WHERE tid = $1`,
    [tid],
  );
  return rows[0] ?? null;
}

const lockKey = (mode: '' | '_shared') => `SELECT pg_advisory_xact_lock${mode}(hashtextextended($1, 4))`;

export interface Claim {
  tid: string;
  /** The epoch that the sign-in read: whoever raised it meanwhile has won. */
  epoch: number;
  processId: string;
  /** The journal that the terminal names; null where it names none. */
  journalId: string | null;
  at: Date;
}

/**
 * Raises the epoch by compare-and-set and takes the line; null where another sign-in was quicker. A journal is known since it was
 * first named; one that named another before and names none now is another one, too.
 */
export async function claimEpoch(
  tx: Tx,
  { tid, epoch, processId, journalId, at }: Claim,
): Promise<{ epoch: number; journalSince: Date | null } | null> {
  await tx.rows(lockKey(''), [tid]);
  return tx.row<{ epoch: number; journalSince: Date | null }>(
    `UPDATE terminal_directory
        SET epoch = epoch + 1, owner_process = $3, connected = true, lost_at = NULL, journal_id = $4,
            journal_since = CASE WHEN journal_id IS DISTINCT FROM $4::uuid THEN $5 ELSE journal_since END
      WHERE tid = $1 AND epoch = $2 AND retired_at IS NULL
      RETURNING epoch, journal_since AS "journalSince"`,
    [tid, epoch, processId, journalId, at],
  );
}

/**
 * Whether this epoch still holds the terminal, and that it goes on doing so until the transaction ends: a claim
 * waits for the same lock. Two statements, so that the second one sees what was committed during the wait.
 */
export async function holdsEpoch(tx: Tx, tid: string, epoch: number): Promise<boolean> {
  const [, row] = await Promise.all([
    tx.rows(lockKey('_shared'), [tid]),
    tx.row('SELECT 1 FROM terminal_directory WHERE tid = $1 AND epoch = $2', [tid, epoch]),
  ]);
  return row !== null;
}

/** Of these lines, those whose epoch somebody else has raised. */
export async function selectOvertaken(
  db: Database,
  lines: readonly { tid: string; epoch: number }[],
): Promise<string[]> {
  const rows = await platformRows<{ tid: string }>(
    db,
    `SELECT held.tid FROM unnest($1::text[], $2::bigint[]) AS held (tid, epoch)
       JOIN terminal_directory d ON d.tid = held.tid AND d.epoch <> held.epoch`,
    [lines.map((line) => line.tid), lines.map((line) => line.epoch)],
  );
  return rows.map((row) => row.tid);
}

/** What the directory says that this process holds. */
export const selectHeld = (db: Database, processId: string): Promise<{ tid: string; epoch: number }[]> =>
  platformRows(db, 'SELECT tid, epoch FROM terminal_directory WHERE owner_process = $1 AND connected', [
    processId,
  ]);

export interface LostLine {
  tid: string;
  merchantId: string;
  terminalId: string;
}

const lostColumns = 'd.tid, d.merchant_id::text AS "merchantId", d.terminal_id::text AS "terminalId"';

/** The line of one terminal is gone. Nothing where another connection has taken over meanwhile. */
export const markLost = (tx: Tx, tid: string, epoch: number, at: Date): Promise<LostLine[]> =>
  tx.rows<LostLine>(
    `UPDATE terminal_directory d SET connected = false, lost_at = $3
      WHERE tid = $1 AND epoch = $2 AND connected RETURNING ${lostColumns}`,
    [tid, epoch, at],
  );

/** All lines of a process that stops, or that was killed. */
export const markProcessLost = (tx: Tx, processId: string, at: Date): Promise<LostLine[]> =>
  tx.rows<LostLine>(
    `UPDATE terminal_directory d SET connected = false, lost_at = $2
      WHERE owner_process = $1 AND connected RETURNING ${lostColumns}`,
    [processId, at],
  );

/** Lines lost before `before`: their grace is over. Another process may be at the same; each takes others. */
export const takeGraceOver = (tx: Tx, before: Date): Promise<LostLine[]> =>
  tx.rows<LostLine>(
    `UPDATE terminal_directory d SET lost_at = NULL, owner_process = NULL
      WHERE tid IN (SELECT tid FROM terminal_directory WHERE lost_at <= $1 AND NOT connected
                     ORDER BY lost_at LIMIT 200 FOR UPDATE SKIP LOCKED)
      RETURNING ${lostColumns}`,
    [before],
  );

/** What the screens say of these terminals' lines; `seenAt` null leaves when they were last heard. */
export const setConnection = (
  tx: Tx,
  lines: readonly LostLine[],
  connection: 'RECONNECTING' | 'DISCONNECTED',
): Promise<number> =>
  tx.change(
    `UPDATE terminals t SET connection = $3
       FROM unnest($1::bigint[], $2::bigint[]) AS line (merchant_id, id)
      WHERE t.merchant_id = line.merchant_id AND t.id = line.id`,
    [lines.map((line) => line.merchantId), lines.map((line) => line.terminalId), connection],
  );
