-- An approval code is searched by itself (docs/decisions/0102-saved-views-and-search.md); refused payments have none.
CREATE INDEX transactions_by_approval ON transactions (merchant_id, approval_code, created_at DESC, id DESC)
  WHERE approval_code IS NOT NULL;
