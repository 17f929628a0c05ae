-- What asks for somebody by itself (docs/decisions/0122-what-asks-by-itself.md).
-- When a merchant's shop is open, by their own word; without a row its usual hours count.
CREATE TABLE opening_hours (
  merchant_id bigint PRIMARY KEY,
  -- Both null: the word was taken back.
  opens_at time,
  -- At or before opens_at: of the next day.
  closes_at time,
  -- 0 is Sunday.
  closed_days smallint[] NOT NULL DEFAULT '{}' CHECK (closed_days <@ ARRAY[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  set_at timestamptz NOT NULL,
  CHECK ((opens_at IS NULL) = (closes_at IS NULL))
);
SELECT place_table('opening_hours', 'merchant');

-- The silence of a terminal that was told of last, by the moment at which it was last heard.
CREATE TABLE silences_told (
  merchant_id bigint NOT NULL,
  terminal_id bigint NOT NULL,
  silent_since timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, terminal_id)
);
SELECT place_table('silences_told', 'merchant');

-- The days of banks whose overdue money was told of: each once.
CREATE TABLE overdue_told (
  merchant_id bigint NOT NULL,
  bank_id text NOT NULL,
  currency text NOT NULL,
  day date NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, bank_id, currency, day)
);
SELECT place_table('overdue_told', 'merchant');

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['opening_hours', 'silences_told', 'overdue_told']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I TO mizan_app USING (merchant_id = tenant_id()) '
                   'WITH CHECK (merchant_id = tenant_id())', tenant_table);
    EXECUTE format('CREATE POLICY platform ON %I TO mizan_platform USING (true) WITH CHECK (true)', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mizan_app, mizan_platform', tenant_table);
  END LOOP;
END
$$;
CREATE INDEX terminals_silent ON terminals (last_seen_at) WHERE connection = 'DISCONNECTED' AND status = 'ACTIVE';
