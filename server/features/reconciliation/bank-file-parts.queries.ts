import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import type { BankFileResult, JudgementCause } from '@mizan/contract/reconciliation.ts';
import type { SchemeName } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import { heldBy } from './held-payments.queries.ts';
import { marked } from './judged-again.queries.ts';

/** What the files of a layout hold, and what the other files of it that were judged say of their coverage. */

export interface PartRecord {
  id: string;
  name: string;
  /** Null for the banks of its lines. */
  bankId: number | null;
  tids: string[] | null;
  schemes: SchemeName[] | null;
  openingMs: number;
  closingMinute: number | null;
  confirmedByName: string;
  confirmedAt: Date;
  fileCount: number;
}

/** A file f that was not taken back; one that a corrected file took the place of may come back. */
const isInForce = `f.state NOT IN ('UNDONE', 'REFUSED')`;

/** The confirmed parts of a layout, in the order in which they were confirmed. */
export const selectParts = (tx: Tx, layoutId: string | null): Promise<PartRecord[]> =>
  layoutId === null
    ? Promise.resolve([])
    : tx.rows<PartRecord>(
        `SELECT id AS place, id::text, name, bank_id::float8 AS "bankId", tids, schemes,
                round(date_part('epoch', opens_at) * 1000) AS "openingMs", closes_minute AS "closingMinute",
                confirmed_by_name AS "confirmedByName", confirmed_at AS "confirmedAt",
                (SELECT count(*)::float8 FROM bank_files f
                  WHERE f.merchant_id = tenant_id() AND f.part_id = p.id AND ${isInForce}) AS "fileCount"
           FROM bank_layout_parts p
          WHERE merchant_id = tenant_id() AND layout_id = $1 AND removed_at IS NULL ORDER BY place`,
        [layoutId],
      );

/** Who takes a part for a file and who removes one wait for each other. */
export const lockParts = (tx: Tx, layoutId: string): Promise<unknown> =>
  tx.rows('SELECT id FROM bank_layout_parts WHERE merchant_id = tenant_id() AND layout_id = $1 FOR UPDATE', [
    layoutId,
  ]);

/** The part, kept from being taken for a file until the end of the transaction. */
export const lockPart = (tx: Tx, id: string): Promise<{ name: string; bankName: string } | null> =>
  tx.row(
    `SELECT p.name, l.bank_name AS "bankName"
       FROM bank_layout_parts p JOIN bank_layouts l ON l.merchant_id = tenant_id() AND l.id = p.layout_id
      WHERE p.merchant_id = tenant_id() AND p.id = $1 AND p.removed_at IS NULL FOR UPDATE OF p`,
    [id],
  );

/** Files that are of a part or, being read just now, may come to be. */
export const selectPartUse = (tx: Tx, id: string): Promise<{ own: number; running: number } | null> =>
  tx.row(
    `SELECT (count(*) FILTER (WHERE f.part_id = $1))::float8 AS own,
            (count(*) FILTER (WHERE f.lease_holder IS NOT NULL OR f.state IN ('RECEIVED', 'READING', 'MATCHING')))::float8 AS running
       FROM bank_files f WHERE f.merchant_id = tenant_id() AND ${isInForce}`,
    [id],
  );

export const markPartRemoved = (tx: Tx, id: string, at: Date): Promise<number> =>
  tx.change('UPDATE bank_layout_parts SET removed_at = $2 WHERE merchant_id = tenant_id() AND id = $1', [
    id,
    at,
  ]);

/** Under what name of the bank the newest file of a part goes; null where none is of it. */
export const selectNameOfPart = async (tx: Tx, partId: string): Promise<string | null> =>
  (
    await tx.row<{ bankName: string }>(
      `SELECT bank_name AS "bankName" FROM bank_files f
        WHERE merchant_id = tenant_id() AND part_id = $1 AND ${isInForce} ORDER BY id DESC LIMIT 1`,
      [partId],
    )
  )?.bankName ?? null;

/** By what a file finds its part: the layout that is remembered for it, the part it is of, or what was said of it alone. */
export const selectPartOfFile = (
  tx: Tx,
  bankFileId: string,
): Promise<{ layoutId: string | null; partId: string | null; said: FilePart | null } | null> =>
  tx.row(
    `SELECT layout_id::text AS "layoutId", part_id::text AS "partId",
            CASE WHEN layout IS NOT NULL THEN proposal -> 'part' END AS said
       FROM bank_files WHERE merchant_id = tenant_id() AND id = $1`,
    [bankFileId],
  );

/** The numbers of all of the merchant's terminals. */
export const selectTids = async (tx: Tx): Promise<string[]> =>
  (
    await tx.rows<{ tid: string }>(
      'SELECT DISTINCT tid FROM terminals WHERE merchant_id = tenant_id() ORDER BY tid',
    )
  ).map(({ tid }) => tid);

/** The currencies of all payments that a bank owes, or ever owed. */
export const selectCurrencies = async (tx: Tx): Promise<Currency[]> => {
  const rows = await tx.rows<{ currency: Currency }>(
    'SELECT DISTINCT currency FROM expectation_days WHERE merchant_id = tenant_id()',
  );
  return currencies.filter((each) => rows.some(({ currency }) => currency === each));
};

