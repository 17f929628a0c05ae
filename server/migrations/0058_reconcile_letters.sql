-- The e-mail after the daily reconciliation (docs/decisions/0081-the-mail-after-the-daily-reconciliation.md).

-- Users who are written to.
ALTER TABLE reconcile_times ADD COLUMN recipient_ids bigint[] NOT NULL DEFAULT '{}';

CREATE TABLE reconcile_letters (
  merchant_id bigint NOT NULL,
  -- The moment at which the terminals were asked.
  run_at timestamptz NOT NULL,
  -- When it is written at the latest; null once it was.
  due_at timestamptz,
  written_at timestamptz,
  PRIMARY KEY (merchant_id, run_at),
  CHECK ((due_at IS NULL) = (written_at IS NOT NULL))
);
SELECT place_table('reconcile_letters', 'merchant');
CREATE INDEX reconcile_letters_due ON reconcile_letters (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE reconcile_letters ENABLE ROW LEVEL SECURITY;
ALTER TABLE reconcile_letters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reconcile_letters TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON reconcile_letters TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON reconcile_letters TO mizan_app, mizan_platform;

-- What a mail is about, for whoever asks whether it was sent.
ALTER TABLE outbox_mails ADD COLUMN about text;
CREATE INDEX outbox_mails_about ON outbox_mails (about) WHERE about IS NOT NULL;
