import type { BellType } from '@mizan/contract/notices.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface ReadNotice {
  seq: number;
  type: BellType;
  about: string;
  amountMinor: number | null;
  count: number | null;
  at: Date;
}

/** Whose notices: those of everybody who runs the merchant ('0'), or of one cashier; without the kinds in `muted`. */
export interface Heard {
  audienceId: string;
  muted: readonly BellType[];
}

const columns = 'seq, type, about, amount_minor AS "amountMinor", count, at';
const heard = 'merchant_id = tenant_id() AND audience_id = $1 AND type <> ALL($2::text[])';

export const selectBefore = (
  tx: Tx,
  { audienceId, muted }: Heard,
  before: number | null,
  limit: number,
): Promise<ReadNotice[]> =>
  tx.rows<ReadNotice>(
    `SELECT ${columns} FROM notices
      WHERE ${heard} AND ($3::bigint IS NULL OR seq < $3) ORDER BY seq DESC LIMIT $4`,
    [audienceId, muted, before, limit],
  );

export const selectAfter = (
  tx: Tx,
  { audienceId, muted }: Heard,
  after: number,
  limit: number,
): Promise<ReadNotice[]> =>
  tx.rows<ReadNotice>(`SELECT ${columns} FROM notices WHERE ${heard} AND seq > $3 ORDER BY seq LIMIT $4`, [
    audienceId,
    muted,
    after,
    limit,
  ]);

export async function selectNewest(tx: Tx): Promise<number> {
  const row = await tx.row<{ newest: number }>(
    'SELECT newest_seq AS newest FROM notice_counters WHERE merchant_id = tenant_id()',
  );
  return row?.newest ?? 0;
}

export async function selectReadPlace(tx: Tx, userId: string): Promise<number> {
  const row = await tx.row<{ place: number }>(
    'SELECT read_seq AS place FROM notice_places WHERE merchant_id = tenant_id() AND user_id = $1',
    [userId],
  );
  return row?.place ?? 0;
}

/** How many are beyond a place; counts no further than `most`. */
export async function countAfter(
  tx: Tx,
  { audienceId, muted }: Heard,
  after: number,
  most: number,
): Promise<number> {
  const row = await tx.row<{ found: number }>(
    `SELECT count(*)::int AS found FROM (
       SELECT 1 FROM notices WHERE ${heard} AND seq > $3 LIMIT $4) AS found_ones`,
    [audienceId, muted, after, most],
  );
  return row?.found ?? 0;
}

/** Moves a person's place on, never back. @returns 0 where it is there already. */
export const moveReadPlace = (tx: Tx, userId: string, upTo: number): Promise<number> =>
  tx.change(
    `INSERT INTO notice_places (merchant_id, user_id, read_seq) VALUES (tenant_id(), $1, $2)
     ON CONFLICT (merchant_id, user_id) DO UPDATE SET read_seq = excluded.read_seq
      WHERE notice_places.read_seq < excluded.read_seq`,
    [userId, upTo],
  );
