-- The list by a currency that is not the riyal: few payments, or none, among years of others.
CREATE INDEX transactions_by_currency ON transactions (merchant_id, currency, created_at DESC, id DESC)
  WHERE currency <> 'SAR';
