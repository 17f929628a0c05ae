-- Test terminals, what is taken on them, and keys that reach them alone
-- (docs/decisions/0200-test-terminals-and-test-keys.md).
ALTER TABLE terminals ADD COLUMN is_test boolean NOT NULL DEFAULT false;
-- The same in the directory, which is asked before it is known whose a terminal is.
ALTER TABLE terminal_directory ADD COLUMN is_test boolean NOT NULL DEFAULT false;
ALTER TABLE webhook_addresses ADD COLUMN is_test boolean NOT NULL DEFAULT false;
ALTER TABLE integrator_keys ADD COLUMN is_test boolean NOT NULL DEFAULT false;

ALTER TABLE transactions DROP CONSTRAINT transactions_type_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_type_check
  CHECK (type IN ('PURCHASE', 'CASH_ADVANCE', 'PREAUTH', 'COMPLETION', 'PREAUTH_VOID', 'REFUND', 'REVERSAL', 'TEST'));

-- No total and nothing that is owed has a test: who wrote one there by mistake is refused.
ALTER TABLE transaction_rollups ADD CONSTRAINT transaction_rollups_no_test CHECK (type <> 'TEST') NOT VALID;
ALTER TABLE transaction_day_rollups ADD CONSTRAINT transaction_day_rollups_no_test CHECK (type <> 'TEST') NOT VALID;
ALTER TABLE expectations ADD CONSTRAINT expectations_no_test CHECK (type <> 'TEST') NOT VALID;
-- A test is in no shift and in no reconciliation of a terminal, is about no other payment and owed by no bank.
ALTER TABLE transactions ADD CONSTRAINT transactions_test_alone CHECK (type <> 'TEST' OR (shift_id IS NULL
  AND terminal_reconciliation_id IS NULL AND original_id IS NULL AND bank_id IS NULL AND fee_minor = 0)) NOT VALID;

-- What the caller is held to: true test terminals, false all others; null is a person, who sees both.
CREATE FUNCTION test_scope() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('mizan.is_test', true), '')::boolean;

-- As in 0094, and one CASE for both: the planner takes each for half of the rows. branch_id is never null.
DO $$
DECLARE
  narrowed text;
  condition text;
BEGIN
  FOREACH narrowed IN ARRAY ARRAY['terminals', 'transactions'] LOOP
    condition := format('merchant_id = tenant_id() AND CASE WHEN branch_scope() IS NULL AND test_scope() IS NULL THEN true'
                        ' ELSE coalesce(branch_id = branch_scope(), true) AND coalesce(%s = test_scope(), true) END',
                        CASE narrowed WHEN 'terminals' THEN 'is_test' ELSE '(type = ''TEST'')' END);
    EXECUTE format('ALTER POLICY tenant ON %I USING (%s) WITH CHECK (%s)', narrowed, condition, condition);
  END LOOP;
END $$;
