-- A payment that its bank never paid, and of which somebody accepted that, is written off
-- (docs/decisions/0320-accepted-means-written-off.md).

-- For the judging of files it is as open as before: accepting changes no verdict.
DROP INDEX expectations_open;
CREATE INDEX expectations_open ON expectations (merchant_id, bank_id, host_at)
  WHERE line IN ('none', 'writtenOff') AND is_owed;

-- What was accepted until now, but for what a claim asks the bank for.
ALTER TABLE expectations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE expectation_days NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_exceptions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE missing_claim_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE fee_claims NO FORCE ROW LEVEL SECURITY;
UPDATE expectations e SET line = 'writtenOff'
  FROM bank_exceptions x
 WHERE x.merchant_id = e.merchant_id AND x.of_file = 0 AND x.of_row = e.transaction_id
   AND x.state = 'ACCEPTED' AND x.outcome = 'missingInBank' AND e.is_owed AND e.line = 'none'
   AND NOT EXISTS (SELECT 1 FROM missing_claim_lines l
                     JOIN fee_claims m ON m.merchant_id = l.merchant_id AND m.id = l.claim_id AND m.state IN ('DRAFTED', 'SENT')
                    WHERE l.merchant_id = e.merchant_id AND l.transaction_id = e.transaction_id AND l.is_live);
-- Their sums: nothing was written off before.
INSERT INTO expectation_days
  (merchant_id, bank_id, business_day, branch_id, scheme, type, currency, due_day, line, is_missing, deposit,
   count, gross_minor, fee_minor, vat_minor, net_minor, unjudged_count, unjudged_minor)
SELECT merchant_id, bank_id, business_day, branch_id, scheme, type, currency, due_day, line,
       missing_in_file_id IS NOT NULL, deposit, count(*),
       sum(gross_minor), coalesce(sum(fee_minor), 0), coalesce(sum(vat_minor), 0), coalesce(sum(net_minor), 0),
       count(*) FILTER (WHERE net_minor IS NULL), coalesce(sum(gross_minor) FILTER (WHERE net_minor IS NULL), 0)
  FROM expectations WHERE line = 'writtenOff' AND is_owed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
UPDATE expectation_days d
   SET count = d.count - w.count, gross_minor = d.gross_minor - w.gross_minor, fee_minor = d.fee_minor - w.fee_minor,
       vat_minor = d.vat_minor - w.vat_minor, net_minor = d.net_minor - w.net_minor,
       unjudged_count = d.unjudged_count - w.unjudged_count, unjudged_minor = d.unjudged_minor - w.unjudged_minor
  FROM expectation_days w
 WHERE w.line = 'writtenOff' AND d.line = 'none' AND d.merchant_id = w.merchant_id AND d.bank_id = w.bank_id
   AND d.business_day = w.business_day AND d.branch_id = w.branch_id AND d.scheme = w.scheme AND d.type = w.type
   AND d.currency = w.currency AND d.due_day = w.due_day AND d.is_missing = w.is_missing AND d.deposit = w.deposit;
ALTER TABLE expectations FORCE ROW LEVEL SECURITY;
ALTER TABLE expectation_days FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_exceptions FORCE ROW LEVEL SECURITY;
ALTER TABLE missing_claim_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE fee_claims FORCE ROW LEVEL SECURITY;
