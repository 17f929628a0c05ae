-- Whether cashiers may give money back, and how much alone (docs/decisions/0156-refunds-by-cashiers.md). A merchant without a
-- row has said nothing: they may not.
CREATE TABLE cashier_refunds (
  merchant_id bigint NOT NULL,
  is_allowed boolean NOT NULL,
  -- In halalas, of one refund and of all within 24 hours.
  each_minor bigint NOT NULL CHECK (each_minor BETWEEN 0 AND 100000000),
  day_minor bigint NOT NULL CHECK (day_minor BETWEEN 0 AND 100000000),
  by_id bigint NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id)
);
SELECT place_table('cashier_refunds', 'merchant');
ALTER TABLE cashier_refunds ENABLE ROW LEVEL SECURITY;
ALTER TABLE cashier_refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cashier_refunds TO mizan_app
  USING (merchant_id = tenant_id()) WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON cashier_refunds TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON cashier_refunds TO mizan_app, mizan_platform;
