import type { MerchantWorld } from '../features/transactions/testing/merchant-world.ts';
import { type Database, platformRows } from '../platform/database/database.ts';

/** Of a file with one line, which is a new branch. */
const bulkCounts = Object.fromEntries(
  ['all', 'branch', 'user', 'terminal'].map((kind) => [
    kind,
    { NEW: kind === 'all' || kind === 'branch' ? 1 : 0, CHANGED: 0, SAME: 0, REJECTED: 0 },
  ]),
);

/** Writes a row and answers its id. */
type One = (text: string, values: unknown[]) => Promise<string>;

/** What the owner has set up: by the names of the tables. */
const ownerRows = async (one: One, { merchantId, owner, cashierIds }: MerchantWorld) => ({
  bulk_runs: await one(
    `INSERT INTO bulk_runs (merchant_id, by_id, by_name, file_name, state, counts, to_write, read_ms, created_at)
     VALUES ($1, $2, 'Owner', 'a.csv', 'CHECKED', $3, 1, 1, now()) RETURNING id::text`,
    [merchantId, owner.userId, JSON.stringify(bulkCounts)],
  ),
  report_schedules: await one(
    `INSERT INTO report_schedules (merchant_id, kind, rhythm, at_time, format, recipient_ids, next_at, created_at)
     VALUES ($1, 'SALES', 'DAILY', '07:00', 'pdf', ARRAY[$2]::bigint[], now() + interval '1 day', now())
     RETURNING id::text`,
    [merchantId, owner.userId],
  ),
  personal_requests: await one(
    `INSERT INTO personal_requests (merchant_id, user_id, kind, answered_by, asked_at, due_at)
     VALUES ($1, $2, 'DELETION', 'OWNER', now(), now() + interval '30 days') RETURNING id::text`,
    [merchantId, cashierIds[0]],
  ),
  saved_views: await one(
    `INSERT INTO saved_views (merchant_id, user_id, name, name_key, filter, saved_at)
     VALUES ($1, $2, 'Mine', 'mine', '{}', now()) RETURNING id::text`,
    [merchantId, owner.userId],
  ),
});

/** A bank of the merchant with a rate and a correction that is asked for, and what came from it: by the names of the tables. */
export async function addAgreement(db: Database, world: MerchantWorld) {
  const { merchantId, owner } = world;
  const one: One = async (text, values) =>
    (await platformRows<{ id: string }>(db, text, values))[0]?.id ?? '';
  const banks = await one(
    `INSERT INTO banks (merchant_id, name_en, name_ar, created_at) VALUES ($1, 'Far', 'بعيد', now()) RETURNING id::text`,
    [merchantId],
  );
  const rate = [merchantId, banks];
  return {
    banks,
    ...(await ownerRows(one, world)),
    discount_rates: await one(
      `INSERT INTO discount_rates (merchant_id, bank_id, scheme, mdr_bps, paid_within_days, valid_from)
       VALUES ($1, $2, 'Mada', 70, 1, '2027-01-01') RETURNING id::text`,
      rate,
    ),
    bank_deposits: await one(
      `INSERT INTO bank_deposits (merchant_id, request_id, bank_id, value_date, amount_minor, currency, source, added_at,
         added_by, added_by_name)
       VALUES ($1, gen_random_uuid(), $2, '2026-11-18', 500, 'SAR', 'HAND', now(), $3, 'Owner') RETURNING id::text`,
      [...rate, owner.userId],
    ),
    settlement_statements: await one(
      `INSERT INTO settlement_statements (merchant_id, request_id, sequence, code, made_at, made_by, figures, summary, seal)
       VALUES ($1, gen_random_uuid(), 1, repeat('A', 26) || $2, now(), $3, '{}', '{}', decode(repeat('00', 32), 'hex'))
       RETURNING id::text`,
      [merchantId, merchantId.at(-1), owner.userId],
    ),
    arrived_statements: await one(
      `INSERT INTO arrived_statements (merchant_id, sha256, file_name, size_bytes, content, arrived_at, by_id, by_name, reason)
       VALUES ($1, decode(repeat('00', 32), 'hex'), 'a.csv', 1, '\\x61', now(), $2, 'Owner', 'kind') RETURNING id::text`,
      [merchantId, owner.userId],
    ),
    vat_invoices: await one(
      `INSERT INTO vat_invoices (merchant_id, request_id, bank_id, month, kind, number, number_key, issued_on, base_minor,
         vat_minor, currency, added_at, added_by, added_by_name)
       VALUES ($1, gen_random_uuid(), $2, '2026-10', 'INVOICE', 'X-1', 'X-1', '2026-11-01', 100, 15, 'SAR', now(), $3,
         'Owner') RETURNING id::text`,
      [...rate, owner.userId],
    ),
    fee_claims: await one(
      `INSERT INTO fee_claims (merchant_id, request_id, year, number, name, bank_id, currency, from_day, to_day, line_count,
         claimed_minor, said, made_at, made_by, made_by_name)
       VALUES ($1, gen_random_uuid(), 2026, 1, 'CLM-2026-0001', $2, 'SAR', '2026-11-01', '2026-11-21', 1, 230,
               '{"bank": {"nameEn": "Najd", "nameAr": "Najd", "iban": null}, "merchant": {"nameEn": "D", "nameAr": "D",
                 "cr": null}, "groups": [], "files": []}', now(), $3, 'Owner') RETURNING id::text`,
      [...rate, owner.userId],
    ),
    rate_restatements: await one(
      `INSERT INTO rate_restatements (merchant_id, bank_id, scheme, valid_from, mdr_bps, vat_bps, processing_fee_minor,
         paid_within_days, paid_within_kind, reason, state, asked_by_id, asked_by_name, asked_at)
       VALUES ($1, $2, 'Mada', '2026-11-01', 70, 1500, 0, 1, 'WORKING', 'x', 'ASKED', $3, 'Owner', now())
       RETURNING id::text`,
      [...rate, owner.userId],
    ),
  };
}
