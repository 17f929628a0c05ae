/**
 * The first and the last value date of a bank's deposits, of each card scheme the first business day that they pay something of, and
 * what of them pays nothing that anybody said, by value date.
 */
export interface Recorded {
  from: string;
  until: string;
  paidFrom: Partial<Record<string, string>> | null;
  unmatched: readonly { on: string; minor: number }[] | null;
}

/** As SQL: the same, of deposits d that count, by bank and currency. */
export const recordedOf = `min(d.value_date)::text AS "from", max(d.value_date)::text AS until,
            (SELECT json_object_agg(f.scheme, f.day) FROM (
               SELECT s.scheme, min(s.business_day)::text AS day FROM deposit_shares s
                WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL AND s.bank_id = d.bank_id
                  AND s.currency = d.currency GROUP BY s.scheme) f) AS "paidFrom",
            json_agg(json_build_object('on', d.value_date, 'minor', d.amount_minor - d.shared_minor))
              FILTER (WHERE d.shared_minor <> d.amount_minor) AS unmatched`;
