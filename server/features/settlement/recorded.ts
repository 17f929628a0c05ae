/** The first and the last value date of a bank's deposits, and of each card scheme the first business day that they pay something of. */
export interface Recorded {
  from: string;
  until: string;
  paidFrom: Partial<Record<string, string>> | null;
}

/** As SQL: the same, of deposits d that count, by bank and currency. */
export const recordedOf = `min(d.value_date)::text AS "from", max(d.value_date)::text AS until,
            (SELECT json_object_agg(f.scheme, f.day) FROM (
               SELECT s.scheme, min(s.business_day)::text AS day FROM deposit_shares s
                WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL AND s.bank_id = d.bank_id
                  AND s.currency = d.currency GROUP BY s.scheme) f) AS "paidFrom"`;
