-- A STAN of a slip is searched, by itself and at its terminal (docs/decisions/0455-lines-of-a-slip-that-are-searched.md).
CREATE INDEX transactions_by_stan ON transactions (merchant_id, stan, created_at DESC, id DESC) WHERE stan IS NOT NULL;
