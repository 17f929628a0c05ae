-- Settings that a merchant has its terminals take (docs/decisions/0135-settings-of-terminals.md).

CREATE TABLE terminal_settings (
  merchant_id bigint NOT NULL,
  terminal_id bigint NOT NULL,
  -- Counted at each terminal; a higher one takes the place of a lower one.
  version integer NOT NULL CHECK (version > 0),
  tid text NOT NULL,
  language text NOT NULL CHECK (language IN ('ar', 'en')),
  own_purchases boolean NOT NULL,
  own_refunds boolean NOT NULL,
  cash boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('WAITING', 'SENT', 'IN_FORCE', 'REFUSED', 'REPLACED')),
  asked_at timestamptz NOT NULL,
  asked_by_id bigint NOT NULL,
  asked_by_name text NOT NULL,
  -- When it was last given to the terminal.
  sent_at timestamptz,
  -- When the terminal said first that it is in force.
  in_force_at timestamptz,
  -- When it is looked at next while the terminal has a line; null where nothing is to be done.
  next_query_at timestamptz,
  PRIMARY KEY (merchant_id, terminal_id, version),
  CHECK (state <> 'IN_FORCE' OR in_force_at IS NOT NULL),
  CHECK (state <> 'SENT' OR sent_at IS NOT NULL),
  CHECK ((state IN ('WAITING', 'SENT')) = (next_query_at IS NOT NULL))
);
SELECT place_table('terminal_settings', 'merchant');
-- One at most is in force, and one at most on its way.
CREATE UNIQUE INDEX terminal_settings_in_force ON terminal_settings (merchant_id, terminal_id)
  WHERE state = 'IN_FORCE';
CREATE UNIQUE INDEX terminal_settings_open ON terminal_settings (merchant_id, terminal_id)
  WHERE state IN ('WAITING', 'SENT');
CREATE INDEX terminal_settings_due ON terminal_settings (next_query_at) WHERE next_query_at IS NOT NULL;

ALTER TABLE terminal_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE terminal_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON terminal_settings TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON terminal_settings TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON terminal_settings TO mizan_app, mizan_platform;
