-- Several machines change nothing by what depends on settings, as a day's text does: what lines say is found first.
-- What the line of an exception says, whatever file it stands in: by it a line is known that several files have
-- (docs/decisions/0443-a-decided-line-in-two-files.md). Null where the line names neither a payment nor an RRN.
ALTER TABLE bank_exceptions ADD COLUMN line_says text;
CREATE INDEX bank_exceptions_line_says ON bank_exceptions (merchant_id, line_says) WHERE line_says IS NOT NULL;

ALTER TABLE bank_exceptions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries NO FORCE ROW LEVEL SECURITY;
WITH n AS MATERIALIZED (
  SELECT e.merchant_id, e.bank_file_id, e.seq,
         concat_ws('|', coalesce(CASE WHEN e.outcome = 'chargeback' THEN e.detail -> 'candidates' -> 0 ->> 'transactionId'
                                ELSE e.transaction_id::text END, ''),
           coalesce(e.settlement_day::text, ''), coalesce(e.batch, ''), coalesce(e.day::text, ''), coalesce(e.rrn, ''),
           coalesce(e.tid, ''), coalesce(e.last_four, ''), coalesce(e.scheme, ''), coalesce(e.bank_minor::text, ''),
           coalesce(e.charge_minor::text, '')) AS line_says
          FROM bank_entries e
         WHERE e.line IS NOT NULL
           AND coalesce(CASE WHEN e.outcome = 'chargeback' THEN e.detail -> 'candidates' -> 0 ->> 'transactionId'
                       ELSE e.transaction_id::text END, e.rrn) IS NOT NULL)
UPDATE bank_exceptions x SET line_says = n.line_says
  FROM n
 WHERE n.merchant_id = x.merchant_id AND n.bank_file_id = x.bank_file_id AND n.seq = x.seq AND x.of_file <> 0
   AND x.gone IS NULL;
ALTER TABLE bank_exceptions FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries FORCE ROW LEVEL SECURITY;
