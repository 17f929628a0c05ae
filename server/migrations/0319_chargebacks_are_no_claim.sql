-- Files that were judged before say of their chargebacks that they are to claim, or were paid too much: they stand apart
-- (docs/decisions/0448-a-chargeback-is-no-claim.md). Their differences stay as they are.
ALTER TABLE bank_files NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries NO FORCE ROW LEVEL SECURITY;
UPDATE bank_files f SET summary = n.summary
  FROM (SELECT f.merchant_id, f.id,
               jsonb_set(f.summary, '{currencies}', jsonb_agg(CASE WHEN s.currency IS NULL THEN c.verdict ELSE
                 c.verdict
                 || jsonb_build_object('groups', c.verdict -> 'groups' || jsonb_build_object(
                      'toClaim', (c.verdict #>> '{groups,toClaim}')::bigint - s.taken_minor,
                      'paidTooMuch', (c.verdict #>> '{groups,paidTooMuch}')::bigint - s.given_minor))
                 || jsonb_build_object('steps', (
                      SELECT jsonb_agg(CASE WHEN t.step ->> 'bar' = 'chargeback' THEN t.step || '{"group": null}' ELSE t.step END
                                       ORDER BY t.place)
                        FROM jsonb_array_elements(c.verdict -> 'steps') WITH ORDINALITY t(step, place)))
                 || CASE WHEN c.verdict -> 'groupCounts' ? 'toClaim'
                         THEN jsonb_build_object('groupCounts', c.verdict -> 'groupCounts' || jsonb_build_object(
                              'toClaim', (c.verdict #>> '{groupCounts,toClaim}')::int - s.taken_count,
                              'paidTooMuch', (c.verdict #>> '{groupCounts,paidTooMuch}')::int - s.given_count))
                         ELSE '{}' END
               END ORDER BY c.place)) AS summary
          FROM bank_files f
         CROSS JOIN LATERAL jsonb_array_elements(f.summary -> 'currencies') WITH ORDINALITY c(verdict, place)
          LEFT JOIN (SELECT merchant_id, bank_file_id, currency,
                            coalesce(sum(difference_minor) FILTER (WHERE difference_minor < 0), 0)::bigint AS taken_minor,
                            coalesce(sum(difference_minor) FILTER (WHERE difference_minor > 0), 0)::bigint AS given_minor,
                            count(*) FILTER (WHERE difference_minor < 0)::int AS taken_count,
                            count(*) FILTER (WHERE difference_minor > 0)::int AS given_count
                       FROM bank_entries WHERE outcome = 'chargeback'
                      GROUP BY merchant_id, bank_file_id, currency) s
            ON s.merchant_id = f.merchant_id AND s.bank_file_id = f.id AND s.currency = c.verdict ->> 'currency'
         WHERE f.summary -> 'outcomes' @? '$[*] ? (@.outcome == "chargeback")'
         GROUP BY f.merchant_id, f.id, f.summary) n
 WHERE n.merchant_id = f.merchant_id AND n.id = f.id;
ALTER TABLE bank_files FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries FORCE ROW LEVEL SECURITY;
