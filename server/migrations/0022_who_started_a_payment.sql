-- Who started a payment is another fact than whose terminal it was (cashier_id): the owner may start one on a
-- cashier's terminal. The name is as of the payment. Both are empty where the terminal began it by itself, and in
-- payments written before these columns were: who started those is not known, and not guessed.
ALTER TABLE transactions ADD COLUMN started_by_id bigint, ADD COLUMN started_by_name text;
CREATE INDEX transactions_by_starter ON transactions (merchant_id, started_by_id, created_at DESC, id DESC)
  WHERE started_by_id IS NOT NULL;

-- The list by its type: nearly every payment is a purchase and needs no index of its own to be found.
CREATE INDEX transactions_by_type ON transactions (merchant_id, type, created_at DESC, id DESC)
  WHERE type <> 'PURCHASE';
-- The list of what the bank has not confirmed: some days of payments, and those that are overdue.
CREATE INDEX transactions_unconfirmed ON transactions (merchant_id, created_at DESC, id DESC)
  WHERE status = 'APPROVED' AND bank_confirmed_at IS NULL;
