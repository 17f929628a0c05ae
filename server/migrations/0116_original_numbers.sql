-- The bank's number of the purchase that a refund or a reversal gives back, as its terminal said it: where the portal does not
-- know that purchase yet, it is found by this when it is approved (docs/decisions/0155-reversals-at-the-terminal.md).
ALTER TABLE transactions ADD COLUMN original_rrn text;
CREATE INDEX transactions_without_original ON transactions (merchant_id, original_rrn)
  WHERE original_id IS NULL AND original_rrn IS NOT NULL;
