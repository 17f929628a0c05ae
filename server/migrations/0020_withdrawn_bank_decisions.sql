-- What a bank file's decision changed of a payment, as it was before: an undo of the file puts it back.
ALTER TABLE reviews ADD COLUMN before jsonb;
CREATE INDEX reviews_by_import ON reviews (merchant_id, decided_by_import) WHERE decided_by_import IS NOT NULL;
-- Refunds and reversals of a payment: few, and asked for by its number.
CREATE INDEX transactions_by_original ON transactions (merchant_id, original_id) WHERE original_id IS NOT NULL;
