/** What lines of bank files without a payment are asked by, as SQL said once. */

/** The bank of file f, where a confirmed part says it or there is only one. */
export const bankOfFile = `coalesce(
    (SELECT p.bank_id FROM bank_layout_parts p WHERE p.merchant_id = tenant_id() AND p.id = f.part_id),
    (SELECT CASE WHEN count(*) = 1 THEN min(b.id) END FROM banks b WHERE b.merchant_id = tenant_id()), 0)`;

/**
 * Files that end so many days before are no more asked: the evening of one day may be the business day after it, and a zone
 * may move it once more. However late a line comes, its file is asked.
 */
export const earlyDays = 2;
