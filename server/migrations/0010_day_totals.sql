-- Of every day there is also the total over all branches, as branch 0: a merchant's 90 days are then some
-- thousand rows, however many branches there are. The branch comes before the day in the key, because a range
-- of days of one branch, or of all together, is what is read.
ALTER TABLE transaction_day_rollups DROP CONSTRAINT transaction_day_rollups_pkey;
ALTER TABLE transaction_day_rollups ADD PRIMARY KEY
  (merchant_id, branch_id, day, scheme, type, status, currency, bank_confirmed);
DROP INDEX transaction_day_rollups_unconfirmed;
CREATE INDEX transaction_day_rollups_unconfirmed ON transaction_day_rollups (merchant_id, branch_id, day)
  WHERE status = 'APPROVED' AND NOT bank_confirmed;

-- The owner has no policy of its own, so what stands already is summed while none is forced on it.
ALTER TABLE transaction_day_rollups NO FORCE ROW LEVEL SECURITY;
INSERT INTO transaction_day_rollups
  (merchant_id, day, branch_id, scheme, type, status, currency, bank_confirmed, count, amount_minor, fee_minor,
   vat_minor, net_minor)
SELECT merchant_id, day, 0, scheme, type, status, currency, bank_confirmed, sum(count), sum(amount_minor),
       sum(fee_minor), sum(vat_minor), sum(net_minor)
  FROM transaction_day_rollups
 GROUP BY merchant_id, day, scheme, type, status, currency, bank_confirmed;
ALTER TABLE transaction_day_rollups FORCE ROW LEVEL SECURITY;
