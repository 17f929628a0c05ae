import { type RentKind, rentKinds } from '@mizan/contract/rents.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Tx } from '../../platform/database/database.ts';
import { bankOfFile, earlyDays } from '../expectations/bank-of-file.ts';
import type { ChargedRent, ClaimedRent, RentTerminal } from './rents-book.ts';

/** The statements behind rents.service.ts. */

export interface RentRecord {
  id: string;
  bankId: string;
  kind: RentKind;
  amountMinor: number;
  /** Null where it follows the law. */
  ownVatBps: number | null;
  /** 'YYYY-MM' */
  validFrom: string;
  byName: string;
  at: Date;
}

/** What was said at any time, the oldest first. */
export const selectRents = (tx: Tx): Promise<RentRecord[]> =>
  tx.rows<RentRecord>(
    `SELECT r.id AS place, r.id::text, r.bank_id::text AS "bankId", r.kind, r.amount_minor AS "amountMinor", r.vat_bps AS "ownVatBps",
            to_char(r.valid_from, 'YYYY-MM') AS "validFrom", r.by_name AS "byName", r.at
       FROM bank_rents r WHERE r.merchant_id = tenant_id() ORDER BY r.valid_from, place`,
  );

export const insertRent = (tx: Tx, one: Omit<RentRecord, 'id'> & { byId: string }): Promise<number> =>
  tx.change(
    `INSERT INTO bank_rents (merchant_id, bank_id, kind, amount_minor, vat_bps, valid_from, by_id, by_name, at)
     VALUES (tenant_id(), $1, $2, $3, $4, ($5 || '-01')::date, $6, $7, $8)`,
    [one.bankId, one.kind, one.amountMinor, one.ownVatBps, one.validFrom, one.byId, one.byName, one.at],
  );

const kinds = rentKinds.map((kind) => `'${kind}'`).join();

/**
 * Lines of rent and monthly fees of the days from $1 to $2, by what they say. Such lines have no key: of those that say the same in
 * several files there are as many as the one file has that has most of them. Served by bank_entries_by_outcome.
 */
export const selectChargedRents = (tx: Tx, from: string, to: string, limit: number): Promise<ChargedRent[]> =>
  tx.rows<ChargedRent>(
    `WITH files AS (
       SELECT f.id, f.file_name, f.last_day, ${bankOfFile} AS bank_id
         FROM bank_files f
        WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.last_day >= $1::date - ${earlyDays}
     ), lines AS (
       SELECT f.id, f.file_name, f.bank_id, coalesce(n.day, f.last_day) AS day, n.currency, n.outcome, n.tid, n.difference_minor,
              count(*) AS times, array_agg(n.line ORDER BY n.line) AS rows
         FROM files f
         JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = f.id
        WHERE n.outcome IN (${kinds}) AND n.outcome <> 'matched' AND n.line IS NOT NULL AND n.step IS NOT NULL
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
     )
     SELECT CASE l.bank_id WHEN 0 THEN '${unknownBank}' ELSE l.bank_id::text END AS "bankId", l.day::text AS day, l.currency,
            l.outcome AS kind, l.tid, -l.difference_minor AS "chargedMinor", max(l.times) AS times,
            jsonb_agg(jsonb_build_object('id', l.id::text, 'name', l.file_name, 'lines', to_jsonb(l.rows)) ORDER BY l.id) AS files
       FROM lines l WHERE l.day BETWEEN $1::date AND $2::date
      GROUP BY l.bank_id, l.day, l.currency, l.outcome, l.tid, l.difference_minor
      ORDER BY 2, 1, 4, 5, 6 LIMIT $3`,
    [from, to, limit],
  );

/** The terminals of the merchant, with when each came and, where that is still on record, was retired. */
export const selectRentTerminals = (tx: Tx): Promise<RentTerminal[]> =>
  tx.rows<RentTerminal>(
    `SELECT t.id AS place, t.id::text, t.tid, (t.created_at AT TIME ZONE 'Asia/Riyadh')::date::text AS "sinceDay",
            CASE WHEN t.status = 'RETIRED' THEN
              (SELECT (max(h.at) AT TIME ZONE 'Asia/Riyadh')::date::text FROM terminal_line_log h
                WHERE h.merchant_id = tenant_id() AND h.terminal_id = t.id AND h.event = 'RETIRED') END AS "retiredDay"
       FROM terminals t WHERE t.merchant_id = tenant_id() AND NOT t.is_test ORDER BY place`,
  );

/** What stands in claims of the months that these days are of. Served by rent_claim_lines_live. */
export const selectClaimedRents = (tx: Tx, from: string, to: string): Promise<ClaimedRent[]> =>
  tx.rows<ClaimedRent>(
    `SELECT l.bank_id::text AS "bankId", l.kind, to_char(l.month, 'YYYY-MM') AS month, l.tid, l.over_minor AS "overMinor",
            l.claim_id::text AS "claimId", c.name AS "claimName"
       FROM rent_claim_lines l JOIN fee_claims c ON c.merchant_id = tenant_id() AND c.id = l.claim_id
      WHERE l.merchant_id = tenant_id() AND l.is_live AND l.month BETWEEN $1::date AND $2::date
      ORDER BY l.claim_id, l.kind, l.month, l.tid`,
    [from, to],
  );

export const insertRentClaimLines = (
  tx: Tx,
  claimId: string,
  lines: readonly Omit<ClaimedRent, 'claimId' | 'claimName'>[],
): Promise<number> =>
  tx.change(
    `INSERT INTO rent_claim_lines (merchant_id, claim_id, bank_id, kind, month, tid, over_minor)
     SELECT tenant_id(), $1, "bankId", kind, (month || '-01')::date, tid, "overMinor"
       FROM json_to_recordset($2::json) AS line ("bankId" bigint, kind text, month text, tid text, "overMinor" bigint)
     ${tx.distributed ? 'ON CONFLICT (merchant_id, claim_id, kind, month, tid) DO NOTHING' : ''}`,
    [claimId, JSON.stringify(lines)],
  );
