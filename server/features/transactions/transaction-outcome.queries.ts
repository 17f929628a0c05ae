/** The numbers of the payments that ask, and why: from two small partial indexes. */
export const asking = `
  SELECT merchant_id, id, NULL AS reason FROM transactions
   WHERE status = 'INITIALIZED' AND NOT under_review AND (result_seq IS NOT NULL OR query_count > 0)
   UNION ALL
  SELECT merchant_id, transaction_id, (array_agg(reason ORDER BY id DESC))[1] FROM reviews
   WHERE decided_at IS NULL GROUP BY 1, 2`;

/** The condition on `transactions t` that says the same as `isUnknown` of an open question. */
export const outcomeUnknownSql = `t.status <> 'APPROVED' AND t.id = ANY (ARRAY(SELECT id FROM (${asking}) a))`;
