import { createHash } from 'node:crypto';
import type { MerchantWorld } from '../features/transactions/testing/merchant-world.ts';
import { type Database, platformRows } from '../platform/database/database.ts';

/** A merchant's bank file with whatever may be named by its id: an exception, a match by hand, evidence, a rule, a part. */
export async function addBankFile(db: Database, { merchantId, owner }: MerchantWorld, at: Date) {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO bank_files (merchant_id, uuid, file_name, size_bytes, sha256, state, uploaded_by, uploaded_by_name,
       created_at)
     VALUES ($1, gen_random_uuid(), 'bank.csv', 1, $2, 'WAITING_LAYOUT', $3, 'Owner', $4) RETURNING id::text`,
    [merchantId, createHash('sha256').digest(), owner.userId, at],
  );
  const bankFileId = rows[0]?.id ?? '';
  const [exception] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO bank_exceptions (merchant_id, of_file, of_row, bank_file_id, seq, outcome, currency, difference_minor,
       since_day, since_kind, opened_at)
     VALUES ($1, $2, 2, $2, 1, 'missingInPortal', 'SAR', 100, '2026-11-22', 'NAMED', now()) RETURNING id::text`,
    [merchantId, bankFileId],
  );
  const [match] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO hand_matches (merchant_id, bank_file_id, lines, transaction_ids, by_id, by_name, at)
     VALUES ($1, $2, '{2}', '{1}', $3, 'Owner', now()) RETURNING id::text`,
    [merchantId, bankFileId, owner.userId],
  );
  const [evidence] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO chargeback_evidence (merchant_id, exception_id, file_name, media_type, content, by_id, by_name, at)
     VALUES ($1, $2, 'slip.pdf', 'application/pdf', 'x', $3, 'Owner', now()) RETURNING id::text`,
    [merchantId, exception?.id, owner.userId],
  );
  const [rule] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO exception_rules (merchant_id, request_id, place, name, outcome, group_name, by_id, by_name, at)
     VALUES ($1, gen_random_uuid(), 1, 'Rounding', 'feeDiffers', 'Rounding', $2, 'Owner', now()) RETURNING id::text`,
    [merchantId, owner.userId],
  );
  const [part] = await platformRows<{ id: string }>(
    db,
    `WITH layout AS (
       INSERT INTO bank_layouts (merchant_id, signature, layout, created_at, used_at)
       VALUES ($1, 'walk', '{}', now(), now()) RETURNING id)
     INSERT INTO bank_layout_parts (merchant_id, layout_id, name, opens_at, confirmed_by_name, confirmed_at)
     SELECT $1, layout.id, 'Branch 1', now(), 'Owner', now() FROM layout RETURNING id::text`,
    [merchantId],
  );
  return {
    bank_layout_parts: part?.id ?? '',
    exception_rules: rule?.id ?? '',
    bank_files: bankFileId,
    bank_exceptions: exception?.id ?? '',
    hand_matches: match?.id ?? '',
    chargeback_evidence: evidence?.id ?? '',
  };
}
