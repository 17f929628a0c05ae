-- What a terminal begins by itself: a cash advance is a charge of its own type
-- (docs/decisions/0169-what-a-type-does-with-money.md).
ALTER TABLE transactions DROP CONSTRAINT transactions_type_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_type_check
  CHECK (type IN ('PURCHASE', 'CASH_ADVANCE', 'REFUND', 'REVERSAL'));