export interface PartFileRecord {
  bankFileId: string;
  partId: string | null;
  newestLineMs: number;
  coverage: NonNullable<BankFileResult['coverage']> | null;
}

/** Terminals and schemes of a part; null for all. */
interface Holds {
  tids: readonly string[] | null;
  schemes: readonly string[] | null;
}

/** A year of daily files: what is older says nothing of the edges of a new one. */
const partFilesMax = 400;

/** Whether all that a file f holds is of these terminals and schemes. */
function isHeldBy(tids: string, schemes: string): string {
  const isOther = `NOT ((${tids}::text[] IS NULL OR t.tid = ANY (${tids}::text[]))
                       AND (${schemes}::text[] IS NULL OR t.scheme = ANY (${schemes}::text[])))`;
  return `(${tids}::text[] IS NULL AND ${schemes}::text[] IS NULL
         OR NOT EXISTS (
           SELECT 1 FROM ${heldBy('f.id')} AS c
             JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = c.transaction_id
            WHERE ${isOther}))`;
}

/**
 * Judged files beside one, the newest lines first: those of parts or, without any, those of the same bank's name that are
 * of no part either and whose lines these terminals and schemes hold; `bankName` in place of the file's own. Served by bank_files_by_part.
 */
export const selectPartFiles = (
  tx: Tx,
  bankFileId: string,
  partIds: readonly string[],
  { tids, schemes, bankName }: Holds & { bankName?: string | undefined } = { tids: null, schemes: null },
): Promise<PartFileRecord[]> =>
  tx.rows<PartFileRecord>(
    `SELECT f.id::text AS "bankFileId", f.part_id::text AS "partId",
            round(date_part('epoch', f.newest_line_at) * 1000) AS "newestLineMs",
            f.summary -> 'coverage' AS coverage
       FROM bank_files own
       JOIN bank_files f ON f.merchant_id = own.merchant_id AND f.id <> own.id
      WHERE own.merchant_id = tenant_id() AND own.id = $1 AND f.state = 'DONE' AND f.newest_line_at IS NOT NULL
        AND CASE WHEN cardinality($2::bigint[]) > 0 THEN f.part_id = ANY ($2::bigint[])
                 ELSE f.part_id IS NULL AND f.bank_name = coalesce($5, own.bank_name) AND ${isHeldBy('$3', '$4')} END
      ORDER BY f.newest_line_at DESC
      LIMIT ${partFilesMax}`,
    [bankFileId, partIds, tids, schemes, bankName ?? null],
  );

export interface NewPart extends Holds {
  name: string;
  bankId: string | null;
  opensAt: string;
  closesMinute: number | null;
  byName: string;
  at: Date;
}

export const insertPart = async (tx: Tx, layoutId: string, part: NewPart): Promise<string> => {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO bank_layout_parts (merchant_id, layout_id, name, bank_id, tids, schemes, opens_at, closes_minute,
                                    confirmed_by_name, confirmed_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9)
     RETURNING id::text`,
    [layoutId, ...valuesOf(part)],
  );
  if (!row) throw new Error('the part was not written');
  return row.id;
};

const valuesOf = (part: NewPart) => [
  part.name,
  part.bankId,
  part.tids,
  part.schemes,
  part.opensAt,
  part.closesMinute,
  part.byName,
  part.at,
];

/** Zero where it says already what it is to say, or is none of the layout's. */
export const updatePart = (tx: Tx, layoutId: string, id: string, part: NewPart): Promise<number> =>
  tx.change(
    `UPDATE bank_layout_parts
        SET name = $3, bank_id = $4, tids = $5, schemes = $6, opens_at = $7, closes_minute = $8,
            confirmed_by_name = $9, confirmed_at = $10
      WHERE merchant_id = tenant_id() AND layout_id = $1 AND id = $2
        AND (name, bank_id, tids, schemes, opens_at, closes_minute)
            IS DISTINCT FROM ($3, $4::bigint, $5::text[], $6::text[], $7::timestamptz, $8::integer)`,
    [layoutId, id, ...valuesOf(part)],
  );

interface Joined extends Holds {
  partId: string;
  layoutId: string;
  bankName: string;
  /** The part that the file was of before. */
  formerPartId: string | null;
}

/**
 * Judged files of the same bank's name that are of no part and whose lines all lie in a new one are of it from now on. They
 * and the files that it had are judged again by it, and those of the part that the file was of; the file itself is judged in
 * any case. Answers how many.
 */
export const joinPart = (
  tx: Tx,
  bankFileId: string,
  { partId, layoutId, tids, schemes, bankName, formerPartId }: Joined,
  cause: JudgementCause,
): Promise<number> =>
  tx.change(
    `UPDATE bank_files f
        SET part_id = coalesce(f.part_id, $2), layout_id = coalesce(f.layout_id, $8), ${marked('$5')}
      WHERE f.merchant_id = tenant_id() AND f.id <> $1 AND f.state = 'DONE'
        AND (f.part_id = ANY (ARRAY[$2::bigint, $7::bigint])
             OR f.part_id IS NULL AND f.newest_line_at IS NOT NULL AND f.bank_name = $6
                AND ${isHeldBy('$3', '$4')})`,
    [bankFileId, partId, tids, schemes, JSON.stringify(cause), bankName, formerPartId, layoutId],
  );
