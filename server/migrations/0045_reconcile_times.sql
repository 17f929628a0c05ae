-- The daily time at which terminals reconcile (docs/decisions/0067-the-daily-reconciliation.md).
CREATE TABLE reconcile_times (
  merchant_id bigint NOT NULL PRIMARY KEY,
  -- 'HH:MM' in Asia/Riyadh; null where somebody took it back.
  at_time text CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The next time that is to come; one that has passed is due, also after a crash.
  next_at timestamptz,
  CHECK ((at_time IS NULL) = (next_at IS NULL))
);
SELECT place_table('reconcile_times', 'merchant');
CREATE INDEX reconcile_times_due ON reconcile_times (next_at) WHERE next_at IS NOT NULL;
ALTER TABLE reconcile_times ENABLE ROW LEVEL SECURITY;
ALTER TABLE reconcile_times FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reconcile_times TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON reconcile_times TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON reconcile_times TO mizan_app, mizan_platform;
