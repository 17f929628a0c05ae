-- Why payments were declined is counted over days and read from this index alone; few payments are in it.
CREATE INDEX transactions_declined ON transactions (merchant_id, created_at DESC, id DESC)
  INCLUDE (type, branch_id, provider_code, action_code) WHERE status = 'DECLINED';
